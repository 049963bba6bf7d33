import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webhooks as contract } from '@boathouse/contract/clubs/webhooks';
import {
  clubMemberships,
  outgoingDestinations,
  sessions,
  webhookDeliveries,
  webhooks,
} from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { Webhooks } from './service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

onEachDatabase("a club's webhook", (database) => {
  const clock = { nowMs: Date.parse('2026-11-24T18:00:00Z') };
  const app = useTestApp(database, { webhooksPrivateNetworks: true }, undefined, {
    nowMs: () => clock.nowMs,
  });
  const strict = useTestApp(database);
  let server: Server;
  let address: string;
  let got: Array<{ body: string; signature: string }>;
  let status: number;
  let retryAfter: string | null;
  let [olga, ann]: Person[] = [];
  let club: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        got.push({ body, signature: String(request.headers['boathouse-signature']) });
        response.writeHead(status, retryAfter === null ? {} : { 'retry-after': retryAfter }).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const at = server.address();
    address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/results`;
    olga = await app().signUp('Olga Owner');
    ann = await app().signUp('Ann Athlete');
  });
  afterAll(() => void server.close());
  beforeEach(async () => {
    got = [];
    status = 204;
    retryAfter = null;
    clock.nowMs = Date.parse('2026-11-24T18:00:00Z');
    await database().db.delete(webhooks);
    await database().db.delete(outgoingDestinations);
    const ownerId = person(olga).user._id;
    club = await buildClub(database().db, { ownerId, name: 'Crew' });
    await buildMembership(database().db, { clubId: club, userId: person(ann).user._id, role: 1 });
  });

  const person = (given: Person | undefined): Person => {
    if (!given) throw new Error('Not signed up yet');
    return given;
  };
  const path = () => `/api/clubs/${club}/webhook`;
  const set = (as = olga, url = address) => app().call('PUT', path(), { as: person(as), body: { url } });
  const made = async (as = olga) => contract.set.response.parse((await set(as)).body);
  const state = async () =>
    contract.ofClub.response.parse((await app().call('GET', path(), { as: person(olga) })).body);
  const run = async () => {
    await app().services.webhooks.run();
    await app().services.outgoing.run();
    await app().services.outgoing.whenIdle();
  };
  const pass = (ms: number) => void (clock.nowMs += ms);

  /** A session of the club that starts in 10 minutes, with a result of Ann unless she is still rowing. */
  async function session({ isCompleted = true } = {}) {
    const { db } = database();
    const id = await buildSession(db, {
      hostUserId: person(olga).user._id,
      clubId: club,
      title: 'Tuesday 2k',
      startAt: new Date(clock.nowMs + 10 * minuteMs),
      workoutItems: ['2000m', '500m'],
    });
    await buildActivity(db, {
      userId: person(ann).user._id,
      sessionId: id,
      distance: 2000,
      elapsedTime: 425.3,
      heartRate: 171,
      ...(isCompleted ? { completedAt: new Date(clock.nowMs + 20 * minuteMs) } : {}),
    });
    return id;
  }

  test('gets the results of a finished session, signed, once, and no heart rates', async () => {
    const { key } = await made();
    const id = await session();
    pass(69 * minuteMs);
    await run();
    expect(got).toEqual([]);
    pass(2 * minuteMs);
    await run();
    await run();
    expect(got).toHaveLength(1);
    const { body, signature } = got[0] ?? { body: '', signature: '' };
    expect(JSON.parse(body)).toMatchObject({
      event: 'session.finished',
      club: { _id: club, name: 'Crew' },
      session: { _id: id, title: 'Tuesday 2k' },
      items: [
        {
          workout: '2000m',
          results: [
            {
              athlete: { displayName: 'Ann Athlete' },
              distance: 2000,
              elapsedTime: 425.3,
              source: 'monitor',
            },
          ],
        },
        { workout: '500m', results: [] },
      ],
    });
    // The exact number, because an id can contain these digits.
    expect(body).not.toMatch(/\b171\b/);
    const [, time = '', proof = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(Number(time) * 1_000).toBe(clock.nowMs);
    expect(createHmac('sha256', key).update(`${time}.${body}`).digest('hex')).toBe(proof);
    expect((await state()).deliveries).toMatchObject([
      { event: 'session.finished', title: 'Tuesday 2k', state: 'delivered', attempts: 1, problem: null },
    ]);
  });

  test('waits while someone rows, and is not sent for a session without a result or of another club', async () => {
    await made();
    const rowing = await session({ isCompleted: false });
    await buildSession(database().db, { hostUserId: person(olga).user._id, clubId: club });
    await buildSession(database().db, { hostUserId: person(olga).user._id });
    pass(3 * hourMs);
    await database()
      .db.update(sessions)
      .set({ startAt: new Date(clock.nowMs - 2 * hourMs) })
      .where(eq(sessions.id, rowing));
    await run();
    expect(got).toEqual([]);
  });

  test('is tried again with the same id, less and less often, and stops after three days without success', async () => {
    await made();
    await session();
    pass(71 * minuteMs);
    status = 500;
    await run();
    expect(got).toHaveLength(1);
    pass(30_000);
    await run();
    expect(got).toHaveLength(2);
    expect((await state()).deliveries).toMatchObject([
      {
        state: 'waiting',
        attempts: 2,
        nextAt: expect.any(String),
        problem: 'It answered with the status 500',
      },
    ]);
    for (let hour = 0; hour < 50; hour += 1) {
      pass(2 * hourMs);
      await run();
    }
    expect(got.length).toBeLessThan(60);
    const stopped = await state();
    expect(stopped.stoppedAt).not.toBeNull();
    const bell = await app().call('GET', '/api/notifications', { as: person(olga) });
    expect(bell.body).toMatchObject([{ kind: 'webhookStopped', club: { _id: club, name: 'Crew' } }]);
    expect(stopped.deliveries).toMatchObject([
      { state: 'failed', nextAt: null, problem: 'It answered with the status 500' },
    ]);
    const ids = got.map(({ body }) => Object(JSON.parse(body))._id);
    expect(new Set(ids).size).toBe(1);
    // While it is stopped, nothing more is sent; a test that arrives starts it again.
    await session();
    pass(71 * minuteMs);
    const tries = got.length;
    await run();
    expect(got).toHaveLength(tries);
    status = 204;
    await app().call('POST', `${path()}/test`, { as: person(olga) });
    expect((await state()).stoppedAt).toBeNull();
    await run();
    expect(got).toHaveLength(tries + 2);
  });

  test('a receiver that asks to wait gets nothing before, and this does not count as a failure', async () => {
    await made();
    await session();
    pass(71 * minuteMs);
    [status, retryAfter] = [429, '600'];
    await run();
    pass(9 * minuteMs);
    await run();
    expect(got).toHaveLength(1);
    status = 204;
    pass(2 * minuteMs);
    await run();
    expect(got).toHaveLength(2);
    expect((await state()).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  test('gets the waiting deliveries at its new address', async () => {
    await made();
    await session();
    pass(71 * minuteMs);
    status = 500;
    await run();
    status = 204;
    await set(olga, `${address}/new`);
    await run();
    expect(got).toHaveLength(2);
    expect((await state()).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  test('is queued once, also by two processes, and a delivery that waited before the queue was is sent', async () => {
    await made();
    const id = await session();
    pass(71 * minuteMs);
    // The webhook is in the state that the previous version left.
    await database()
      .db.insert(webhookDeliveries)
      .values({
        id: '019a0000-0000-7000-8000-00000000000d',
        clubId: club,
        event: 'session.finished',
        sessionId: id,
        createdAt: new Date(clock.nowMs),
        attempts: 2,
        nextAt: new Date(clock.nowMs + hourMs),
      });
    await Promise.all([app().services.webhooks.run(), app().services.webhooks.run()]);
    await run();
    expect(got).toHaveLength(1);
    expect((await state()).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  test('is tested by a button, once, and its failure is in the log', async () => {
    await made();
    status = 404;
    const tested = await app().call('POST', `${path()}/test`, { as: person(olga) });
    expect(contract.test.response.parse(tested.body).deliveries).toMatchObject([
      {
        event: 'test',
        title: null,
        state: 'failed',
        attempts: 1,
        problem: 'It answered with the status 404',
      },
    ]);
    pass(24 * hourMs);
    await run();
    expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([{ event: 'test', club: { _id: club } }]);
  });

  test('is tested at most 20 times in an hour', async () => {
    await made();
    const tests = async () => (await app().call('POST', `${path()}/test`, { as: person(olga) })).status;
    for (let index = 0; index < 20; index += 1) expect(await tests()).toBe(200);
    expect(await tests()).toBe(429);
  });

  test('reports a redirect as a failure, and does not follow it', async () => {
    await made();
    status = 307;
    const tested = await app().call('POST', `${path()}/test`, { as: person(olga) });
    expect(contract.test.response.parse(tested.body).deliveries[0]?.problem).toContain('redirect (307)');
  });

  test("does not read with a former admin's rights", async () => {
    await made(ann);
    await session();
    await database()
      .db.delete(clubMemberships)
      .where(eq(clubMemberships.userId, person(ann).user._id));
    pass(71 * minuteMs);
    await run();
    expect(got).toEqual([]);
    expect((await state()).deliveries).toMatchObject([
      { state: 'failed', problem: "The admin who set this address can't read the session any more" },
    ]);
  });

  test('has a new key each time it is set, which the database does not contain', async () => {
    const keys = [(await made()).key, (await made()).key];
    expect(new Set(keys).size).toBe(2);
    const stored = await database().db.select().from(webhooks);
    for (const key of keys) expect(JSON.stringify(stored)).not.toContain(key);
  });

  test('is deleted with its log, and nothing further is sent', async () => {
    await made();
    await session();
    pass(71 * minuteMs);
    status = 500;
    await run();
    const removed = await app().call('DELETE', path(), { as: person(olga) });
    expect(removed.body).toEqual({ url: null, stoppedAt: null, deliveries: [] });
    pass(hourMs);
    await run();
    expect(got).toHaveLength(1);
  });

  test('must not be in a private network unless the operator allows it', async () => {
    for (const url of [address, 'https://127.0.0.1/', 'https://localhost/', 'https://[::1]/']) {
      const answer = await strict().call('PUT', path(), { as: person(olga), body: { url } });
      expect(problemOf(answer)).toMatchObject({ status: 400, fields: ['url'] });
    }
    expect(await database().db.select().from(webhooks)).toEqual([]);
  });

  test('is checked again at each attempt: its name may have moved into the private network', async () => {
    const { db } = database();
    let isMoved = false;
    const careful = new Webhooks({
      db,
      now: () => new Date(clock.nowMs),
      secret: 'the secret of a test, of 32 or more',
      allowsPrivate: false,
      productName: 'Boathouse',
      outgoing: strict().services.outgoing,
      notifier: strict().services.notifier,
      lookup: async () => [{ address: isMoved ? '10.0.0.1' : '93.184.216.34' }],
    });
    await careful.set(person(olga).user._id, club, 'https://scores.example/');
    isMoved = true;
    const { deliveries } = await careful.test(person(olga).user._id, club);
    expect(deliveries[0]?.problem).toContain('no public address');
  });
});
