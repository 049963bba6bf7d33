import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { webHeaders } from '../../http/headers.ts';
import { hourly } from '../../http/hourly.ts';
import { clientAddressHeader, type Identity } from '../../infra/identity/identity.ts';

/** Passes everything below /api/auth to the identity provider, with the address it must count by. */
export function authRoutes(app: FastifyInstance, identity: Identity): void {
  void app.register(async (scope) => {
    // The provider reads the body itself, whatever its type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ['GET', 'POST'],
      url: '/api/auth/*',
      schema: { hide: true },
      handler: async (request, reply) => {
        const headers = webHeaders(request.headers);
        headers.set(clientAddressHeader, request.ip);
        // Node's fetch sends this one of a browser's headers and no Origin; the provider would take a program for a
        // page that hides where it is from. Browsers that send it send Sec-Fetch-Site with it.
        if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode');
        const url = URL.parse(request.url, `${request.protocol}://${request.host}`);
        if (url === null) throw new HttpError(400, 'bad_request', 'The Host header is not an address');
        const body =
          Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : null;
        const answer = await identity.handle(
          new Request(url, { method: request.method, headers, ...(body ? { body } : {}) }),
        );
        reply.code(answer.status);
        for (const [name, value] of answer.headers) {
          if (name !== 'set-cookie') reply.header(name, value);
        }
        const cookies = answer.headers.getSetCookie();
        if (cookies.length > 0) reply.header('set-cookie', cookies);
        return reply.send(Buffer.from(await answer.arrayBuffer()));
      },
    });
  });
  hourly(app, 'sweeping logins', () => identity.sweep());
}
