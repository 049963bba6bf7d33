import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type EmulatedRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: Buffer;
};
export type EmulatedAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/**
 * The fault of the next request, if not null: another response, none at all, or the connection ends after the request
 * was carried out, so that its response is lost.
 */
type Trouble = EmulatedAnswer | 'silence' | 'lostAnswer' | null;

/** A service of the internet on a port of this machine. A subclass has the rules of its service. */
export abstract class EmulatedService {
  readonly requests: EmulatedRequest[] = [];
  /** For the next requests, in order. */
  troubles: Trouble[] = [];
  /** Returned instead of the service's own response, for requests whose path ends like this. */
  readonly answers = new Map<string, EmulatedAnswer>();
  /** Run once, before the next response. */
  beforeNext: (() => Promise<void>) | null = null;
  readonly #server: Server;
  #origin = '';

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  get origin(): string {
    return this.#origin;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const at = this.#server.address();
    this.#origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Returns the calls so far, as `GET /path`. */
  get calls(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  protected abstract answer(request: EmulatedRequest): Promise<EmulatedAnswer> | EmulatedAnswer;

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', this.#origin);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (typeof value === 'string') headers.set(name, value);
    }
    const request: EmulatedRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: await buffer(incoming),
    };
    this.requests.push(request);
    const before = this.beforeNext;
    this.beforeNext = null;
    await before?.();
    const trouble = this.troubles.shift();
    if (trouble === 'silence') return;
    if (typeof trouble === 'object' && trouble !== null) return send(response, trouble);
    const [, given] = [...this.answers].find(([end]) => request.path.endsWith(end)) ?? [];
    const answer = given ?? (await this.answer(request));
    if (trouble === 'lostAnswer') response.destroy();
    else send(response, answer);
  }
}

function send(response: ServerResponse, { status, body, headers = {} }: EmulatedAnswer): void {
  const isSentAsIs = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = isSentAsIs ? body : JSON.stringify(body ?? {});
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytes);
}
