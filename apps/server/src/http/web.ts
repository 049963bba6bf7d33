import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { webHeaders } from './headers.ts';
import { answerNotFound } from './problem.ts';

export type WebOptions = {
  /** The built app. */
  folder: string;
  productName: string;
  contactEmail: string;
  /** Returns the theme and tint of the user signed in by these headers, as indices; null without sign-in. */
  appearanceOf: (headers: Headers) => Promise<{ themeColor: number; tintColor: number } | null>;
};

export class WebNotBuiltError extends Error {
  override name = 'WebNotBuiltError';
  constructor(pagePath: string) {
    super(`The web app is not built: ${pagePath} is missing. Run npm run build.`);
  }
}

/**
 * Serves the built web app: hashed files cached for a year, the page never cached. Serves the page for every address
 * without a route that a browser navigates to, so that links into the app work. Puts the product's name, the contact
 * address and the user's theme into the HTML, so that they apply before the first paint.
 */
export function serveWeb(app: FastifyInstance, options: WebOptions): void {
  const pagePath = join(options.folder, 'index.html');
  if (!existsSync(pagePath)) throw new WebNotBuiltError(pagePath);
  // Replacer functions: `$&` is special in a replacement string.
  const page = readFileSync(pagePath, 'utf8')
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(options.productName))
    .replaceAll('__CONTACT_EMAIL__', () => escapeHtml(options.contactEmail));

  async function pageFor(request: FastifyRequest): Promise<string> {
    try {
      const look = await options.appearanceOf(webHeaders(request.headers));
      if (look === null) return page;
      const { themeColor, tintColor } = look;
      return page.replace('<html', `<html data-theme-color="${themeColor}" data-tint-color="${tintColor}"`);
    } catch (error) {
      // Serves the default theme: the page reports by itself that the server cannot be reached.
      request.log.warn({ err: error }, 'the page is sent without the look of its reader');
      return page;
    }
  }

  void app.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    // The build writes compressed copies next to its files.
    preCompressed: true,
    // Only Vite's hashed files may be cached: their name changes with their content.
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const isOurs = /^\/(api|files|socket\.io|assets|metrics)(\/|$)/;
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
    return reply
      .header('cache-control', 'private, no-cache')
      .type('text/html; charset=utf-8')
      .send(await pageFor(request));
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
