// Runs in a separate process (`inOtherProcess`), so that its work does not slow the probes.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Attack = {
  port: number;
  /** Paths that are requested in turn, again and again: after a response with `next` it requests the rest. */
  paths: string[];
  /** Headers of each caller; the requests under way alternate between them. */
  callers: Array<Record<string, string>>;
  /** Requests under way at once. */
  parallel: number;
  seconds: number;
  /** Opens and closes live connections instead of sending requests. */
  isLive: boolean;
  /** The wait after a refusal, as honest programs have; null sends the next request at once. */
  pauseAfterRefusalMs: number | null;
  /** The wait after any other response; null sends the next request at once. */
  pauseMs: number | null;
};

/** Responses by status (0: none), and the bytes of their bodies. */
export type Done = { statuses: Record<number, number>; bytes: number };

type Answer = { status: number; bytes: number; next: number | null };

const attack: Attack = JSON.parse(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

function ask(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, bytes: 0, next: null });
    const sent = request({ host: '127.0.0.1', port: attack.port, path, headers, agent }, (response) => {
      let bytes = 0;
      let text = '';
      response.setEncoding('latin1');
      response.on('data', (chunk: string) => {
        bytes += chunk.length;
        // The end of the body, which has `next`.
        text = (text + chunk).slice(-200);
      });
      response.on('error', failed);
      response.on('end', () => {
        const next = /"next":(\d+)\}$/.exec(text)?.[1];
        resolve({
          status: response.statusCode ?? 0,
          bytes,
          next: next === undefined ? null : Number(next),
        });
      });
    });
    sent.on('upgrade', (response, socket) => {
      // The first frame: the server has admitted or refused the connection.
      socket.once('data', () => socket.destroy());
      socket.on('error', () => {});
      socket.on('close', () => resolve({ status: response.statusCode ?? 0, bytes: 0, next: null }));
    });
    sent.on('error', failed);
    sent.end();
  });
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

const done: Done = { statuses: {}, bytes: 0 };
const untilMs = performance.now() + attack.seconds * 1_000;
async function attackAs(headers: Record<string, string>, first: number): Promise<void> {
  const sent = attack.isLive ? { ...headers, ...upgrade } : headers;
  let turn = first;
  let from: number | null = null;
  while (performance.now() < untilMs) {
    const path = attack.paths[turn % attack.paths.length] ?? '/';
    const { status, bytes, next } = await ask(from === null ? path : `${path}&from=${from}`, sent);
    done.statuses[status] = (done.statuses[status] ?? 0) + 1;
    done.bytes += bytes;
    from = next;
    if (next === null) turn += 1;
    const pauseMs = status >= 400 ? attack.pauseAfterRefusalMs : attack.pauseMs;
    if (pauseMs !== null) await pause(pauseMs);
  }
}
await Promise.all(
  Array.from({ length: attack.parallel }, (_, index) =>
    attackAs(attack.callers[index % attack.callers.length] ?? {}, index),
  ),
);
agent.destroy();
process.send?.(done);
