import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sync as contract } from '@boathouse/contract/sync/calls';
import { imports as importCalls } from '@boathouse/contract/activities/imports';
import { activities, activityOrigins, syncConnections, syncUploads } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, type Person } from '../../../../test/support/test-app.ts';
import { hourMs, minuteMs, useConnectedAthletes } from '../../../../test/sync/connected-athletes.ts';

const userId = 7;
/** A row of 2,000 m that ended at noon in Berlin, stored by another app. */
const rowed = {
  type: 'rower',
  date: '2026-11-20 12:00:00',
  timezone: 'Europe/Berlin',
  date_utc: '2026-11-20 11:00:00',
  distance: 2_000,
  time: 4_253,
  workout_type: 'FixedDistanceSplits',
  source: 'ErgData',
  stroke_rate: 28,
  calories_total: 120,
  drag_factor: 118,
  heart_rate: { average: 161 },
  comments: 'Head up',
};

onEachDatabase('the Logbook', (database) => {
  const given = useConnectedAthletes(database);
  const { logbook, app, ann, ben, db, pass, run, connect, state, finished } = given;
  const token = (scopes?: string) => logbook.personalToken(userId, scopes);
  const connected = async (more: object = {}, scopes?: string) => {
    const answer = await connect('logbook', token(scopes), more);
    expect(answer.status).toBe(200);
  };
  const connection = async () =>
    (await state()).services.find(({ service }) => service === 'logbook')?.connection ?? null;
  const uploads = async () => (await state()).uploads.map(({ state: is, problem }) => [is, problem]);
  const own = () =>
    db()
      .select({
        source: activities.source,
        distance: activities.distance,
        time: activities.elapsedTime,
        completedAt: activities.completedAt,
        logbookId: activityOrigins.logbookId,
        strokes: activities.strokeCount,
      })
      .from(activities)
      .leftJoin(activityOrigins, eq(activityOrigins.activityId, activities.id))
      .where(eq(activities.userId, ann().user._id))
      .orderBy(activities.createdAt);
  const asked = () =>
    logbook.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/results'));

  describe('gets finished rows', () => {
    test('in whole numbers, with the end in local time, and every stroke', async () => {
      await connected({ imports: false, weightClass: 'L' });
      await finished({ heartRate: 161, strokeRate: 28, dragFactor: 118, totalCalories: 119.6 }, 200);
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
      expect(logbook.results).toMatchObject([
        {
          userId,
          fields: {
            type: 'rower',
            date: '2026-11-25 18:40:00',
            timezone: 'Europe/Berlin',
            distance: 2_000,
            time: 4_253,
            weight_class: 'L',
            workout_type: 'FixedDistanceSplits',
            stroke_rate: 28,
            stroke_count: 200,
            calories_total: 120,
            drag_factor: 118,
            heart_rate: { average: 161 },
          },
        },
      ]);
      expect(logbook.results[0]?.strokes).toHaveLength(200);
      expect(logbook.results[0]?.strokes.at(-1)).toEqual({ t: 4_253, d: 20_000, p: 1_063, spm: 28, hr: 150 });
    });

    test('with intervals and rests', async () => {
      await connected({ imports: false });
      const split = (splitNumber: number) => ({
        splitNumber,
        time: 100.46,
        distance: 500.3,
        averagePace: 100.4,
        restTime: 60,
        strokeRate: 30,
        heartRate: null,
      });
      await finished({
        workout: '2 x 500 m / 1:00 rest',
        workoutType: 7,
        distance: 1_000.6,
        elapsedTime: 200.92,
        summary: {
          logEntryDate: null,
          logEntryTime: null,
          averageStrokeRate: 30,
          averageHeartRate: null,
          recoveryHeartRate: null,
          splits: [split(1), split(2)],
          source: 'summary',
        },
      });
      await run();
      const part = { type: 'distance', distance: 500, time: 1_005, rest_time: 600, stroke_rate: 30 };
      expect(logbook.results[0]?.fields).toMatchObject({
        workout_type: 'FixedDistanceInterval',
        distance: 1_001,
        time: 2_009,
        rest_time: 1_200,
        workout: { intervals: [part, part] },
      });
    });

    test('once: a result that is already there counts as sent, even if the response was lost', async () => {
      await connected({ imports: false });
      await finished();
      logbook.troubles = ['lostAnswer'];
      await run();
      pass(5 * minuteMs);
      await run();
      expect(logbook.results).toHaveLength(1);
      expect(await uploads()).toEqual([['sent', null]]);
    });

    test('but not for machines that it does not have, with the reason', async () => {
      await connected({ imports: false });
      await finished({ machine: 'other' });
      await run();
      expect(await uploads()).toEqual([['refused', 'The Logbook has no results of this machine']]);
      expect(logbook.results).toEqual([]);
    });

    test('unless the token does not allow it, or the Logbook refuses one, in its words', async () => {
      await connected({ imports: false }, 'user:read,results:read');
      await finished();
      await run();
      expect(await uploads()).toEqual([['refused', 'User does not have rights to this resource']]);
      await db().delete(syncUploads);
      await connected({ imports: false });
      await finished();
      logbook.troubles = [
        {
          status: 422,
          body: {
            message: 'Could not create user.',
            status_code: 422,
            errors: { distance: ['The distance field is required.'] },
          },
        },
      ];
      await run();
      expect(await uploads()).toEqual([
        ['refused', 'Could not create user. distance: The distance field is required.'],
      ]);
    });
  });

  describe('is imported from', () => {
    test('results are imported at once, with strokes, and then the new ones every hour', async () => {
      const strokes = [
        { t: 20, d: 90, p: 1_100, spm: 30, hr: 120 },
        { t: 4_253, d: 20_000, p: 1_060, spm: 28, hr: 170 },
      ];
      const first = logbook.put(userId, rowed, { strokes });
      await connected({ uploads: false });
      await run();
      expect(await own()).toEqual([
        {
          source: 'sync',
          distance: 2_000,
          time: 425.3,
          completedAt: new Date('2026-11-20T11:00:00Z'),
          logbookId: String(first),
          strokes: 2,
        },
      ]);
      expect(await connection()).toMatchObject({ isImporting: false, problem: null });
      await run();
      expect(asked()).toHaveLength(1);
      pass(30 * minuteMs);
      logbook.put(userId, { ...rowed, date: '2026-11-25 19:20:00', date_utc: '2026-11-25 18:20:00' });
      pass(45 * minuteMs);
      await run();
      expect(asked().map(({ query }) => query.get('updated_after'))).toEqual([null, '2026-11-25 17:50:00']);
      expect(await own()).toHaveLength(2);
    });

    test('results are imported on request of the athlete who connected the Logbook', async () => {
      await connected({ uploads: false });
      await run();
      logbook.put(userId, rowed);
      const press = (as: Person) => app().call('POST', '/api/sync/logbook/import', { as });
      expect(problemOf(await press(ben()))).toMatchObject({ status: 404 });
      const pressed = contract.importNow.response.parse((await press(ann())).body);
      expect(pressed.services.find(({ service }) => service === 'logbook')?.connection?.isImporting).toBe(
        true,
      );
      await run();
      expect(await own()).toHaveLength(1);
    });

    test('page by page', async () => {
      for (let index = 0; index < 260; index += 1) {
        const day = new Date(Date.UTC(2026, 0, 1 + index, 11)).toISOString().slice(0, 19).replace('T', ' ');
        logbook.put(userId, { ...rowed, date: day, date_utc: day, distance: 1_000 + index });
      }
      await connected({ uploads: false });
      await run();
      expect(asked().map(({ query }) => query.get('page'))).toEqual(['1', '2']);
      expect(await own()).toHaveLength(260);
    });

    test('without results that are here: rows of the monitor, rows that were sent there, and files', async () => {
      await connected({ uploads: true });
      await run();
      await finished();
      await run();
      expect(logbook.results).toHaveLength(1);
      // The monitor's own app also stored a row there that was rowed with us.
      const createdAt = new Date('2026-11-20T10:52:54.700Z');
      await finished({ createdAt, completedAt: new Date('2026-11-20T11:00:01Z') });
      logbook.put(userId, rowed);
      await db().delete(syncUploads).where(eq(syncUploads.state, 'waiting'));
      pass(2 * hourMs);
      await run();
      expect((await own()).map(({ source }) => source)).toEqual(['monitor', 'monitor']);
    });

    test('results that were deleted or undone here are not imported again', async () => {
      logbook.put(userId, rowed);
      await connected({ uploads: false });
      await run();
      const list = importCalls.list.response.parse(
        (await app().call('GET', '/api/imports', { as: ann() })).body,
      );
      expect(list).toMatchObject([{ files: ['Concept2 Logbook'], stored: 1 }]);
      await app().call('DELETE', `/api/imports/${list[0]?._id}`, { as: ann() });
      expect(await own()).toEqual([]);
      await app().call('POST', '/api/sync/logbook/import', { as: ann() });
      await run();
      expect(await own()).toEqual([]);
    });

    test('results that were deleted here are not imported again when they are edited there, long after', async () => {
      logbook.put(userId, { ...rowed });
      await connected({ uploads: false });
      await run();
      const [{ id } = { id: '' }] = await db().select({ id: activities.id }).from(activities);
      const deleted = await app().call('DELETE', `/api/activities/${id}/result`, { as: ann() });
      expect(deleted.status).toBe(200);
      // Two imports that find nothing.
      for (let times = 0; times < 2; times += 1) {
        pass(2 * hourMs);
        await run();
      }
      logbook.editAll({ comments: 'Edited' });
      const before = asked().length;
      pass(2 * hourMs);
      await run();
      expect(asked().length).toBe(before + 1);
      expect(await own()).toEqual([]);
    });

    test('a result that was sent to it and is deleted here is not imported again', async () => {
      await connected();
      await run();
      const id = await finished();
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
      for (const [method, path] of [
        ['POST', `/api/activities/${id}/reopen`],
        ['DELETE', `/api/activities/${id}`],
      ] as const) {
        expect((await app().call(method, path, { as: ann() })).status).toBe(200);
      }
      pass(2 * hourMs);
      await run();
      expect(await own()).toEqual([]);
    });

    test('a result that was not understood is imported once it is corrected there', async () => {
      logbook.put(userId, { ...rowed, time: 1 });
      await connected({ uploads: false });
      await run();
      expect(await own()).toEqual([]);
      pass(2 * hourMs);
      logbook.editAll({ time: rowed.time });
      await run();
      expect(await own()).toHaveLength(1);
    });

    test('results that were deleted there stay here', async () => {
      logbook.put(userId, rowed);
      await connected({ uploads: false });
      await run();
      logbook.results = [];
      pass(2 * hourMs);
      await run();
      expect(await own()).toHaveLength(1);
    });

    test('a result that is not understood is counted, and does not delay any other', async () => {
      logbook.put(userId, { ...rowed, time: 'long ago' });
      logbook.put(userId, { ...rowed, time: 1 });
      logbook.put(userId, { ...rowed, type: 'bike', date_utc: null, timezone: null });
      await connected({ uploads: false });
      await run();
      expect(await own()).toMatchObject([{ completedAt: new Date('2026-11-20T11:00:00Z') }]);
      expect((await connection())?.problem).toBe('Of the new results, 2 could not be read');
    });

    test('again after a failure, which is reported, and from where it stopped', async () => {
      logbook.put(userId, rowed);
      await connected({ uploads: false });
      logbook.troubles = [{ status: 500 }];
      await run();
      expect((await connection())?.problem).toBe('It answered with the status 500. It is tried again later.');
      await run();
      expect(asked()).toHaveLength(1);
      pass(7 * minuteMs);
      await run();
      expect(await own()).toHaveLength(1);
      expect(await connection()).toMatchObject({ problem: null, failedAt: null });
    });
  });

  describe('imports that are switched off while they run', () => {
    const switchOff = async () => {
      const body = { imports: false };
      expect((await app().call('PATCH', '/api/sync/logbook', { as: ann(), body })).status).toBe(200);
    };
    async function runSwitchedOff(status: number) {
      logbook.put(userId, rowed);
      await connected({ uploads: false });
      logbook.troubles = status === 200 ? [] : [{ status }];
      logbook.beforeNext = switchOff;
      await run();
    }
    const scheduled = () =>
      db()
        .select({ imports: syncConnections.imports, importAt: syncConnections.importAt })
        .from(syncConnections);

    test.each([200, 500])('stay off, even after a failure (%i)', async (status) => {
      await runSwitchedOff(status);
      expect(await scheduled()).toEqual([{ imports: false, importAt: null }]);
      const before = asked().length;
      pass(2 * hourMs);
      await run();
      expect(asked()).toHaveLength(before);
    });

    test('and still have a time of the next fetch are not fetched', async () => {
      await connected({ uploads: false });
      await run();
      await switchOff();
      await db()
        .update(syncConnections)
        .set({ importAt: new Date(0) });
      logbook.requests.length = 0;
      await run();
      expect(asked()).toEqual([]);
      expect(await connection()).toMatchObject({ imports: false, isImporting: false });
    });
  });

  describe('with a login there', () => {
    const choices = { uploads: true, imports: true, timeZone: 'Europe/Berlin' };
    const begin = async (as = ann()) => {
      const answer = await app().call('POST', '/api/sync/logbook/authorization', { as, body: choices });
      return contract.authorize.response.parse(answer.body).url;
    };
    const comeBack = async (back: URL, as: Person | null = ann()) => {
      const answer = await app().call('GET', `${back.pathname}${back.search}`, { as });
      return z
        .object({ status: z.literal(303), location: z.string() })
        .parse({ status: answer.status, ...answer.headers }).location;
    };
    const logIn = async () => comeBack(logbook.logIn(await begin(), userId));
    const weekMs = 7 * 24 * hourMs;

    test('connects, sends and imports, and no key was typed', async () => {
      expect(await logIn()).toBe('/settings?logbook=connected#services');
      expect(await connection()).toMatchObject({ state: 'on', isByLogin: true, accountName: 'ann_rows' });
      logbook.put(userId, rowed);
      await finished();
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
      expect(await own()).toHaveLength(2);
    });

    test('is finished once, by the login that began it, within ten minutes', async () => {
      const expired = '/settings?logbook=expired#services';
      const back = logbook.logIn(await begin(), userId);
      expect(await comeBack(back, ben())).toBe(expired);
      expect(await comeBack(back)).toBe(expired);
      expect(await comeBack(logbook.logIn(await begin(), userId), null)).toBe(expired);
      const late = logbook.logIn(await begin(), userId);
      pass(11 * minuteMs);
      expect(await comeBack(late)).toBe(expired);
      const madeUp = new URL(late);
      madeUp.searchParams.set('state', 'x'.repeat(43));
      expect(await comeBack(madeUp)).toBe(expired);
      expect(await connection()).toBeNull();
      const once = logbook.logIn(await begin(), userId);
      expect(await comeBack(once)).toContain('connected');
      expect(await comeBack(once)).toBe(expired);
    });

    test('reports a refusal there, or that the Logbook does not respond', async () => {
      const refused = logbook.logIn(await begin(), userId);
      refused.searchParams.delete('code');
      refused.searchParams.set('error', 'access_denied');
      expect(await comeBack(refused)).toBe('/settings?logbook=refused#services');
      const wrong = logbook.logIn(await begin(), userId);
      wrong.searchParams.set('code', 'another');
      expect(await comeBack(wrong)).toBe('/settings?logbook=refused#services');
      const away = logbook.logIn(await begin(), userId);
      logbook.troubles = [{ status: 502 }];
      expect(await comeBack(away)).toBe('/settings?logbook=failed#services');
    });

    test('continues for years: each refresh token is used once, by one process, and its successor is stored first', async () => {
      await logIn();
      for (let week = 0; week < 3; week += 1) {
        pass(weekMs);
        await finished();
        await Promise.all([run(), run()]);
      }
      expect((await uploads()).map(([is]) => is)).toEqual(['sent', 'sent', 'sent']);
      expect(logbook.calls.filter((call) => call === 'POST /oauth/access_token')).toHaveLength(4);
      expect(await connection()).toMatchObject({ state: 'on' });
    });

    test('is renewed when the access token ends early', async () => {
      await logIn();
      logbook.tokens.clear();
      await finished();
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
    });

    test('needs another login when its refresh token is no longer valid, and nothing is lost', async () => {
      await logIn();
      await run();
      pass(weekMs);
      await finished();
      logbook.troubles = [{ status: 400, body: { error: 'invalid_grant' } }];
      await run();
      expect(await connection()).toMatchObject({
        state: 'loginNeeded',
        problem: 'Concept2 Logbook ended the login. Log in again.',
      });
      expect((await state()).uploads).toMatchObject([{ state: 'waiting', attempts: 0 }]);
      await logIn();
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
    });

    test('a login there that is made again restores nothing that was deleted here', async () => {
      logbook.put(userId, { ...rowed });
      await logIn();
      await run();
      const [{ id } = { id: '' }] = await db().select({ id: activities.id }).from(activities);
      await app().call('DELETE', `/api/activities/${id}/result`, { as: ann() });
      await logIn();
      logbook.editAll({ comments: 'Edited' });
      await run();
      expect(await own()).toEqual([]);
    });

    test('continues after the Logbook was unavailable during a renewal', async () => {
      await logIn();
      await run();
      pass(weekMs);
      logbook.troubles = [{ status: 503 }];
      await finished();
      await run();
      expect(await connection()).toMatchObject({ state: 'on' });
      pass(5 * minuteMs);
      await run();
      expect(await uploads()).toEqual([['sent', null]]);
    });

    test('stores no token in the open', async () => {
      await logIn();
      const [row] = await db().select().from(syncConnections);
      for (const secret of logbook.tokens.keys()) expect(JSON.stringify(row)).not.toContain(secret);
    });
  });
});
