import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { outgoingDestinations, outgoingMessages, users } from '../../../db/tables.ts';
import { buildUser } from '../../../features/people/users/factory.ts';
import { delayOf, pauseOf } from './delays.ts';
import { OutgoingQueue } from './outgoing-queue.ts';
import type { Outcome, Report, Transport } from './transport.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const startMs = Date.parse('2026-11-24T18:00:00Z');
/** Contents of as many messages. */
const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const secret = 'the secret of a test, of 32 or more';

onEachDatabase('the queue of outgoing messages', (database) => {
  const clock = { nowMs: startMs };
  const now = () => new Date(clock.nowMs);
  const warned: object[] = [];
  const log = {
    warn: (fields: object) => void warned.push(fields),
    error: (fields: object) => void warned.push(fields),
  };

  beforeEach(async () => {
    clock.nowMs = startMs;
    warned.length = 0;
    await database().db.delete(outgoingMessages);
    await database().db.delete(outgoingDestinations);
  });

  /** Opens the queue of one process, whose mails have the outcomes that `answer` returns. */
  function open(
    answer: (content: string, destination: string) => Outcome | Promise<Outcome>,
    options: Partial<Transport> & { secret?: string } = {},
  ) {
    const { db } = database();
    const queue = new OutgoingQueue({ db, now, secret: options.secret ?? secret, log, random: () => 0 });
    const tried: string[] = [];
    const reports: Report[] = [];
    let [atOnce, most] = [0, 0];
    queue.use('mail', {
      placesMax: 3,
      atOnceMax: 100,
      pauseMaxMs: minuteMs,
      isKept: () => true,
      onReport: async (_tx, _message, report) => void reports.push(report),
      send: async ({ content, destination }) => {
        tried.push(content);
        atOnce += 1;
        most = Math.max(most, atOnce);
        try {
          return await answer(content, destination);
        } finally {
          atOnce -= 1;
        }
      },
      ...options,
    });
    onTestFinished(() => queue.close());
    const settle = async () => {
      await queue.run();
      await queue.whenIdle();
    };
    return {
      queue,
      tried,
      reports,
      most: () => most,
      settle,
      add: (content: string, more: Partial<Parameters<OutgoingQueue['add']>[1]> = {}) =>
        queue.add(db, {
          kind: 'mail',
          destination: 'a',
          content,
          expiresAt: new Date(startMs + 3 * dayMs),
          ...more,
        }),
      /** Adds messages at one moment. */
      addAll: (contents: string[], destination = 'a') =>
        db.transaction(async (tx) => {
          const expiresAt = new Date(startMs + 3 * dayMs);
          for (const content of contents)
            await queue.add(tx, { kind: 'mail', destination, content, expiresAt });
        }),
      /** Advances the time, and runs the due work. */
      pass: async (ms: number) => {
        clock.nowMs += ms;
        await settle();
      },
    };
  }

  const stored = () => database().db.select().from(outgoingMessages);
  const sent: Outcome = { kind: 'sent' };
  const away: Outcome = { kind: 'failed', problem: 'refused', isReached: false };
  const later: Outcome = { kind: 'failed', problem: 'greylisted', isReached: true };

  test('sends each message once, and deletes it', async () => {
    const { add, settle, tried } = open(() => sent);
    await Promise.all(['1', '2', '3', '4', '5'].map((content) => add(content)));
    await settle();
    expect(tried.toSorted()).toEqual(['1', '2', '3', '4', '5']);
    expect(await stored()).toEqual([]);
  });

  test("sends a user's messages one after another, in parallel with those of others, if a kind requires it", async () => {
    const [ann, ben] = [await buildUser(database().db), await buildUser(database().db)];
    const both = Promise.withResolvers<void>();
    const { add, most, queue, settle, tried } = open(
      async (content) => {
        if (content === 'ben 1') both.resolve();
        // While Ann's first one is under way, Ben's is too.
        if (content === 'ann 1') await both.promise;
        return sent;
      },
      { isOnePerUser: true },
    );
    await database().db.transaction(async (tx) => {
      for (const content of ['ann 1', 'ann 2', 'ann 3', 'ben 1', 'ben 2']) {
        const userId = content.startsWith('ann') ? ann._id : ben._id;
        const expiresAt = new Date(startMs + dayMs);
        await queue.add(tx, { kind: 'mail', destination: 'a', content, userId, expiresAt });
      }
    });
    await settle();
    expect(tried.filter((content) => content.startsWith('ann'))).toEqual(['ann 1', 'ann 2', 'ann 3']);
    expect(tried).toHaveLength(5);
    expect(most()).toBe(2);
    expect(await stored()).toEqual([]);
    await add('carol');
    await settle();
    expect(tried.at(-1)).toBe('carol');
  });

  test('a limit of one user delays that user as long as the service requested, and others at most a minute', async () => {
    const [ann, ben] = [await buildUser(database().db), await buildUser(database().db)];
    const busy: Outcome = { kind: 'busy', problem: 'asked to wait', waitSec: 600 };
    const { add, pass, tried } = open(
      (content) => (content === 'ann 1' && tried.length === 1 ? busy : sent),
      {
        isOnePerUser: true,
      },
    );
    await add('ann 1', { userId: ann._id });
    await pass(0);
    await add('ann 2', { userId: ann._id });
    await add('ben', { userId: ben._id });
    await pass(minuteMs);
    expect(tried).toContain('ben');
    await pass(10 * minuteMs);
    expect(tried.toSorted()).toEqual(['ann 1', 'ann 1', 'ann 2', 'ben']);
  });

  test('only one message of a subject waits, and it replaces an abandoned one', async () => {
    const outcomes: Outcome[] = [away, { kind: 'refused', problem: 'no' }, sent];
    const { add, queue, pass, tried, settle } = open(() => outcomes.shift() ?? sent);
    await add('1', { subject: 's' });
    await settle();
    await add('2', { subject: 's' });
    await pass(0);
    expect(tried).toEqual(['1']);
    await queue.hasten('mail', 's');
    await pass(0);
    expect(tried).toEqual(['1', '1']);
    expect((await queue.state(5)).givenUp).toEqual([{ kind: 'mail', count: 1 }]);
    await add('3', { subject: 's' });
    await settle();
    expect(tried).toEqual(['1', '1', '3']);
    expect(await stored()).toEqual([]);
  });

  test('an attempt that keeps its message continues beyond its claim, and one that has lost it sends nothing further', async () => {
    const claims: string[] = [];
    const { add, queue, settle } = open(() => sent, {
      send: async ({ content }, keep) => {
        clock.nowMs += 100 * secondMs;
        await keep();
        clock.nowMs += 100 * secondMs;
        const [row] = await stored();
        claims.push(String((row?.claimedUntil?.getTime() ?? 0) > clock.nowMs));
        if (content === 'deleted') await database().db.delete(outgoingMessages);
        await keep();
        claims.push(content);
        return sent;
      },
    });
    await add('kept');
    await settle();
    await add('deleted');
    await queue.whenIdle();
    await settle();
    expect(claims).toEqual(['true', 'kept', 'true']);
    expect(warned).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test('sends at most three messages to a destination at once, first those that users wait for', async () => {
    const { queue, tried, most, settle } = open(async () => {
      await Promise.resolve();
      return sent;
    });
    const { db } = database();
    const expiresAt = new Date(startMs + hourMs);
    await db.transaction(async (tx) => {
      for (let index = 0; index < 20; index += 1) {
        await queue.add(tx, { kind: 'mail', destination: 'a', content: `bulk ${index}`, expiresAt });
      }
      await queue.add(tx, { kind: 'mail', destination: 'a', content: 'sign in', isUrgent: true, expiresAt });
    });
    await settle();
    expect(tried).toHaveLength(21);
    expect(tried[0]).toBe('sign in');
    expect(most()).toBe(3);
  });

  test('two processes send none twice, and together no more than three at once', async () => {
    let [atOnce, most] = [0, 0];
    const answer = async () => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return sent;
    };
    const [one, two] = [open(answer), open(answer)];
    const { db } = database();
    await db.transaction(async (tx) => {
      for (let index = 0; index < 40; index += 1) {
        const expiresAt = new Date(startMs + hourMs);
        await one.queue.add(tx, { kind: 'mail', destination: 'a', content: String(index), expiresAt });
      }
    });
    await Promise.all([one.settle(), two.settle()]);
    await Promise.all([one.settle(), two.settle()]);
    const all = [...one.tried, ...two.tried];
    expect(all).toHaveLength(40);
    expect(new Set(all).size).toBe(40);
    expect(most).toBeLessThanOrEqual(3);
  });

  test('leaves a message of a killed process to the others, with the same id', async () => {
    const killed = open(() => new Promise(() => {}));
    const id = await killed.add('1');
    await killed.queue.run();
    const ids: string[] = [];
    const other = open(() => sent, {
      send: async (message) => {
        ids.push(message.id);
        return sent;
      },
    });
    await other.pass(minuteMs);
    expect(ids).toEqual([]);
    await other.pass(2 * minuteMs);
    expect(ids).toEqual([id]);
    expect(await stored()).toEqual([]);
  });

  test('ignores the outcome of a process whose claim another process has taken over', async () => {
    const answer = Promise.withResolvers<Outcome>();
    const slow = open(() => answer.promise);
    await slow.add('1');
    await slow.queue.run();
    clock.nowMs += 3 * minuteMs;
    const other = open(() => later);
    await other.settle();
    answer.resolve({ kind: 'refused', problem: 'late' });
    await slow.queue.whenIdle();
    expect(await stored()).toMatchObject([{ problem: 'greylisted', givenUpAt: null, attempts: 2 }]);
    expect(slow.reports).toEqual([]);
  });

  test('a message that waits holds no place', async () => {
    const { add, addAll, settle, tried } = open((content) => (content.startsWith('slow') ? later : sent));
    await addAll(['slow 0', 'slow 1', 'slow 2']);
    await settle();
    await add('live');
    await settle();
    expect(tried).toHaveLength(4);
    expect(tried.at(-1)).toBe('live');
  });

  test('a destination that is down delays no other, and gets one message at a time', async () => {
    const { queue, add, addAll, settle, pass, tried } = open((_, destination) =>
      destination === 'dead' ? away : sent,
    );
    await addAll(numbered(10), 'dead');
    await settle();
    // Each of the first three failures makes a place for another, until there are three.
    expect(tried.length).toBeLessThanOrEqual(5);
    await add('live', { destination: 'live' });
    await queue.whenIdle();
    expect(tried.at(-1)).toBe('live');
    const before = tried.length;
    await pass(minuteMs);
    expect(tried.length - before).toBe(1);
  });

  test('a destination that was unavailable for a day gets all waiting messages soon after it is back', async () => {
    let isAway = true;
    const { addAll, pass, tried, settle } = open(() => (isAway ? away : sent));
    await addAll(numbered(30));
    await settle();
    for (let hour = 0; hour < 24; hour += 1) await pass(hourMs);
    expect(await stored()).toHaveLength(30);
    isAway = false;
    tried.length = 0;
    await pass(minuteMs);
    await pass(6 * secondMs);
    expect(tried).toHaveLength(30);
    expect(await stored()).toEqual([]);
    expect(await database().db.select().from(outgoingDestinations)).toMatchObject([
      { failures: 0, failingSince: null, pausedUntil: null },
    ]);
  });

  test('a destination that is busy is tried again, with fewer at once, and this does not count as a failure', async () => {
    let [atOnce, refused] = [0, 0];
    const { addAll, pass, settle, reports } = open(async () => {
      atOnce += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const isTooMany = atOnce > 1;
      atOnce -= 1;
      if (!isTooMany) return sent;
      refused += 1;
      return { kind: 'busy', problem: '421', waitSec: null };
    });
    await addAll(numbered(12));
    await settle();
    for (let round = 0; round < 10; round += 1) await pass(5 * secondMs);
    expect(await stored()).toEqual([]);
    expect(reports.filter(({ state }) => state === 'sent')).toHaveLength(12);
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(12);
  });

  test('a destination that asks to wait gets nothing before, and everything after', async () => {
    let isFull = true;
    const { addAll, pass, settle, tried } = open(() =>
      isFull ? { kind: 'busy', problem: '429', waitSec: 600 } : sent,
    );
    await addAll(numbered(5));
    await settle();
    expect(tried).toHaveLength(3);
    await pass(9 * minuteMs);
    expect(tried).toHaveLength(3);
    isFull = false;
    await pass(2 * minuteMs);
    expect(tried).toHaveLength(8);
    expect(await stored()).toEqual([]);
  });

  test('tries again ever later, and gives up when the message has expired', async () => {
    const { add, settle, reports, tried } = open(() => later);
    await add('1', { expiresAt: new Date(startMs + hourMs) });
    await settle();
    const waits: number[] = [];
    for (;;) {
      const [message] = await stored();
      if (message === undefined || message.givenUpAt !== null) break;
      waits.push((message.dueAt.getTime() - clock.nowMs) / secondMs);
      clock.nowMs = message.dueAt.getTime();
      await settle();
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 600, 600, 600, 600]);
    expect(tried).toHaveLength(11);
    expect(reports.at(-1)).toMatchObject({ state: 'givenUp', problem: 'greylisted', hasExpired: true });
  });

  test('does not send messages that expired while the server was off', async () => {
    const { add, tried, settle, reports, queue } = open(() => sent);
    await queue.close();
    await add('1', { expiresAt: new Date(startMs + hourMs) });
    clock.nowMs += 2 * hourMs;
    const restarted = open(() => sent);
    await restarted.settle();
    await settle();
    expect([...tried, ...restarted.tried]).toEqual([]);
    expect(reports).toEqual([]);
    expect(restarted.reports).toMatchObject([{ state: 'givenUp', hasExpired: true }]);
    expect(await stored()).toMatchObject([{ problem: 'It was not sent in time' }]);
  });

  test('abandons permanently refused messages at once, and reports it', async () => {
    const { add, settle, reports, tried } = open(() => ({ kind: 'refused', problem: 'no such mailbox' }));
    await add('1');
    await settle();
    expect(tried).toHaveLength(1);
    expect(reports).toMatchObject([{ state: 'givenUp', problem: 'no such mailbox', hasExpired: false }]);
    expect(warned).toEqual([{ kind: 'mail', destination: 'a', problem: 'no such mailbox' }]);
  });

  test('an error of the transport delays only this message', async () => {
    const { addAll, settle, tried } = open((content) => {
      if (content === 'broken') throw new Error('a fault of the program');
      return sent;
    });
    await addAll(['broken', 'fine']);
    await settle();
    expect(tried.toSorted()).toEqual(['broken', 'fine']);
    expect(await stored()).toMatchObject([{ problem: 'The server could not make it', attempts: 1 }]);
  });

  test('a copy of the database contains no content of a message, and another secret can not read it', async () => {
    const waiting = open(() => later);
    await waiting.add('https://row.example/reset?token=secret', { recipient: 'ann@club.example' });
    await waiting.settle();
    expect(JSON.stringify(await stored())).not.toMatch(/token|ann@/);
    const moved = open(() => sent, { secret: 'another secret of a test, of 32 or more' });
    await moved.pass(minuteMs);
    expect(moved.tried).toEqual([]);
    expect(await stored()).toMatchObject([{ problem: expect.stringContaining("can't be read") }]);
  });

  test('a message to an address is deleted with it, also an abandoned one', async () => {
    const { queue, add, settle } = open((content) =>
      content === 'refused' ? { kind: 'refused', problem: 'no' } : later,
    );
    await add('refused', { recipient: 'Ann@club.example' });
    await add('waits', { recipient: 'ann@club.example' });
    await add('of another', { recipient: 'ben@club.example' });
    await settle();
    await queue.forget('ann@club.EXAMPLE');
    expect(await stored()).toHaveLength(1);
  });

  test("a message is deleted together with its user's account", async () => {
    const { db } = database();
    const { _id: userId } = await buildUser(db);
    const { add, settle } = open(() => later);
    await add('1', { userId });
    await settle();
    await db.delete(users).where(eq(users.id, userId));
    expect(await stored()).toEqual([]);
  });
});

describe('the waits', () => {
  test.each([
    [1, 0, 15 * secondMs],
    [1, 1, 22.5 * secondMs],
    [4, 0, 120 * secondMs],
    [30, 0, hourMs],
    [30, 1, 1.5 * hourMs],
  ])('the waits after %i failures, spread by %d, are %i ms', (attempts, random, ms) => {
    expect(delayOf(attempts, 3 * dayMs, random)).toBe(ms);
  });

  test('are short enough for six attempts within the time in which a message is valid', () => {
    expect(delayOf(20, hourMs, 0)).toBe(10 * minuteMs);
  });

  test.each([
    [0, 1, 10 * secondMs],
    [3, 1, 80 * secondMs],
    [40, 1, 5 * minuteMs],
    [0, 0, 7.5 * secondMs],
  ])(
    'the waits for a destination after %i more failures, spread by %d, are %i ms',
    (failures, random, ms) => {
      expect(pauseOf(failures, 5 * minuteMs, random)).toBe(ms);
    },
  );
});
