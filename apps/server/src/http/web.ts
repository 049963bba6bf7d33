import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerNotFound } from './problem.ts';

/**
 * Serves the built web app: hashed files for ever, the page itself never cached, and the page for every address that
 * a browser navigates to and no other route has, so that links into the app work.
 */
export function serveWeb(app: FastifyInstance, options: { folder: string; productName: string }): void {
  const pagePath = join(options.folder, 'index.html');
  if (!existsSync(pagePath))
    throw new Error(`The web app is not built: ${pagePath} is missing. Run npm run build.`);
  const page = readFileSync(pagePath, 'utf8').replaceAll('__PRODUCT_NAME__', escapeHtml(options.productName));
  void app.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    // Only Vite's hashed files may be kept: their name changes with their content.
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const isOurs = /^\/(api|files|socket\.io|assets)(\/|$)/;
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isNavigation =
      ['GET', 'HEAD'].includes(request.method) && (request.headers.accept ?? '').includes('text/html');
    if (!isNavigation || isOurs.test(path)) return answerNotFound(request, reply);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
