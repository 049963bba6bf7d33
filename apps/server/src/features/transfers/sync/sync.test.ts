import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activities as activityCalls } from '@boathouse/contract/activities';
import { readWorkouts } from '@boathouse/formats/read';
import { activities, outgoingMessages, syncConnections, syncUploads, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf } from '../../../../test/support/test-app.ts';
import { hourMs, minuteMs, useConnectedAthletes } from '../../../../test/sync/connected-athletes.ts';

onEachDatabase('connected services', (database) => {
  const given = useConnectedAthletes(database);
  const { clock, intervals, logbook, app, ann, ben, db, pass, run, connect, state, finished } = given;
  const uploads = async () =>
    (await state()).uploads.map(({ service, state: is, problem }) => [service, is, problem]);
  const connectionOf = async (service: 'intervals' | 'logbook') =>
    (await state()).services.find((each) => each.service === service)?.connection ?? null;

  describe('a connection', () => {
    test('is off until the athlete makes one, and then belongs only to them', async () => {
      expect((await state()).services.map(({ service, connection }) => [service, connection])).toEqual([
        ['intervals', null],
        ['logbook', null],
      ]);
      expect((await connect('intervals', 'anns-key')).status).toBe(200);
      expect(await connectionOf('intervals')).toMatchObject({
        state: 'on',
        uploads: true,
        imports: false,
        accountName: 'Ann A.',
      });
      expect((await state(ben())).services.map(({ connection }) => connection)).toEqual([null, null]);
    });

    test('is not made with a key that the service refuses, and an existing one stays', async () => {
      const refused = await connect('intervals', 'another-key');
      expect(problemOf(refused)).toEqual({ status: 400, code: 'bad_request', fields: ['key'] });
      expect(refused.body).toMatchObject({ message: 'key: This key was refused by intervals.icu' });
      expect((await connect('logbook', 'not-a-token')).body).toMatchObject({
        message: 'key: This key was refused by Concept2 Logbook',
      });
      await connect('intervals', 'anns-key');
      await connect('intervals', 'another-key');
      expect(await connectionOf('intervals')).toMatchObject({ state: 'on', accountName: 'Ann A.' });
    });

    test('is not made while the service does not respond, and reports it', async () => {
      intervals.troubles = [
        { status: 503 },
        { status: 302, headers: { location: logbook.origin } },
        { status: 200, body: '<html>' },
      ];
      for (const words of ['status 503', 'redirect', 'status 200']) {
        expect(await connect('intervals', 'anns-key')).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining(words) },
        });
      }
      expect(logbook.calls).toEqual([]);
    });

    test('shows its key to no one, and no table has it', async () => {
      await connect('intervals', 'anns-key');
      await finished();
      await run();
      const [row] = await db().select().from(syncConnections);
      expect(JSON.stringify([row, await db().select().from(syncUploads), await state()])).not.toContain(
        'anns-key',
      );
      const archive = await app().app.http.inject({
        url: `/api/users/${ann().user._id}/archive`,
        headers: { authorization: `Bearer ${ann().token}` },
      });
      expect(archive.statusCode).toBe(200);
      expect(archive.rawPayload.includes('anns-key')).toBe(false);
      expect(archive.rawPayload.includes(row?.sealed ?? '')).toBe(false);
    });

    test('can be used with no row of another athlete', async () => {
      await connect('intervals', 'anns-key');
      await db().update(syncConnections).set({ userId: ben().user._id });
      const [moved] = await db().select().from(syncConnections);
      const { sync } = app().services;
      expect(sync.credentialsOf({ id: moved?.id ?? '', sealed: moved?.sealed ?? '' })).not.toBeNull();
      expect(sync.credentialsOf({ id: ben().user._id, sealed: moved?.sealed ?? '' })).toBeNull();
    });

    test('is deleted with the account', async () => {
      const eve = await app().signUp('Eve');
      await app().call('PUT', '/api/sync/intervals', {
        as: eve,
        body: { key: 'anns-key', uploads: true, imports: false, timeZone: 'UTC' },
      });
      await finished({ userId: eve.user._id });
      const body = { clubResults: 'keep', password: 'a good password' };
      expect(
        (await app().call('POST', `/api/users/${eve.user._id}/deletion`, { as: eve, body })).status,
      ).toBe(200);
      expect(await db().select().from(syncConnections)).toEqual([]);
      expect(await db().select().from(syncUploads)).toEqual([]);
    });

    test('a connection that ends sends none of the waiting results', async () => {
      await connect('intervals', 'anns-key');
      await finished();
      await app().call('DELETE', '/api/sync/intervals', { as: ann() });
      await connect('intervals', 'anns-key');
      pass(hourMs);
      await run();
      expect(intervals.activities).toEqual([]);
      expect(await uploads()).toEqual([]);
    });

    test('belongs to a service that the operator offers', async () => {
      const zone = { timeZone: 'Nowhere at all' };
      expect(problemOf(await connect('intervals', 'anns-key', zone)).fields).toEqual(['timeZone']);
      const answer = await app().call('PUT', '/api/sync/strava', { as: ann(), body: { key: 'k' } });
      expect(answer.status).toBe(400);
    });
  });

  describe('a finished row', () => {
    test('is queued by its completion, once, and simulated ones never are', async () => {
      await connect('intervals', 'anns-key');
      for (const isSimulated of [false, true]) {
        const begun = await app().call('POST', '/api/activities', {
          as: ann(),
          body: { user: ann().user._id, title: 'Just row', workout: 'Just row' },
        });
        const { _id: id } = activityCalls.create.response.parse(begun.body);
        const result = { elapsedTime: 60, distance: 250, isSimulated, timeZone: 'UTC' };
        for (const _ of ['first', 'repeated']) {
          const answer = await app().call('PATCH', `/api/activities/${id}/complete`, {
            as: ann(),
            body: result,
          });
          expect(answer.status).toBe(200);
        }
      }
      expect(await uploads()).toEqual([['intervals', 'waiting', null]]);
    });

    test('is sent to intervals.icu as FIT, with every stroke, when its last values have settled', async () => {
      await connect('intervals', 'anns-key');
      const id = await finished({}, 200);
      // Queued ten minutes ago, and due three minutes later.
      clock.nowMs -= 8 * minuteMs;
      await run();
      expect(intervals.activities).toEqual([]);
      pass(20 * minuteMs);
      await run();
      expect(intervals.activities).toMatchObject([{ athlete: 'i7', externalId: id, name: 'Before work' }]);
      const [workout] = readWorkouts(intervals.activities[0]?.bytes ?? Buffer.alloc(0), 'a.fit').workouts;
      expect(workout).toMatchObject({ distance: 2_000, elapsedTime: 425.3, machine: 'rower' });
      expect(workout?.strokes).toHaveLength(200);
      expect(await uploads()).toEqual([['intervals', 'sent', null]]);
      expect(await connectionOf('intervals')).toMatchObject({
        succeededAt: new Date(clock.nowMs).toISOString(),
      });
      pass(hourMs);
      await run();
      expect(intervals.activities).toHaveLength(1);
    });

    test('a row that still sends values, or was reopened, is not sent unfinished', async () => {
      await connect('intervals', 'anns-key');
      const id = await finished({ heardAt: new Date(clock.nowMs - 5_000) });
      await run();
      expect(intervals.activities).toEqual([]);
      const again = { isCompleted: false, completedAt: null };
      await db().update(activities).set(again).where(eq(activities.id, id));
      pass(10 * minuteMs);
      await run();
      expect(intervals.activities).toEqual([]);
      expect(await uploads()).toEqual([]);
    });

    test.each([[true], [false]])(
      'is sent once even when the response was lost (intervals.icu knows its id: %s)',
      async (recognizes) => {
        intervals.recognizes = recognizes;
        await connect('intervals', 'anns-key');
        await finished();
        intervals.troubles = ['lostAnswer'];
        await run();
        expect(await uploads()).toEqual([
          ['intervals', 'waiting', 'The connection was closed without a response'],
        ]);
        pass(5 * minuteMs);
        await run();
        expect(intervals.activities).toHaveLength(1);
        expect(await uploads()).toEqual([['intervals', 'there', null]]);
      },
    );

    test('is tried again at growing intervals, given up after three days, and then by a press', async () => {
      await connect('intervals', 'anns-key');
      const id = await finished();
      const tries = () => intervals.calls.filter((call) => call.endsWith('/activities')).length;
      intervals.troubles = Array.from({ length: 400 }, () => ({ status: 500 }));
      const gaps: number[] = [];
      for (const _ of Array.from({ length: 11 })) {
        await run();
        const [{ nextAt } = { nextAt: null }] = (await state()).uploads;
        const gapMs = Date.parse(nextAt ?? '') - clock.nowMs;
        gaps.push(gapMs / minuteMs);
        pass(gapMs);
      }
      expect(tries()).toBe(11);
      for (const [index, least] of [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60].entries()) {
        expect(gaps[index]).toBeGreaterThanOrEqual(least);
        expect(gaps[index]).toBeLessThanOrEqual(least * 1.5);
      }
      pass(3 * 24 * hourMs);
      await run();
      expect(await uploads()).toEqual([['intervals', 'givenUp', 'It answered with the status 500']]);
      const bell = await app().call('GET', '/api/notifications', { as: ann() });
      expect(bell.body).toMatchObject([{ kind: 'uploadFailed', activity: { _id: id } }]);
      const { givenUp, messages } = await app().services.outgoing.state(10);
      expect(givenUp).toEqual([{ kind: 'intervals', count: 1 }]);
      expect(messages).toMatchObject([{ user: 'Ann', destination: intervals.origin, canRetry: true }]);
      intervals.troubles = [];
      const again = await app().call('POST', `/api/sync/intervals/activities/${id}`, { as: ann() });
      expect(again.status).toBe(200);
      await run();
      expect(await uploads()).toEqual([['intervals', 'sent', null]]);
      expect((await app().services.outgoing.state(10)).givenUp).toEqual([]);
    });

    test("a row that was abandoned is also sent at an administrator's request", async () => {
      await connect('intervals', 'anns-key');
      await finished();
      intervals.troubles = [{ status: 422, body: { error: 'Unable to read the file' } }];
      await run();
      const { outgoing } = app().services;
      const { messages } = await outgoing.state(10);
      expect(await outgoing.retry(messages.map(({ id }) => id))).toBe(1);
      await run();
      expect(await uploads()).toEqual([['intervals', 'sent', null]]);
      expect(intervals.activities).toHaveLength(1);
    });

    test('waits as long as the service asks, and does not count that as a failed attempt', async () => {
      await connect('intervals', 'anns-key');
      await finished();
      for (let round = 0; round < 12; round += 1) {
        intervals.troubles = [{ status: 429, headers: { 'retry-after': '600' } }];
        const before = intervals.requests.length;
        await run();
        pass(9 * minuteMs);
        await run();
        expect(intervals.requests.length - before).toBe(1);
        // Waits are spread by up to a tenth.
        pass(121_000);
      }
      expect((await state()).uploads).toMatchObject([{ state: 'waiting', attempts: 0 }]);
      intervals.troubles = [];
      await run();
      expect(await uploads()).toEqual([['intervals', 'sent', null]]);
    });

    test('a row that the service refuses shows the words of the service, and is not retried automatically', async () => {
      await connect('intervals', 'anns-key');
      await finished();
      intervals.troubles = [{ status: 422, body: { status: 422, error: 'Unable to read the file' } }];
      await run();
      expect(await uploads()).toEqual([['intervals', 'refused', 'Unable to read the file']]);
      pass(48 * hourMs);
      await run();
      expect(intervals.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
    });

    test('waits for another key when the service refuses the present one', async () => {
      await connect('intervals', 'anns-key');
      await finished();
      intervals.athletes.clear();
      await run();
      expect(await connectionOf('intervals')).toMatchObject({
        state: 'loginNeeded',
        problem: 'intervals.icu refused the key. Enter another one.',
      });
      const before = intervals.requests.length;
      pass(48 * hourMs);
      await run();
      expect(intervals.requests).toHaveLength(before);
      intervals.athletes.set('new-key', { id: 'i7', name: 'Ann A.' });
      await connect('intervals', 'new-key');
      await run();
      expect(await uploads()).toEqual([['intervals', 'sent', null]]);
      expect(await connectionOf('intervals')).toMatchObject({ state: 'on', problem: null, failedAt: null });
    });

    test('is sent by one process, and after it has ended by another', async () => {
      await connect('intervals', 'anns-key');
      for (const _ of ['one', 'two', 'three']) await finished();
      await Promise.all([run(), run(), run()]);
      expect(intervals.activities).toHaveLength(3);
      await finished();
      await app().services.syncWorker.run();
      await app().services.outgoing.whenIdle();
      expect(intervals.activities).toHaveLength(4);
      await finished();
      // A process that has claimed the message, sent it, and ended before it could store that.
      intervals.troubles = ['lostAnswer'];
      await run();
      const claimedUntil = new Date(clock.nowMs + 3 * minuteMs);
      await db()
        .update(outgoingMessages)
        .set({ claim: ann().user._id, claimedUntil, dueAt: new Date(clock.nowMs) });
      await run();
      expect(intervals.activities).toHaveLength(5);
      expect((await uploads()).filter(([, state]) => state === 'waiting')).toHaveLength(1);
      pass(4 * minuteMs);
      await run();
      expect(intervals.activities).toHaveLength(5);
      expect((await uploads()).filter(([, state]) => state === 'waiting')).toEqual([]);
    });

    test('a row of a locked account waits', async () => {
      await connect('intervals', 'anns-key');
      await finished();
      const lock = (lockedAt: Date | null) =>
        db().update(users).set({ lockedAt }).where(eq(users.id, ann().user._id));
      await lock(new Date(clock.nowMs));
      await run();
      expect(intervals.activities).toEqual([]);
      await lock(null);
      await run();
      expect(intervals.activities).toHaveLength(1);
    });

    test('shows its outcome only to its athlete', async () => {
      await connect('intervals', 'anns-key');
      const id = await finished();
      await run();
      const of = async (as = ann()) => (await app().call('GET', `/api/sync/activities/${id}`, { as })).body;
      expect(await of()).toMatchObject([{ service: 'intervals', state: 'sent' }]);
      expect(await of(ben())).toEqual([]);
    });
  });
});
