import { IncomingMessage, STATUS_CODES, ServerResponse, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { ErrorCode } from '@boathouse/contract/errors';
import { problemText } from './problem.ts';
import type { SetSecurityHeaders } from './security-headers.ts';

export type BodyLimits = {
  /** An incomplete body must deliver `minBytes` in each of these periods, except for its end. */
  periodMs: number;
  minBytes: number;
  /** Time for an incomplete body when the process stops. */
  whenStoppingMs: number;
};

/**
 * At this rate a JSON body (at most 256 KiB) takes at most 5 min, one of up to 64 KiB a little more than a minute. The
 * largest chunk of an upload (32 MiB) may take hours on a slow line while 1.1 kB arrive each second; Node's own
 * `requestTimeout` would be one limit for both.
 */
export const usualBodyLimits: BodyLimits = { periodMs: 60_000, minBytes: 65_536, whenStoppingMs: 1_000 };

/** Connections at once, so that idle ones cannot use up memory and descriptors. A club has a few for each athlete. */
const connectionsMax = 10_000;

type Pending = { response: ServerResponse; bytesRead: number; sinceMs: number };

/** Ends requests whose body arrives too slowly, and responds with problem+json if no route can. */
export class Connections {
  readonly #pending = new Map<IncomingMessage, Pending>();
  /** The last response started on a connection: nothing may be written into the middle of it. */
  readonly #answers = new WeakMap<object, ServerResponse>();
  readonly #limits: BodyLimits;
  readonly #headers: string[];
  readonly #timer: NodeJS.Timeout;

  constructor(server: Server, setSecurityHeaders: SetSecurityHeaders, limits: BodyLimits) {
    this.#limits = limits;
    this.#headers = headersOf(setSecurityHeaders);
    server.maxConnections = connectionsMax;
    server.prependListener('request', (request, response) => {
      this.#answers.set(request.socket, response);
      if (!hasBody(request)) return;
      this.#pending.set(request, {
        response,
        bytesRead: request.socket.bytesRead,
        sinceMs: performance.now(),
      });
    });
    this.#timer = setInterval(() => this.#check(), limits.periodMs / 4).unref();
    server.once('close', () => clearInterval(this.#timer));
  }

  /** Responds to malformed requests, which Node could not parse. Fastify's `clientErrorHandler`. */
  readonly answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, code, message] = refusals[error.code ?? ''] ?? unreadable;
    this.#end(socket, status, code, message);
  };

  /** Waits only briefly for incomplete bodies when the process stops. */
  stop(): void {
    setTimeout(() => {
      for (const [request, { response }] of this.#pending) {
        if (!request.complete && !response.writableFinished) this.#cutOff(request, stopping);
      }
    }, this.#limits.whenStoppingMs).unref();
  }

  #check(): void {
    const nowMs = performance.now();
    for (const [request, entry] of this.#pending) {
      const { bytesRead } = request.socket;
      if (request.complete || request.socket.destroyed) this.#pending.delete(request);
      else if (nowMs - entry.sinceMs >= this.#limits.periodMs) {
        if (bytesRead - entry.bytesRead < this.#limits.minBytes) this.#cutOff(request, tooSlow);
        else Object.assign(entry, { bytesRead, sinceMs: nowMs });
      }
    }
  }

  #cutOff(request: IncomingMessage, [status, code, message]: RawRefusal): void {
    this.#pending.delete(request);
    this.#end(request.socket, status, code, message);
  }

  #end(socket: Socket, status: number, code: ErrorCode, message: string): void {
    const answer = this.#answers.get(socket);
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
    if (socket.writable && !isAnswering) {
      const body = problemText(code, message);
      const lines = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        ...this.#headers,
        'content-type: application/problem+json',
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    }
    socket.destroySoon();
  }
}

type RawRefusal = readonly [status: number, code: ErrorCode, message: string];
const tooSlow: RawRefusal = [408, 'timed_out', 'The request arrived too slowly. Try again.'];
const stopping: RawRefusal = [503, 'unavailable', 'The server is restarting. Try again in a moment.'];
const unreadable: RawRefusal = [400, 'bad_request', 'This is not a valid HTTP request'];
const refusals: Record<string, RawRefusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The headers of this request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large', 'The chunk extensions of this request are too large'],
};

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The headers of `setSecurityHeaders` as lines, for a response without a ServerResponse. */
function headersOf(setSecurityHeaders: SetSecurityHeaders): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setSecurityHeaders(request, response);
  return Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}`);
}
