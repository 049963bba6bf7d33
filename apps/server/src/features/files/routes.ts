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
import { badField, HttpError } from '../../http/errors.ts';
import { hourly } from '../../http/hourly.ts';
import { route, signedInUser } from '../../http/route.ts';
import { ResumableUploads, type ResumableAnswer } from '../../infra/files/resumable-uploads.ts';
import type { UploadParts } from '../../infra/files/upload-parts.ts';
import { tooLarge, type Files } from './service.ts';
import type { PendingUpload } from './store.ts';

export function fileRoutes(app: FastifyInstance, files: Files, parts: UploadParts): void {
  serveStored(app, files);
  void app.register((scope, _options, done) => {
    // Raw bytes instead of JSON, in whatever type they claim to be.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: fileLimits.oneRequestBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    route(scope, contract.upload, async ({ params, query, body, caller }) => {
      const place = await files.placeFor(caller.user._id, params.folder, query.key);
      return files.storeImage(caller.user._id, place, body);
    });
    route(scope, contract.list, ({ params, query, caller }) =>
      files.list(caller.user._id, params.folder, query),
    );
    done();
  });
  void app.register((scope, _options, done) => {
    // The bytes go from the socket to where the upload is kept, without a copy of the whole in memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    resumableRoutes(scope, files, parts);
    done();
  });
  hourly(app, 'sweeping files', () => files.sweep());
}

/** Images are for everybody who has their path: pages show them without asking who looks. */
function serveStored(app: FastifyInstance, files: Files): void {
  app.get('/files/*', { schema: { hide: true } }, async (request, reply) => {
    const stored = await files.read(request.url.split('?')[0] ?? '');
    if (stored === null) throw new HttpError(404, 'not_found', 'There is no such image');
    return reply
      .headers({
        'content-type': stored.type,
        // The name changes with the bytes.
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(stored.bytes);
  });
}

const uploadsPath = `/api${contract.createUpload.path}`;
const uploadPath = `/api${contract.continueUpload.path}`;
const MetadataSchema = z.object({ folder: FileFolderSchema, key: FileKeySchema });

function resumableRoutes(app: FastifyInstance, files: Files, parts: UploadParts): void {
  const protocol = new ResumableUploads(parts, { path: uploadsPath, maxBytes: fileLimits.imageBytes });
  app.addHook('onClose', () => protocol.settled());
  const handle = (request: FastifyRequest, uploadId: string) =>
    protocol.handle({ raw: request.raw, uploadId, location: `${uploadsPath}/${uploadId}` });

  const uploadOf = (request: FastifyRequest) => {
    const id = contract.continueUpload.params.safeParse(request.params);
    // An id that none can have is like one that nobody has.
    const found = id.success ? id.data.id : '00000000-0000-0000-0000-000000000000';
    return files.upload(signedInUser(request)._id, found);
  };

  /** After the last byte the image is made before the answer goes out. */
  const answer = async (request: FastifyRequest, reply: FastifyReply, upload: PendingUpload) => {
    const answered = await handle(request, upload.id);
    sendHeaders(reply, answered);
    if (Number(answered.headers.get('upload-offset')) === upload.sizeBytes) {
      const { path } = await files.finishUpload(upload);
      reply.header(storedPathHeader, path);
    }
    return reply.code(answered.status).send();
  };

  const createUpload = contract.createUpload;
  app.route({
    method: createUpload.method,
    url: uploadsPath,
    config: { endpoint: createUpload },
    schema: { summary: createUpload.summary },
    onRequest: requireUser,
    handler: async (request, reply) => {
      const caller = signedInUser(request);
      const { folder, key } = metadataOf(request);
      const sizeBytes = wholeNumber(request, 'upload-length');
      if (sizeBytes === 0) throw badField('upload-length', 'must be more than 0');
      if (sizeBytes > fileLimits.imageBytes) throw tooLarge();
      const place = await files.placeFor(caller._id, folder, key);
      const upload = await files.beginUpload(caller._id, place, sizeBytes);
      try {
        return await answer(request, reply, upload);
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
    config: { endpoint: continueUpload },
    schema: { summary: continueUpload.summary },
    onRequest: requireUser,
    handler: async (request, reply) => {
      const upload = await uploadOf(request);
      if (hasEnded(upload)) throw new HttpError(409, 'upload_conflict', 'Every byte of this upload has come');
      const offset = wholeNumber(request, 'upload-offset');
      const length = Number(request.headers['content-length'] ?? 0);
      if (offset + length > upload.sizeBytes) throw tooLarge();
      return answer(request, reply, upload);
    },
  });

  app.route({
    method: 'HEAD',
    url: uploadPath,
    config: { endpoint: continueUpload },
    schema: { hide: true },
    handler: async (request, reply) => {
      const upload = await uploadOf(request);
      if (!hasEnded(upload)) {
        const answered = await handle(request, upload.id);
        sendHeaders(reply, answered);
        return reply.code(answered.status).send();
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
    schema: { summary: removeUpload.summary },
    onRequest: requireUser,
    handler: async (request, reply) => {
      const upload = await uploadOf(request);
      // Under the protocol's own lock, so that no PATCH is writing to it.
      if (!hasEnded(upload)) await handle(request, upload.id);
      await files.removeUpload(upload.id);
      return reply.header('tus-resumable', '1.0.0').code(204).send();
    },
  });

  route(app, contract.uploadResult, async ({ params, caller }) => {
    const upload = await files.upload(caller.user._id, params.id);
    if (!hasEnded(upload)) {
      const { offset } = await parts.store.getUpload(parts.storeIdOf(upload.id));
      if (offset < upload.sizeBytes) {
        throw new HttpError(409, 'upload_conflict', 'Bytes of this upload are still missing');
      }
    }
    return files.finishUpload(upload);
  });
}

const hasEnded = (upload: PendingUpload) => upload.imageName !== null || upload.refusal !== null;

/** Upload-Metadata of tus: pairs of a key and a base64 value with commas between. */
function metadataOf(request: FastifyRequest): z.infer<typeof MetadataSchema> {
  const pairs = String(request.headers['upload-metadata'] ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]);
  const parsed = MetadataSchema.safeParse(Object.fromEntries(pairs));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badField(`upload-metadata.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'is wrong');
}

function wholeNumber(request: FastifyRequest, header: string): number {
  const text = request.headers[header];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) {
    throw badField(header, 'must be sent, a whole number of bytes');
  }
  return Number(text);
}

const codes: Record<number, ErrorCode> = {
  404: 'not_found',
  409: 'upload_conflict',
  410: 'not_found',
  413: 'too_large',
};

/** @throws HttpError when the protocol refuses; it says 403 and 412 of headers that are missing or wrong. */
function sendHeaders(reply: FastifyReply, { status, headers, reason }: ResumableAnswer): void {
  for (const name of ['tus-resumable', 'upload-offset', 'upload-length', 'upload-expires', 'location']) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  reply.header('cache-control', 'no-store');
  if (status < 400) return;
  // 501 is a part of the protocol that the client asked for and the store does not have.
  if (status >= 500 && status !== 501) throw new Error(`The upload could not be kept: ${reason}`);
  const code = codes[status];
  throw new HttpError(
    code === undefined ? 400 : status === 410 ? 404 : status,
    code ?? 'bad_request',
    reason || 'The upload was refused',
  );
}

/** Before a byte of the body is read. */
function requireUser(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  signedInUser(request);
  done();
}
