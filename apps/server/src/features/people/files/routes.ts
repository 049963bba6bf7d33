import type { FastifyInstance } from 'fastify';
import { fileLimits, files as contract } from '@boathouse/contract/files';
import { HttpError } from '../../../http/errors.ts';
import { hourly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { UploadParts } from '../../../infra/files/upload-parts.ts';
import { resumableRoutes } from './resumable/routes.ts';
import type { Files } from './service.ts';

export function fileRoutes(app: FastifyInstance, files: Files, parts: UploadParts): void {
  serveStored(app, files);
  void app.register((scope, _options, done) => {
    // Raw bytes instead of JSON, with any Content-Type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: fileLimits.oneRequestBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    route(scope, contract.upload, async ({ params, query, body, caller }) => {
      const imageFolder = await files.imageFolderFor(caller.user._id, params.folder, query.key);
      return files.storeImage(caller.user._id, imageFolder, body);
    });
    route(scope, contract.list, ({ params, query, caller }) =>
      files.list(caller.user._id, params.folder, query),
    );
    done();
  });
  void app.register((scope, _options, done) => {
    // Streams the bytes from the socket to the upload store without holding the whole body in memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    resumableRoutes(scope, files, parts);
    done();
  });
  hourly(app, 'sweeping files', () => files.sweep());
}

/** Serves images to anyone who has the path, without sign-in: `<img>` sends no token. */
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
