import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { outgoingDestinations, outgoingMessages } from '../../src/db/tables.ts';
import { openMail } from '../../src/infra/mail.ts';
import { postOutside } from '../../src/infra/outgoing/post-outside.ts';
import { OutgoingQueue } from '../../src/infra/outgoing/queue/outgoing-queue.ts';
import type { Transport } from '../../src/infra/outgoing/queue/transport.ts';
import { outcomeOf as outcomeOfPush } from '../../src/features/news/webpush/rules.ts';
import { outcomeOf as outcomeOfWebhook } from '../../src/features/news/webhooks/rules.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readMail, startSmtpServer } from '../support/smtp.ts';

/**
 * Messages of one moment: `STORM=1000 npx vitest run --project server storm` is the long form, and prints its figures.
 */
const size = Number(process.env['STORM'] ?? 60);
const roundsMax = 200;
const secret = 'the secret of a test, of 32 or more';
/** Calls back after some turns of the event loop, in which other requests arrive. */
function laterOn(done: () => void, turns = 200): void {
  if (turns === 0) done();
  else setImmediate(laterOn, done, turns - 1);
}

const log = { info: () => {}, warn: () => {}, error: () => {} };

onEachDatabase(`a storm of ${size} messages at partners that allow three at once`, (database) => {
  const clock = { nowMs: Date.parse('2026-11-24T18:00:00Z') };
  const now = () => new Date(clock.nowMs);

  beforeEach(async () => {
    await database().db.delete(outgoingMessages);
    await database().db.delete(outgoingDestinations);
  });

  function open(): OutgoingQueue {
    const queue = new OutgoingQueue({ db: database().db, now, secret, log });
    onTestFinished(() => queue.close());
    return queue;
  }

  /** Lets five seconds pass repeatedly, until nothing waits. Returns the seconds that passed. */
  async function drain(queue: OutgoingQueue): Promise<number> {
    const beganMs = clock.nowMs;
    for (let round = 0; round < roundsMax; round += 1) {
      await queue.run();
      await queue.whenIdle();
      const waiting = (await queue.state(0)).waiting.reduce((sum, { count }) => sum + count, 0);
      if (waiting === 0) break;
      clock.nowMs += 5_000;
    }
    return (clock.nowMs - beganMs) / 1_000;
  }

  function report(figures: object): void {
    if (process.env['STORM'] !== undefined)
      console.log(JSON.stringify({ on: database().kind, size, ...figures }));
  }

  async function listening(server: Server): Promise<string> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const at = server.address();
    return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  }

  /** A receiver that refuses more than three at once with 429. */
  async function receiver(headers: Record<string, string>) {
    const counts = { atOnce: 0, most: 0, taken: 0, refused: 0 };
    const ids = new Map<string, number>();
    const take: RequestListener = (request, response) => {
      counts.atOnce += 1;
      counts.most = Math.max(counts.most, counts.atOnce);
      const isFull = counts.atOnce > 3;
      request.resume().once('end', () => {
        laterOn(() => {
          counts.atOnce -= 1;
          if (isFull) {
            counts.refused += 1;
            response.writeHead(429, headers).end();
            return;
          }
          counts.taken += 1;
          const id = String(request.headers['x-id']);
          ids.set(id, (ids.get(id) ?? 0) + 1);
          response.writeHead(201).end();
        });
      });
    };
    return { origin: await listening(createServer(take)), counts, ids };
  }

  /** Posts the content, an address, with the message's id. */
  const posting = (
    outcomeOf: typeof outcomeOfPush,
    placesMax: number,
    timeoutMsOf: (url: string) => number,
  ): Transport => ({
    placesMax,
    atOnceMax: 60,
    pauseMaxMs: 60_000,
    isKept: () => true,
    send: async ({ id, content }) => {
      const options = { allowsPrivate: true, timeoutMs: timeoutMsOf(content) };
      return postOutside(new URL(content), { body: '{}', headers: { 'x-id': id } }, options).then(
        outcomeOf,
        (error: unknown) => ({ kind: 'failed', problem: String(error), isReached: false }),
      );
    },
  });

  test.each([3, 10])(
    'reaches a mail server that allows %i connections, each mail once',
    async (connectionsMax) => {
      const queue = open();
      const server = await startSmtpServer({ connectionsMax });
      const { db } = database();
      const mail = openMail({
        smtpUrl: server.url,
        from: 'Boathouse <boathouse@club.example>',
        folder: '/nowhere',
        log,
        queue: { outgoing: queue, db, now },
      });
      onTestFinished(() => {
        mail.close();
        // It waits for half a minute for connections that close.
        void server.close();
      });
      const text = 'Starts soon: https://row.example';
      await db.transaction(async (tx) => {
        for (let index = 0; index < size; index += 1) {
          const message = { to: `m${index}@club.example`, subject: 'Starts soon', text, link: '' };
          await mail.send(message, { tx, isBulk: true });
        }
        await mail.send({ to: 'ann@club.example', subject: 'Sign in', text, link: '' }, { tx });
      });
      const startMs = performance.now();
      const waitedSec = await drain(queue);
      const subjects = server.mails.map(({ raw }) => readMail(raw).headers['subject']);
      const recipients = new Set(server.mails.map(({ envelope }) => envelope.to[0]));
      report({
        connectionsMax,
        taken: recipients.size,
        twice: server.mails.length - recipients.size,
        waitedSec,
        tookSec: (performance.now() - startMs) / 1_000,
        signInAt: subjects.indexOf('Sign in') + 1,
      });
      expect(recipients.size).toBe(size + 1);
      expect(server.mails).toHaveLength(size + 1);
      expect(subjects.indexOf('Sign in')).toBeLessThan(3);
    },
    300_000,
  );

  test('reaches the working push services while eight others hang', async () => {
    const queue = open();
    const { origin, counts, ids } = await receiver({});
    // The live one responds, even on a slow machine.
    queue.use(
      'push',
      posting(outcomeOfPush, 3, (url) => (url === origin ? 60_000 : 500)),
    );
    const dead = await Promise.all(Array.from({ length: 8 }, () => listening(createServer(() => {}))));
    const { db } = database();
    const expiresAt = new Date(clock.nowMs + 15 * 60_000);
    const live = new Set<string>();
    await db.transaction(async (tx) => {
      for (let index = 0; index < size; index += 1) {
        // Half of the messages go to the live service, the others to the dead ones in turn.
        const to = index % 2 === 0 ? origin : (dead[(index >> 1) % 8] ?? '');
        const id = await queue.add(tx, { kind: 'push', destination: to, content: to, expiresAt });
        if (to === origin) live.add(id);
      }
    });
    const startMs = performance.now();
    await queue.run();
    // The clock does not advance, so no message waits for a failing one.
    await vi.waitFor(() => expect(counts.taken).toBe(live.size), { timeout: 60_000, interval: 5 });
    const liveSec = (performance.now() - startMs) / 1_000;
    await queue.whenIdle();
    clock.nowMs = expiresAt.getTime();
    await drain(queue);
    report({ live: live.size, counts, liveSec });
    expect(new Set(ids.keys())).toEqual(live);
    expect(Math.max(...ids.values())).toBe(1);
    expect(counts.most).toBeLessThanOrEqual(3);
    // The messages to the dead ones were abandoned as late.
    const { waiting, givenUp } = await queue.state(0);
    expect([waiting, givenUp]).toEqual([[], [{ kind: 'push', count: size - live.size }]]);
  }, 300_000);

  test.each([3, 6])(
    'reaches a webhook receiver that answers 429 above three, from %i places, each delivery once',
    async (placesMax) => {
      const queue = open();
      queue.use(
        'webhook',
        posting(outcomeOfWebhook, placesMax, () => 60_000),
      );
      const { origin, counts, ids } = await receiver({ 'retry-after': '2' });
      const { db } = database();
      const expiresAt = new Date(clock.nowMs + 3 * 86_400_000);
      await db.transaction(async (tx) => {
        for (let index = 0; index < size; index += 1) {
          await queue.add(tx, { kind: 'webhook', destination: origin, content: origin, expiresAt });
        }
      });
      const startMs = performance.now();
      const waitedSec = await drain(queue);
      report({ placesMax, counts, waitedSec, tookSec: (performance.now() - startMs) / 1_000 });
      expect(ids.size).toBe(size);
      expect(Math.max(...ids.values())).toBe(1);
      // Six at once are too many: the receiver refuses some, and none of them is lost.
      if (placesMax === 3) expect(counts.refused).toBe(0);
      else expect(counts.refused).toBeGreaterThan(0);
    },
    300_000,
  );
});
