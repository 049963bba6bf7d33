import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Durations } from '../live/statistics.ts';
import type { Call } from './reads.ts';

/** Milliseconds since the moment at which a call was due. */
export type Latencies = {
  calls: number;
  failed: number;
  p50: number;
  p99: number;
  p999: number;
  max: number;
};

/** Calls without a response after this time have failed. */
const timeoutMs = 15_000;

/** Sends calls to one server, with one connection for each call under way. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Returns status and body; `body` is empty unless asked for. */
  get({ path, token, cookie }: Call, isBodyWanted = false): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const headers = {
        'accept-encoding': 'gzip, br',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(isBodyWanted ? { 'accept-encoding': 'identity' } : {}),
      };
      const sent = request(
        { host: '127.0.0.1', port: this.#port, path, headers, agent: this.#agent, timeout: timeoutMs },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => isBodyWanted && chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`No response within ${timeoutMs} ms`)));
      sent.on('error', reject);
      sent.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Sends `rate` calls a second without waiting for responses (an open loop), and measures each from the moment at which
 * it was due: the time of a call that waits behind a slow one includes the wait.
 */
export async function load(
  client: Client,
  callOf: (index: number) => Call,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Latencies> {
  const durations = new Durations(timeoutMs);
  const total = Math.round(rate * seconds);
  let failed = 0;
  let max = 0;
  const running = new Set<Promise<void>>();
  const startMs = performance.now();
  for (let sent = 0; sent < total;) {
    const dueMs = startMs + (sent * 1_000) / rate;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) {
      await pause(waitMs);
      continue;
    }
    const done = client
      .get(callOf(sent))
      .then(({ status }) => {
        if (status !== 200) failed += 1;
      })
      .catch(() => void (failed += 1))
      .then(() => {
        const tookMs = performance.now() - dueMs;
        durations.add(tookMs);
        max = Math.max(max, tookMs);
        running.delete(done);
      });
    running.add(done);
    sent += 1;
  }
  await Promise.all(running);
  const at = (share: number) => durations.percentile(share) ?? 0;
  const p999 = at(0.999);
  return { calls: total, failed, p50: at(0.5), p99: at(0.99), p999, max: Math.round(max * 10) / 10 };
}
