import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { serveManifest } from './manifest.ts';
import { ReaderPages, type ReaderOptions } from './reader-pages.ts';
import { readPageFiles } from './page-files.ts';
import { answerNotFound } from '../problem.ts';

export type WebOptions = ReaderOptions & {
  /** The built app. */
  folder: string;
  productName: string;
  contactEmail: string;
  /** The origin under which users reach the app, for links in previews. */
  address: string;
  /** Whether browsers may keep the app, to open it without the server. */
  isOffline: boolean;
};

export class WebNotBuiltError extends Error {
  override name = 'WebNotBuiltError';
  constructor(pagePath: string) {
    super(`The web app is not built: ${pagePath} is missing. Run npm run build.`);
  }
}

/**
 * Serves the built web app: hashed files cached for a year, the page never cached. Serves the page for every address
 * without a route that a browser navigates to, so that links into the app work. Puts into the HTML data that the page
 * would otherwise fetch in sequence: the product's name, contact and web address, the user's theme, links to the files
 * of this page, and the data of its first screen.
 */
export function serveWeb(app: FastifyInstance, options: WebOptions): void {
  const pagePath = join(options.folder, 'index.html');
  if (!existsSync(pagePath)) throw new WebNotBuiltError(pagePath);
  // Replacer functions: `$&` is special in a replacement string.
  const page = readFileSync(pagePath, 'utf8')
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(options.productName))
    .replaceAll('__CONTACT_EMAIL__', () => escapeHtml(options.contactEmail))
    .replaceAll('__ADDRESS__', () => escapeHtml(options.address));
  const files = readPageFiles(options.folder, page);
  serveManifest(app, options.folder, options.productName);
  serveWorker(app, options.folder, options.isOffline, page);

  serveFiles(app, options.folder);
  const pages = new ReaderPages(app, page, files, options);
  const isOurs = /^\/+(api|files|socket\.io|assets|metrics)(\/|$)/;
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (
      !['GET', 'HEAD'].includes(request.method) ||
      isOurs.test(path) ||
      !takesAPage(request.headers, path)
    ) {
      answerNotFound(request, reply);
      return reply;
    }
    reply.type('text/html; charset=utf-8');
    return reply.send(await pages.pageFor(request, reply, path));
  });
}

/** Serves the files of the build: hashed ones for a year, the others checked each time. */
function serveFiles(app: FastifyInstance, folder: string): void {
  const usual = {
    index: false,
    // The build writes compressed copies next to its files.
    preCompressed: true,
  } as const;
  void app.register(fastifyStatic, {
    ...usual,
    root: folder,
    decorateReply: false,
    // Routes only for these files: other addresses are pages.
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  const assets = join(folder, 'assets');
  // Fastify warns of a folder that is not there.
  if (existsSync(assets)) {
    void app.register(fastifyStatic, {
      ...usual,
      root: assets,
      serve: false,
      // Only Vite's hashed files may be cached: their name changes with their content.
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
    // One route: a thousand of them would take a tenth of the time of a start. The library's own reads the folder at each request.
    const names = new Set(readdirSync(assets));
    app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
      const { name } = request.params;
      return names.has(name) ? reply.sendFile(name) : reply.callNotFound();
    });
  }
}

/**
 * Serves the service worker of the web app at `/sw.js`, or what removes it, and at `/shell` the page that the worker stores:
 * without data and without the look of a user. A folder without a worker serves neither.
 */
function serveWorker(app: FastifyInstance, folder: string, isOffline: boolean, page: string): void {
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

/**
 * Returns whether to serve the page: to a navigating browser, and to programs that accept any type, such as curl,
 * monitors and link previews; but not for resources that a page loads (Sec-Fetch-Dest), and not for missing files.
 */
function takesAPage(headers: IncomingHttpHeaders, path: string): boolean {
  const { accept = '*/*' } = headers;
  if (accept.includes('text/html')) return true;
  return accept === '*/*' && headers['sec-fetch-dest'] === undefined && !/\.[^/]*$/.test(path);
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
