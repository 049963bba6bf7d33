import { OutsideError, wordsOf } from './outside-error.ts';
import { dateOf, retryAfterSecOf } from './retry-after.ts';

/** The response of a service. */
export type HostAnswer = {
  status: number;
  /** Parsed if it is JSON, otherwise the text. */
  body: unknown;
  /** It comes from the header Retry-After; null without one. */
  retryAfterSec: number | null;
  /** The service's own clock, from the header Date; null without one. */
  date: Date | null;
};

export type HostCall = {
  method: 'GET' | 'POST' | 'PATCH';
  /** From the first slash on, encoded. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, URLSearchParams and FormData as such. */
  body?: FormData | URLSearchParams | object;
};

const usualTimeoutMs = 20_000;
const answerBytesMax = 8 * 1_048_576;

/**
 * Calls only the one host that the operator's configuration names, and follows no redirects. Limits the time and the
 * size of the response.
 */
export class FixedHost {
  readonly origin: string;
  readonly #options: { userAgent: string; timeoutMs: number; bytesMax: number };

  constructor(origin: string, options: { userAgent: string; timeoutMs?: number; bytesMax?: number }) {
    this.origin = new URL(origin).origin;
    this.#options = { timeoutMs: usualTimeoutMs, bytesMax: answerBytesMax, ...options };
  }

  /** @throws OutsideError if there is no response, one that is too long, or a redirect */
  async call({ method, path, query = {}, headers = {}, body }: HostCall): Promise<HostAnswer> {
    const { userAgent, timeoutMs } = this.#options;
    const url = new URL(`${this.origin}${path}`);
    if (url.origin !== this.origin) throw new Error('A path must not name another host');
    url.search = new URLSearchParams(query).toString();
    const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof URLSearchParams);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          ...headers,
          'user-agent': userAgent,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        throw new OutsideError(`It answered with a redirect (${response.status}), which is not followed`);
      }
      const text = await this.#textOf(response);
      return {
        status: response.status,
        body: parsed(text),
        retryAfterSec: retryAfterSecOf(response.headers.get('retry-after'), response.headers.get('date')),
        date: dateOf(response.headers.get('date')),
      };
    } catch (error) {
      if (error instanceof OutsideError) throw error;
      if (signal.aborted) throw new OutsideError(`No response within ${timeoutMs / 1_000} s`);
      throw new OutsideError(wordsOf(error), { cause: error });
    }
  }

  async #textOf(response: Response): Promise<string> {
    const { bytesMax } = this.#options;
    const parts: Uint8Array[] = [];
    let size = 0;
    const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
    for await (const part of body) {
      size += part.byteLength;
      if (size > bytesMax) throw new OutsideError('The answer is too long');
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
