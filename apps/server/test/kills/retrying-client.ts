import type { Endpoint, EndpointArgs, EndpointResponse } from '@boathouse/contract/endpoint';
import { setTimeout as delay } from 'node:timers/promises';

/** A request that the server refused: repeating it can't help. */
class RefusedRequest extends Error {
  override name = 'RefusedRequest';
}

export type CallCounts = { requests: number; repeated: number; appendMs: number[] };

/** The server's address; null while it is down. */
export type ServerAddress = { address: string | null };

type Answer = { status: number; body: unknown; tookMs: number };

const answerWithinMs = 10_000;
const waitMs = 25;
/** Longer than any start of the server. */
const attemptsMax = 600;

/** Calls the API until the server has answered, over refused connections, lost answers and restarts. */
export class RetryingClient {
  readonly #server: ServerAddress;
  readonly #counts: CallCounts;
  readonly #headers: Record<string, string>;

  constructor(server: ServerAddress, counts: CallCounts, headers: Record<string, string>) {
    this.#server = server;
    this.#counts = counts;
    this.#headers = headers;
  }

  /** The login's token. */
  get token(): string {
    return (this.#headers['authorization'] ?? '').replace('Bearer ', '');
  }

  as(token: string): RetryingClient {
    return new RetryingClient(this.#server, this.#counts, {
      ...this.#headers,
      authorization: `Bearer ${token}`,
    });
  }

  /** @throws RefusedRequest for a 4xx that no repetition changes */
  async call<E extends Endpoint>(endpoint: E, args: EndpointArgs<E>): Promise<EndpointResponse<E>> {
    const params = new Map<string, unknown>(Object.entries(args.params ?? {}));
    const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, key: string) => String(params.get(key)));
    const query = new URLSearchParams(
      Object.entries(args.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const answer = await this.request(
      endpoint.method,
      `/api${path}${query === '' ? '' : `?${query}`}`,
      args.body,
    );
    return checked<E['response']>(endpoint.response, answer, path);
  }

  async request(method: string, path: string, body: unknown): Promise<unknown> {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      this.#counts.requests += 1;
      if (attempt > 0) this.#counts.repeated += 1;
      const answer = await this.#send(method, path, body);
      if (answer?.status === 200) {
        if (path.endsWith('/strokes') && method === 'POST') this.#counts.appendMs.push(answer.tookMs);
        return answer.body;
      }
      if (answer && answer.status < 500 && ![408, 429].includes(answer.status)) {
        throw new RefusedRequest(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      await delay(waitMs * Math.min(8, attempt + 1));
    }
    throw new Error(`${method} ${path} got no answer in ${attemptsMax} attempts`);
  }

  /** Null without a whole answer. */
  async #send(method: string, path: string, body: unknown): Promise<Answer | null> {
    while (this.#server.address === null) await delay(waitMs);
    const begunAtMs = performance.now();
    const init: RequestInit = {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    };
    let status: number;
    let isJson: boolean;
    let text: string;
    try {
      const response = await fetch(this.#server.address + path, init);
      status = response.status;
      isJson = /json/.test(response.headers.get('content-type') ?? '');
      text = await response.text();
    } catch {
      return null;
    }
    // A proxy without a process to forward to has its own page.
    if (!isJson) return null;
    const answer: unknown = JSON.parse(text);
    return { status, body: answer, tookMs: performance.now() - begunAtMs };
  }
}

function checked<S extends Endpoint['response']>(schema: S, value: unknown, where: string) {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise || result.issues) throw new Error(`${where} breaks the contract`);
  return result.value;
}
