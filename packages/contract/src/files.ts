import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, ImagePathSchema, TimeSchema } from './ids.ts';

/** Where images are kept (STORE-1), and how each is drawn: pixels at most, cut to this shape. */
export const fileFolders = {
  usericons: { keyedBy: 'user', width: 512, height: 512 },
  userbanners: { keyedBy: 'user', width: 1600, height: 400 },
  clubicons: { keyedBy: 'club', width: 512, height: 512 },
  clubbanners: { keyedBy: 'club', width: 1600, height: 400 },
} as const;

export const FileFolderSchema = z.enum(['usericons', 'userbanners', 'clubicons', 'clubbanners']);
export type FileFolder = z.infer<typeof FileFolderSchema>;

/** Sizes in bytes, times in milliseconds. */
export const fileLimits = {
  /** Up to here an image goes in one request, above by tus. */
  oneRequestBytes: 262_144,
  imageBytes: 33_554_432,
  firstChunkBytes: 262_144,
  chunkBytesMax: 33_554_432,
  operationRetryMs: 120_000,
  uploadRetryMs: 600_000,
  listResultsMin: 1,
  listResultsMax: 1000,
  /** An upload that has not ended by then is forgotten. */
  pendingMs: 24 * 3_600_000,
} as const;

/** What an image may be, for the `accept` of a file field and the words of a refusal. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export const imageTypeWords = 'JPEG, PNG, WebP, GIF or AVIF';

/** A user's id, or a club's custom URL in any case; a path of a stored image has it in lower case. */
export const FileKeySchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9-]{1,36}$/, 'must be a user id or the custom URL of a club'));

/** The path of a stored image: /files/folder/key/hash.webp, where the hash is of its bytes. */
export const storedPathPattern =
  /^\/files\/(usericons|userbanners|clubicons|clubbanners)\/([a-z0-9-]{1,36})\/([0-9a-f]{32}\.webp)$/;

export const StoredImageSchema = z.object({ path: ImagePathSchema });
export type StoredImage = z.infer<typeof StoredImageSchema>;

export const StoredImageListSchema = z.object({
  items: z.array(z.object({ path: ImagePathSchema, sizeBytes: z.int(), createdAt: TimeSchema })),
  /** Asks for the rest, as `pageToken`; null at the end. */
  nextPageToken: z.nullable(z.string()),
});

/** On the last answer of a resumable upload, and on a HEAD of one that has ended: the path of the stored image. */
export const storedPathHeader = 'stored-path';

/** Bytes as they are, in whatever Content-Type: what they are is found in the bytes. */
const RawBodySchema = z.instanceof(Uint8Array, { error: 'must be the bytes of the image' });

const maxResultsMessage = `must be a whole number from ${fileLimits.listResultsMin} to ${fileLimits.listResultsMax}`;
const MaxResultsSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/, maxResultsMessage)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z
      .int()
      .check(
        z.minimum(fileLimits.listResultsMin, maxResultsMessage),
        z.maximum(fileLimits.listResultsMax, maxResultsMessage),
      ),
  ),
);

/** The protocol of resumable uploads answers in its own headers, without a body. */
const ProtocolAnswerSchema = z.unknown();

/**
 * Errors of every call here (STORE-3): 401 unauthenticated, 402 quota exceeded, 403 no permission, 404 object does not
 * exist; besides 400 when the bytes are no image that is allowed, 413 when they are too many, and 429 when too many
 * images are being worked on.
 *
 * Who may write below which key: a user folder takes the caller's own id alone. A club folder takes the custom URL of
 * a club in which the caller is admin or owner, or a custom URL that no club has: the image is then the caller's, and
 * can become that of the club they found there.
 */
export const files = {
  upload: endpoint({
    method: 'POST',
    path: '/files/:folder',
    summary: `Store an image of at most ${fileLimits.oneRequestBytes} bytes, sent as the body in one request`,
    auth: 'user',
    params: z.strictObject({ folder: FileFolderSchema }),
    query: z.strictObject({ key: FileKeySchema }),
    body: RawBodySchema,
    response: StoredImageSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/files/:folder',
    summary: 'The images stored below a key that the caller may write to, by path',
    auth: 'user',
    params: z.strictObject({ folder: FileFolderSchema }),
    query: z.strictObject({
      key: FileKeySchema,
      maxResults: z.optional(MaxResultsSchema),
      pageToken: z.optional(z.string().check(z.maxLength(300))),
    }),
    response: StoredImageListSchema,
  }),
  /**
   * tus 1.0.0: POST with Upload-Length and Upload-Metadata `folder`, `key` and, if wanted, `filetype`; then PATCH, HEAD
   * and DELETE at the Location. The answer to the PATCH that brings the last byte carries the header Stored-Path, or
   * is a 400 that says why the image is refused. An upload of somebody else is a 404.
   */
  createUpload: endpoint({
    method: 'POST',
    path: '/files/uploads',
    summary: `Begin a resumable upload (tus) of an image of at most ${fileLimits.imageBytes} bytes`,
    auth: 'user',
    response: ProtocolAnswerSchema,
  }),
  continueUpload: endpoint({
    method: 'PATCH',
    path: '/files/uploads/:id',
    summary: 'Send the next bytes of a resumable upload (tus)',
    auth: 'user',
    params: IdParamsSchema,
    response: ProtocolAnswerSchema,
  }),
  removeUpload: endpoint({
    method: 'DELETE',
    path: '/files/uploads/:id',
    summary: 'Give up a resumable upload (tus)',
    auth: 'user',
    params: IdParamsSchema,
    response: ProtocolAnswerSchema,
  }),
  /** For a client that lost the last answer. 409 while bytes are missing. */
  uploadResult: endpoint({
    method: 'GET',
    path: '/files/uploads/:id',
    summary: 'What became of a resumable upload of which every byte has come',
    auth: 'user',
    params: IdParamsSchema,
    response: StoredImageSchema,
  }),
};
