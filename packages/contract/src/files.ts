import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, ImagePathSchema, TimeSchema } from './ids.ts';

/** Folders of images (STORE-1), with the size in pixels to which each image is scaled and cropped. */
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
  /** Largest image sent in one request; larger images use tus. */
  oneRequestBytes: 262_144,
  imageBytes: 33_554_432,
  firstChunkBytes: 262_144,
  chunkBytesMax: 33_554_432,
  operationRetryMs: 120_000,
  uploadRetryMs: 600_000,
  listResultsMin: 1,
  listResultsMax: 1000,
  /** An unfinished upload is deleted after this time. */
  pendingMs: 24 * 3_600_000,
} as const;

/** Accepted image types, for the `accept` of a file field and for error messages. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export const imageTypeWords = 'JPEG, PNG, WebP, GIF or AVIF';

/** A user's id, or a club's custom URL, case-insensitive; lower case in the path of a stored image. */
export const FileKeySchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9-]{1,36}$/, 'must be a user id or the custom URL of a club'));

/** The path of a stored image: /files/folder/key/hash.webp, with the hash of its bytes. */
export const storedPathPattern =
  /^\/files\/(usericons|userbanners|clubicons|clubbanners)\/([a-z0-9-]{1,36})\/([0-9a-f]{32}\.webp)$/;

export const StoredImageSchema = z.object({ path: ImagePathSchema });
export type StoredImage = z.infer<typeof StoredImageSchema>;

export const StoredImageListSchema = z.object({
  items: z.array(z.object({ path: ImagePathSchema, sizeBytes: z.int(), createdAt: TimeSchema })),
  /** Pass it as `pageToken` for the next page; null at the end. */
  nextPageToken: z.nullable(z.string()),
});

/** Header with the path of the stored image: in the last response of a resumable upload, and in HEAD after it. */
export const storedPathHeader = 'stored-path';

/** Raw bytes in any Content-Type: the server detects the type from the bytes. */
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

/** tus sends its responses in its own headers, without a body. */
const ProtocolAnswerSchema = z.unknown();

/**
 * Errors of every call here (STORE-3): 401 unauthenticated, 402 quota exceeded, 403 no permission, 404 object does not
 * exist; also 400 when the bytes are not an accepted image, 413 when they are too many, and 429 when too many images
 * are being processed.
 *
 * Permissions: in a user folder, only the caller's own id as key. In a club folder: the custom URL of a club whose
 * admin or owner is the caller, or an unused custom URL; the caller then owns the image and can use it for a new club
 * with that URL.
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
   * tus 1.0.0: POST with Upload-Length and Upload-Metadata `folder`, `key` and, optionally, `filetype`; then PATCH,
   * HEAD and DELETE at the Location. The response to the PATCH with the last byte has the header Stored-Path, or is a
   * 400 with the reason why the image is rejected. An upload of another user is a 404.
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
    summary: 'Cancel a resumable upload (tus)',
    auth: 'user',
    params: IdParamsSchema,
    response: ProtocolAnswerSchema,
  }),
  /** It serves a client that did not receive the last response. Returns 409 while bytes are missing. */
  uploadResult: endpoint({
    method: 'GET',
    path: '/files/uploads/:id',
    summary: 'Result of a fully received resumable upload',
    auth: 'user',
    params: IdParamsSchema,
    response: StoredImageSchema,
  }),
};
