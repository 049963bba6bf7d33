import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the service worker of the web app at `/sw.js`, or what removes it, and at `/shell` the page that the worker stores:
 * without data and without the look of a user. A folder without a worker has neither.
 */
export function serveWorker(app: FastifyInstance, folder: string, isOffline: boolean, page: string): void {
  const path = join(folder, isOffline ? 'worker.js' : 'no-worker.js');
  if (!existsSync(path)) return;
  const script = readFileSync(path, 'utf8');
  app.get('/sw.js', (_, reply) => {
    reply.isSentToMany = true;
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script);
  });
  if (!isOffline) return;
  app.get('/shell', (_, reply) => {
    reply.isSentToMany = true;
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
