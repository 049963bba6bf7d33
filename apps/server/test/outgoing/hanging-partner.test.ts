import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { beforeEach, expect, onTestFinished, test, vi, type TestContext } from 'vitest';
import { outgoingDestinations, outgoingMessages } from '../../src/db/tables.ts';
import { FixedHost } from '../../src/infra/outgoing/fixed-host.ts';
import { OutsideError } from '../../src/infra/outgoing/outside-error.ts';
import { postOutside } from '../../src/infra/outgoing/post-outside.ts';
import { OutgoingQueue } from '../../src/infra/outgoing/queue/outgoing-queue.ts';
import type { Outcome } from '../../src/infra/outgoing/queue/transport.ts';
import { outcomeOfMailError, SmtpServer } from '../../src/infra/outgoing/smtp.ts';
import { onEachDatabase } from '../support/databases.ts';
import { listen } from '../support/listen.ts';
import { TestProcess } from '../support/processes/child-process.ts';

const listening = `
  const server = require('node:net').createServer(() => {});
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log('PORT', server.address().port));`;

/** Returns a port that does not respond to a SYN: its process is blocked, and its queue of connections is full. */
async function unansweredPort(context: TestContext): Promise<number> {
  const still = new TestProcess(['-e', listening]);
  const port = Number((await still.line(/PORT (\d+)/))[1]);
  still.kill('SIGSTOP');
  const waiting: Socket[] = [];
  onTestFinished(() => waiting.forEach((socket) => socket.destroy()));
  for (let tries = 0; tries < 8; tries += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    waiting.push(socket);
    const isAnswered = await Promise.race([
      once(socket, 'connect').then(() => true),
      new Promise<boolean>((resolve) =>
        AbortSignal.timeout(1_000).addEventListener('abort', () => resolve(false)),
      ),
    ]);
    if (!isAnswered) return port;
  }
  console.warn('\n*** This system answers each SYN: the test of an unanswered one is SKIPPED ***\n');
  return context.skip();
}

/** Returns a port that accepts connections and says nothing. */
const silentPort = () => listen(createServer());

/** Returns an HTTP server that answers. */
const livePort = () => listen(createHttpServer((_request, response) => void response.writeHead(201).end()));

const limits = { allowsPrivate: true, timeoutMs: 1_000 };
const failedIn = (error: unknown): Outcome => ({
  kind: 'failed',
  problem: error instanceof OutsideError ? error.message : String(error),
  isReached: false,
});
/** How each kind calls a port, and its message on failure. Mail servers have ten seconds. */
const callers: Array<[string, (port: number) => Promise<Outcome>, RegExp]> = [
  [
    'a webhook or push service',
    async (port) => {
      const url = new URL(`http://127.0.0.1:${port}/`);
      await postOutside(url, { body: '{}', headers: {} }, limits);
      return { kind: 'sent' };
    },
    /No response within 1 s/,
  ],
  [
    'a connected service',
    async (port) => {
      const host = new FixedHost(`http://127.0.0.1:${port}`, {
        userAgent: 'test',
        timeoutMs: limits.timeoutMs,
      });
      await host.call({ method: 'POST', path: '/', body: {} });
      return { kind: 'sent' };
    },
    /No response within 1 s/,
  ],
  [
    'a mail server',
    async (port) => {
      const server = new SmtpServer(`smtp://127.0.0.1:${port}`, 'boathouse@club.example');
      onTestFinished(() => server.close());
      await server.send({ to: 'ann@club.example', subject: 's', text: 't', id: 'i' });
      return { kind: 'sent' };
    },
    /timeout|timed out|greeting/i,
  ],
];
const partners: Array<[string, (context: TestContext) => Promise<number>]> = [
  ['answers no SYN', unansweredPort],
  ['accepts and says nothing', silentPort],
];
const cases = callers.flatMap(([who, call, words]) =>
  partners.map(([does, open]) => ({ who, call, words, does, open })),
);

onEachDatabase('a partner that hangs', (database) => {
  beforeEach(async () => {
    await database().db.delete(outgoingMessages);
    await database().db.delete(outgoingDestinations);
  });

  test.for(cases)(
    '$who that $does is left, its message waits, and another partner is not delayed',
    { timeout: 120_000 },
    async ({ who, call, words, open }, context) => {
      const port = await open(context);
      const live = await livePort();
      const queue = new OutgoingQueue({
        db: database().db,
        now: () => new Date('2026-11-24T18:00:00Z'),
        secret: 'the secret of a test, of 32 or more',
        log: { warn: () => {}, error: () => {} },
      });
      onTestFinished(() => queue.close());
      const taken: number[] = [];
      const hung: Outcome[] = [];
      queue.use('webhook', {
        placesMax: 3,
        atOnceMax: 60,
        pauseMaxMs: 60_000,
        isKept: () => true,
        send: async ({ content }) => {
          const to = Number(content);
          if (to === live) {
            await postOutside(new URL(`http://127.0.0.1:${live}/`), { body: '{}', headers: {} }, limits);
            taken.push(to);
            return { kind: 'sent' };
          }
          const outcome = await call(to).catch(who === 'a mail server' ? outcomeOfMailError : failedIn);
          hung.push(outcome);
          return outcome;
        },
      });
      const expiresAt = new Date('2026-11-27T18:00:00Z');
      await database().db.transaction(async (tx) => {
        for (const to of [port, live]) {
          await queue.add(tx, { kind: 'webhook', destination: `p${to}`, content: String(to), expiresAt });
        }
      });
      await queue.run();
      await vi.waitFor(() => expect(taken).toEqual([live]), 30_000);
      await queue.whenIdle();
      expect(hung).toEqual([{ kind: 'failed', problem: expect.stringMatching(words), isReached: false }]);
      const { waiting, failing, givenUp } = await queue.state(10);
      expect(waiting).toMatchObject([{ kind: 'webhook', count: 1 }]);
      expect(failing).toMatchObject([{ name: `p${port}`, waiting: 1 }]);
      expect(givenUp).toEqual([]);
    },
  );
});
