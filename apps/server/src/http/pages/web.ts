import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstCallsFor, firstDataElement, loadFirstData, type FirstData } from './first-data.ts';
import type { Caller } from '../caller.ts';
import { serveManifest } from './manifest.ts';
import { serveWorker } from './worker.ts';
import { readPageFiles, type PageMatch } from './page-files.ts';
import { answerNotFound } from '../problem.ts';

export type WebOptions = {
  /** The built app. */
  folder: string;
  productName: string;
  contactEmail: string;
  /** The origin under which users reach the app, for links in previews. */
  address: string;
  /** Whether browsers may keep the app, to open it without the server. */
  isOffline: boolean;
  /** Whether the installation has no users; not asked again once it has. */
  isEmpty: () => Promise<boolean>;
  /** Returns the theme and tint of a caller, as indices; null if there are none. */
  appearanceOf: (caller: Caller) => Promise<{ themeColor: number; tintColor: number } | null>;
  /** Returns what counts as one address. */
  addressKey: (address: string) => string;
  /** Queues the work for a page by its reader; rejects when the reader's queue is full. */
  inTurn: (reader: string, work: () => Promise<void>) => Promise<void>;
};

/** A page is not held back longer for its theme and data; it then fetches the rest itself. */
const preparedMaxMs = 1_500;

/** By the indices of an account (`apps/web/src/ui/appearance.ts`). */
const modes = ['light', 'dark', 'blue'];
const tints = ['blue', 'green', 'purple', 'mint'];

/** The theme and the data that a page is sent with. */
type Prepared = { theme: string; data: FirstData };

export class WebNotBuiltError extends Error {
  override name = 'WebNotBuiltError';
  constructor(pagePath: string) {
    super(`The web app is not built: ${pagePath} is missing. Run npm run build.`);
  }
}

/**
 * Serves the built web app: hashed files cached for a year, the page never cached. Serves the page for every address
 * without a route that a browser navigates to, so that links into the app work. Puts into the HTML data that the page would
 * otherwise fetch in sequence: the product's name, contact and web address, the user's theme, links to the
 * files of this page, and the data of its first screen.
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

  let hasUsers = false;
  /** Has the landing page lead to the set-up; a page that is not of a user may become the landing page. */
  async function setUpElement(request: FastifyRequest): Promise<string> {
    if (hasUsers || request.caller !== null) return '';
    try {
      hasUsers = !(await options.isEmpty());
    } catch (error) {
      request.log.warn({ err: error }, 'a page is sent as of an installation with users');
      return '';
    }
    return hasUsers ? '' : '<meta name="set-up" content="empty">';
  }

  async function themeOf(request: FastifyRequest): Promise<string> {
    if (!request.caller) return '';
    try {
      const look = await options.appearanceOf(request.caller);
      const mode = modes[look?.themeColor ?? -1];
      const tint = tints[look?.tintColor ?? -1];
      return mode === undefined || tint === undefined ? '' : ` data-mode="${mode}" data-tint="${tint}"`;
    } catch (error) {
      // Serves the default theme: the page reports by itself that the server cannot be reached.
      request.log.warn({ err: error }, 'the page is sent without the look of its reader');
      return '';
    }
  }

  /** Finds theme and first data. A reader of many pages at once, such as a flood, gets the others without them. */
  async function prepare(request: FastifyRequest, match: PageMatch | null): Promise<Prepared> {
    const prepared: Prepared = { theme: '', data: { bodies: new Map(), cookies: [] } };
    const { caller, ip, method, raw } = request;
    const calls = match === null ? [] : firstCallsFor(request, match);
    if (method === 'HEAD' || (caller === null && calls.length === 0)) return prepared;
    const late = new AbortController();
    const { signal } = late;
    const timer = setTimeout(() => late.abort(), preparedMaxMs);
    const reader = caller === null ? `address ${options.addressKey(ip)}` : caller.login.uid;
    const inTurn = options.inTurn(reader, async () => {
      if (signal.aborted || raw.socket.destroyed) return;
      const [theme] = await Promise.all([
        themeOf(request),
        loadFirstData(app, request, calls, prepared.data, signal),
      ]);
      if (!signal.aborted) prepared.theme = theme;
    });
    const refused = (error: unknown) => request.log.debug({ err: error }, 'a page is sent without its data');
    await Promise.race([inTurn.catch(refused), once(signal, 'abort')]);
    clearTimeout(timer);
    late.abort();
    return prepared;
  }

  async function pageFor(request: FastifyRequest, reply: FastifyReply, path: string): Promise<string> {
    const match = files.match(path);
    const { theme, data } = await prepare(request, match);
    const setUp = await setUpElement(request);
    // The landing page asks for no data: a logged-in visitor is led to the dashboard.
    const login = path === '/' && request.caller !== null ? '<meta name="login" content="valid">' : '';
    const hasData = data.bodies.size > 0;
    // The user's data must not be in a cache, nor shown again after the login has ended.
    reply.header('cache-control', hasData ? 'private, no-store' : 'private, no-cache');
    if (data.cookies.length > 0) reply.header('set-cookie', data.cookies);
    reply.isSentToMany = !hasData && theme === '' && login === '';
    return page
      .replace('<html', () => `<html${theme}`)
      .replace(
        '</head>',
        () => `${setUp}${login}${match === null ? '' : files.linksOf(match.pattern)}</head>`,
      )
      .replace('</body>', () => `${firstDataElement(data.bodies)}</body>`);
  }

  const usual = {
    index: false,
    // The build writes compressed copies next to its files.
    preCompressed: true,
  } as const;
  void app.register(fastifyStatic, {
    ...usual,
    root: options.folder,
    decorateReply: false,
    // Routes of these files alone: other addresses are pages.
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  const assets = join(options.folder, 'assets');
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
    return reply.send(await pageFor(request, reply, path));
  });
}

/**
 * Returns whether to serve the page: to a navigating browser, and to programs that accept any type, such as curl,
 * monitors and link previews; not for resources that a page loads (Sec-Fetch-Dest), nor for missing files.
 */
function takesAPage(headers: IncomingHttpHeaders, path: string): boolean {
  const { accept = '*/*' } = headers;
  if (accept.includes('text/html')) return true;
  return accept === '*/*' && headers['sec-fetch-dest'] === undefined && !/\.[^/]*$/.test(path);
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
