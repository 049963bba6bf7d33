import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import { firstCallsFor, firstDataElement, loadFirstData, type FirstData } from './first-data.ts';
import type { PageFiles, PageMatch } from './page-files.ts';

export type ReaderOptions = {
  /** Whether the installation has no users; not asked again once it has. */
  isEmpty: () => Promise<boolean>;
  /** Returns the theme and tint of a caller, as indices; null without any. */
  appearanceOf: (caller: Caller) => Promise<{ themeColor: number; tintColor: number } | null>;
  /** Returns the key by which one reader is counted. */
  addressKey: (address: string) => string;
  /** Queues the work for a page by its reader; rejects when the reader's queue is full. */
  inTurn: (reader: string, work: () => Promise<void>) => Promise<void>;
};

/** A page waits no longer than this for its theme and data; it then fetches the rest itself. */
const preparedMaxMs = 1_500;

/** By the indices of an account (`apps/web/src/ui/appearance.ts`). */
const modes = ['light', 'dark', 'blue'];
const tints = ['blue', 'green', 'purple', 'mint'];

/** The theme and the data that a page is sent with. */
type Prepared = { theme: string; data: FirstData };

/** The page with the theme of its reader, the data of its first screen, and the links to its files. */
export class ReaderPages {
  readonly #app: FastifyInstance;
  readonly #page: string;
  readonly #files: PageFiles;
  readonly #options: ReaderOptions;
  #hasUsers = false;

  constructor(app: FastifyInstance, page: string, files: PageFiles, options: ReaderOptions) {
    this.#app = app;
    this.#page = page;
    this.#files = files;
    this.#options = options;
  }

  /** Returns the page at `path`, and sets the headers that its content needs. */
  async pageFor(request: FastifyRequest, reply: FastifyReply, path: string): Promise<string> {
    const match = this.#files.match(path);
    const { theme, data } = await this.#prepare(request, match);
    const setUp = await this.#setUpElement(request);
    // The landing page requests no data: a logged-in visitor is redirected to the dashboard.
    const login = path === '/' && request.caller !== null ? '<meta name="login" content="valid">' : '';
    const hasData = data.bodies.size > 0;
    // The user's data must not be in a cache, and must not be shown again after the login has ended.
    reply.header('cache-control', hasData ? 'private, no-store' : 'private, no-cache');
    if (data.cookies.length > 0) reply.header('set-cookie', data.cookies);
    reply.isSentToMany = !hasData && theme === '' && login === '';
    return this.#page
      .replace('<html', () => `<html${theme}`)
      .replace(
        '</head>',
        () => `${setUp}${login}${match === null ? '' : this.#files.linksOf(match.pattern)}</head>`,
      )
      .replace('</body>', () => `${firstDataElement(data.bodies)}</body>`);
  }

  /** Makes the landing page lead to the set-up; any page without a user may become the landing page. */
  async #setUpElement(request: FastifyRequest): Promise<string> {
    if (this.#hasUsers || request.caller !== null) return '';
    try {
      this.#hasUsers = !(await this.#options.isEmpty());
    } catch (error) {
      request.log.warn({ err: error }, 'a page is sent as of an installation with users');
      return '';
    }
    return this.#hasUsers ? '' : '<meta name="set-up" content="empty">';
  }

  async #themeOf(request: FastifyRequest): Promise<string> {
    if (!request.caller) return '';
    try {
      const look = await this.#options.appearanceOf(request.caller);
      const mode = modes[look?.themeColor ?? -1];
      const tint = tints[look?.tintColor ?? -1];
      return mode === undefined || tint === undefined ? '' : ` data-mode="${mode}" data-tint="${tint}"`;
    } catch (error) {
      // Serves the default theme: the page reports by itself that the server cannot be reached.
      request.log.warn({ err: error }, 'the page is sent without the look of its reader');
      return '';
    }
  }

  /**
   * Finds theme and first data. A reader of many pages at once, such as a flood, gets the further ones without data.
   */
  async #prepare(request: FastifyRequest, match: PageMatch | null): Promise<Prepared> {
    const prepared: Prepared = { theme: '', data: { bodies: new Map(), cookies: [] } };
    const { caller, ip, method, raw } = request;
    const calls = match === null ? [] : firstCallsFor(request, match);
    if (method === 'HEAD' || (caller === null && calls.length === 0)) return prepared;
    const late = new AbortController();
    const { signal } = late;
    const timer = setTimeout(() => late.abort(), preparedMaxMs);
    const reader = caller === null ? `address ${this.#options.addressKey(ip)}` : caller.login.uid;
    const inTurn = this.#options.inTurn(reader, async () => {
      if (signal.aborted || raw.socket.destroyed) return;
      const [theme] = await Promise.all([
        this.#themeOf(request),
        loadFirstData(this.#app, request, calls, prepared.data, signal),
      ]);
      if (!signal.aborted) prepared.theme = theme;
    });
    const refused = (error: unknown) => request.log.debug({ err: error }, 'a page is sent without its data');
    await Promise.race([inTurn.catch(refused), once(signal, 'abort')]);
    clearTimeout(timer);
    late.abort();
    return prepared;
  }
}
