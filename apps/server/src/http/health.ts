import type { FastifyInstance } from 'fastify';

/** /livez: the process answers. /readyz: it can do its work, and is not on its way out. */
export function healthRoutes(
  app: FastifyInstance,
  options: { ping: () => Promise<void>; isStopping: () => boolean },
): void {
  app.get('/livez', { schema: { hide: true }, logLevel: 'silent' }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (_request, reply) => {
    if (options.isStopping()) return reply.code(503).send({ status: 'stopping' });
    try {
      await options.ping();
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'database does not answer' });
    }
  });
}
