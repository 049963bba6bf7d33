import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  FileFolderSchema,
  FileKeySchema,
  fileLimits,
  files as contract,
  storedPathHeader,
} from '@boathouse/contract/files';
import type { ErrorCode } from '@boathouse/contract/errors';
import { badField, HttpError } from '../../../../http/errors.ts';
import { describeCall, refusals } from '../../../../http/calls/describe-call.ts';
import { route, signedInUser } from '../../../../http/route.ts';
import { FilesUnavailableError } from '../../../../infra/files/files.ts';
import { ResumableUploads, type ResumableResponse } from '../../../../infra/files/resumable-uploads.ts';
import type { UploadParts } from '../../../../infra/files/upload-parts.ts';
import { tooLarge, type Files } from '../service.ts';
import type { PendingUpload } from '../store.ts';

/** For a response whose values are in headers, as in the tus protocol. */
const withoutBody = z.null().check(z.describe('Done'));

const uploadsPath = `/api${contract.createUpload.path}`;
const uploadPath = `/api${contract.continueUpload.path}`;
const MetadataSchema = z.object({ folder: FileFolderSchema, key: FileKeySchema });

/** Uploads of large images in parts, by the tus protocol. */
export function resumableRoutes(app: FastifyInstance, files: Files, parts: UploadParts): void {
  const protocol = new ResumableUploads(parts, { path: uploadsPath, maxBytes: fileLimits.imageBytes });
  app.addHook('onClose', () => protocol.settled());
  const uploads = new UploadRequests(files, protocol);
  receivingRoutes(app, files, uploads);
  stateRoutes(app, files, uploads);
  route(app, contract.uploadResult, async ({ params, caller }) => {
    const upload = await files.upload(caller.user._id, params.id);
    if (!isFinished(upload)) {
      const { offset } = await parts.store.getUpload(parts.storeIdOf(upload.id));
      if (offset < upload.sizeBytes) {
        throw new HttpError(409, 'upload_conflict', 'This upload is not complete yet');
      }
    }
    return files.finishUpload(upload);
  });
}

/** The upload that a request names, and its bytes. */
class UploadRequests {
  readonly #files: Files;
  readonly #protocol: ResumableUploads;

  constructor(files: Files, protocol: ResumableUploads) {
    this.#files = files;
    this.#protocol = protocol;
  }

  find(request: FastifyRequest): Promise<PendingUpload> {
    const id = contract.continueUpload.params.safeParse(request.params);
    // A malformed id gets the same 404 as an unknown one.
    const found = id.success ? id.data.id : '00000000-0000-0000-0000-000000000000';
    return this.#files.upload(signedInUser(request)._id, found);
  }

  handle(request: FastifyRequest, uploadId: string): Promise<ResumableResponse> {
    return this.#protocol.handle({ raw: request.raw, uploadId, location: `${uploadsPath}/${uploadId}` });
  }

  /** Handles the bytes of a request. After the last byte it makes the image before it responds. */
  async receive(request: FastifyRequest, reply: FastifyReply, upload: PendingUpload): Promise<FastifyReply> {
    const response = await this.handle(request, upload.id);
    sendHeaders(reply, response);
    if (Number(response.headers.get('upload-offset')) === upload.sizeBytes) {
      const { path } = await this.#files.finishUpload(upload);
      reply.header(storedPathHeader, path);
    }
    return reply.code(response.status).send();
  }
}

/** Begins uploads, and takes their bytes. */
function receivingRoutes(app: FastifyInstance, files: Files, uploads: UploadRequests): void {
  const createUpload = contract.createUpload;
  app.route({
    method: createUpload.method,
    url: uploadsPath,
    config: { endpoint: createUpload },
    schema: { ...describeCall(createUpload), response: { 201: withoutBody, ...refusals } },
    onRequest: requireUser,
    handler: async (request, reply) => {
      const caller = signedInUser(request);
      const { folder, key } = metadataOf(request);
      const sizeBytes = wholeNumber(request, 'upload-length');
      if (sizeBytes === 0) throw badField('upload-length', 'must be more than 0');
      if (sizeBytes > fileLimits.imageBytes) throw tooLarge();
      const imageFolder = await files.imageFolderFor(caller._id, folder, key);
      const upload = await files.beginUpload(caller._id, imageFolder, sizeBytes);
      try {
        return await uploads.receive(request, reply, upload);
      } catch (error) {
        if (error instanceof HttpError) await files.removeUpload(upload.id);
        throw error;
      }
    },
  });

  const continueUpload = contract.continueUpload;
  app.route({
    method: continueUpload.method,
    url: uploadPath,
    config: { endpoint: continueUpload, isUncounted: true },
    schema: { ...describeCall(continueUpload), response: { 204: withoutBody, ...refusals } },
    onRequest: requireUser,
    handler: async (request, reply) => {
      const upload = await uploads.find(request);
      if (isFinished(upload)) throw new HttpError(409, 'upload_conflict', 'This upload is already complete');
      const offset = wholeNumber(request, 'upload-offset');
      const length = Number(request.headers['content-length'] ?? 0);
      if (offset + length > upload.sizeBytes) throw tooLarge();
      return uploads.receive(request, reply, upload);
    },
  });
}

/** Returns the progress of uploads, and removes them. */
function stateRoutes(app: FastifyInstance, files: Files, uploads: UploadRequests): void {
  app.route({
    method: 'HEAD',
    url: uploadPath,
    config: { endpoint: contract.continueUpload },
    schema: { hide: true },
    handler: async (request, reply) => {
      const upload = await uploads.find(request);
      if (!isFinished(upload)) {
        const response = await uploads.handle(request, upload.id);
        sendHeaders(reply, response);
        return reply.code(response.status).send();
      }
      reply.headers({
        'tus-resumable': '1.0.0',
        'cache-control': 'no-store',
        'upload-offset': String(upload.sizeBytes),
        'upload-length': String(upload.sizeBytes),
      });
      if (upload.imageName !== null) reply.header(storedPathHeader, `/files/${upload.imageName}`);
      return reply.code(200).send();
    },
  });

  const removeUpload = contract.removeUpload;
  app.route({
    method: removeUpload.method,
    url: uploadPath,
    config: { endpoint: removeUpload },
    schema: { ...describeCall(removeUpload), response: { 204: withoutBody, ...refusals } },
    onRequest: requireUser,
    handler: async (request, reply) => {
      const upload = await uploads.find(request);
      // The library removes it under its lock, so that no PATCH writes to it during the removal.
      if (!isFinished(upload)) await uploads.handle(request, upload.id);
      await files.removeUpload(upload.id);
      return reply.header('tus-resumable', '1.0.0').code(204).send();
    },
  });
}

const isFinished = (upload: PendingUpload) => upload.imageName !== null || upload.refusal !== null;

/** Parses the tus header Upload-Metadata: comma-separated pairs of a key and a base64 value. */
function metadataOf(request: FastifyRequest): z.infer<typeof MetadataSchema> {
  const pairs = String(request.headers['upload-metadata'] ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]);
  const parsed = MetadataSchema.safeParse(Object.fromEntries(pairs));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badField(`upload-metadata.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'is invalid');
}

function wholeNumber(request: FastifyRequest, header: string): number {
  const text = request.headers[header];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) {
    throw badField(header, 'is required and must be a whole number of bytes');
  }
  return Number(text);
}

const codes: Record<number, ErrorCode> = {
  404: 'not_found',
  409: 'upload_conflict',
  410: 'not_found',
  413: 'too_large',
};

/**
 * Copies the protocol's headers to the reply.
 * @throws HttpError for an error status; 403 and 412, which tus returns for missing or wrong headers, become 400
 */
function sendHeaders(reply: FastifyReply, { status, headers, reason }: ResumableResponse): void {
  for (const name of ['tus-resumable', 'upload-offset', 'upload-length', 'upload-expires', 'location']) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  reply.header('cache-control', 'no-store');
  if (status < 400) return;
  // 501 means that the client uses a tus extension that the store does not support.
  if (status >= 500 && status !== 501)
    throw new FilesUnavailableError(`Storing the upload failed: ${reason}`);
  const code = codes[status];
  throw new HttpError(
    code === undefined ? 400 : status === 410 ? 404 : status,
    code ?? 'bad_request',
    reason || 'The upload was rejected',
  );
}

/** Rejects anonymous requests before the body is read. */
function requireUser(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  signedInUser(request);
  done();
}
