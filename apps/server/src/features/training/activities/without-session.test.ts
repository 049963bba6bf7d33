import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OwnActivitySchema } from '@boathouse/contract/activities';
import { HeatmapSchema, MetersStatisticsSchema, statistics } from '@boathouse/contract/statistics';
import { activities, activityDays, sessions } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { strokeOf } from '../strokes/factory.ts';
import { buildActivity } from './factory.ts';

onEachDatabase('an activity without a session', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    await database().db.delete(activityDays);
  });

  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    as = ann,
  ) => app().call(method, `/api${path}`, { as, body });
  const justRow = { title: 'Just row', workout: 'Just row' };
  const begin = (more: object = {}) =>
    call('POST', '/activities', { user: ann.user._id, ...justRow, ...more });
  async function begun(more: object = {}): Promise<string> {
    return OwnActivitySchema.parse((await begin(more)).body)._id;
  }

  test('has its own title, text and visibility, and makes no session', async () => {
    const answer = await begin({ title: 'Before work', workout: '  4 x 500m / 1:00 rest ' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        title: 'Before work',
        workout: '4 x 500m / 1:00 rest',
        session: null,
        workoutItemIndex: null,
        visibility: 'me',
        source: 'monitor',
        machine: 'rower',
        totalCalories: null,
      },
    });
    expect(await database().db.select().from(sessions)).toEqual([]);
    const [stored] = await database().db.select().from(activities);
    expect(stored?.plan?.pieces).toHaveLength(4);
  });

  test('is begun once by repeated calls with its id, and any number of times in all', async () => {
    const _id = randomUUIDv7();
    for (let times = 0; times < 2; times += 1) {
      expect(await begin({ _id })).toMatchObject({ status: 200, body: { _id } });
    }
    expect(await begin()).toMatchObject({
      status: 409,
      body: {
        code: 'activity_in_progress',
        message: 'Finish your workout in progress first: Just row',
      },
    });
    await call('PATCH', `/activities/${_id}/complete`, { distance: 100, elapsedTime: 30 });
    const next = await begun();
    expect(next).not.toBe(_id);
    expect(await begin({ _id })).toMatchObject({ status: 200, body: { _id, isCompleted: true } });
  });

  test.each([
    ['neither an item nor a text', {}, ['title', 'workout']],
    ['a title alone', { title: 'Just row' }, ['workout']],
    ['a text that is blank', { ...justRow, workout: ' ' }, ['workout']],
    ['an item without its session', { ...justRow, workoutItemIndex: 0 }, ['session']],
    ['a session without an item', { session: randomUUIDv7() }, ['workoutItemIndex']],
    [
      'a session and a text',
      { session: randomUUIDv7(), workoutItemIndex: 0, ...justRow },
      ['title', 'workout'],
    ],
    [
      'a session and a visibility',
      { session: randomUUIDv7(), workoutItemIndex: 0, visibility: 'me' },
      ['visibility'],
    ],
  ])('is refused with %s, naming the field', async (_, body, fields) => {
    const answer = await call('POST', '/activities', { user: ann.user._id, ...body });
    expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields });
  });

  test('is rowed, taken over and completed like any other, and its calories are unknown until they are sent', async () => {
    const [one, other] = [randomUUIDv7(), randomUUIDv7()];
    const id = await begun({ owner: one });
    const path = `/activities/${id}`;
    expect(await call('PATCH', path, { distance: 50, elapsedTime: 12, owner: one })).toMatchObject({
      status: 200,
      body: { distance: 50, session: null },
    });
    await call('POST', `${path}/strokes`, { from: 0, strokes: [strokeOf({ number: 1 })] });
    expect(await call('PUT', `${path}/owner`, { owner: other })).toMatchObject({ status: 200 });
    expect(await call('PATCH', path, { distance: 60, owner: one })).toMatchObject({ status: 409 });
    expect(await call('GET', `/activities/inprogress/${ann.user._id}`)).toMatchObject({
      body: { _id: id, owner: other },
    });
    const completion = { distance: 100, elapsedTime: 30, owner: other, timeZone: 'Europe/Berlin' };
    expect(await call('PATCH', `${path}/complete`, completion)).toMatchObject({
      body: { isCompleted: true, totalCalories: null },
    });
    expect(await database().db.select().from(activityDays)).toMatchObject([
      { meters: 100, calories: 0, withoutCalories: 1, machine: 'rower' },
    ]);
    expect(await call('POST', `${path}/reopen`)).toMatchObject({ body: { isCompleted: false } });
    expect(await call('DELETE', path)).toMatchObject({ status: 200 });
  });

  test('with a length in its text is partial below it, and ranked at it', async () => {
    const short = await begun({ workout: '500m' });
    expect(
      await call('PATCH', `/activities/${short}/complete`, { distance: 400, elapsedTime: 90 }),
    ).toMatchObject({ body: { isPartial: true } });
    const whole = await begun({ workout: '500m' });
    await call('PATCH', `/activities/${whole}/complete`, { distance: 500, elapsedTime: 95 });
    const bests = async (as: Person) =>
      statistics.personalBests.response.parse(
        (await call('GET', `/users/${ann.user._id}/personal-bests`, undefined, as)).body,
      );
    expect(await bests(ann)).toMatchObject([{ piece: '500m', activity: whole }]);
    // Only she can see it.
    expect(await bests(ben)).toEqual([]);
    await database().db.update(activities).set({ visibility: 'profile' }).where(eq(activities.id, whole));
    expect(await bests(ben)).toMatchObject([{ activity: whole }]);
  });

  test('is in the history, the feeds and the calendar, for others if it is on the profile', async () => {
    const common = { userId: ann.user._id, completedAt: new Date(nowMs()), distance: 100, elapsedTime: 30 };
    const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour));
    const mine = await buildActivity(database().db, { ...common, createdAt: at(6) });
    const shown = await buildActivity(database().db, { ...common, createdAt: at(7), visibility: 'profile' });
    const sessionId = await buildSession(database().db, { hostUserId: ann.user._id });
    const inSession = await buildActivity(database().db, { ...common, createdAt: at(8), sessionId });
    const feedFor = async (as: Person) =>
      (await call('GET', `/feed/athlete-profile?user=${ann.user._id}`, undefined, as)).body;
    expect(await feedFor(ann)).toMatchObject([
      { _id: inSession },
      { _id: shown, session: null },
      { _id: mine },
    ]);
    expect(await feedFor(ben)).toMatchObject([{ _id: inSession }, { _id: shown, title: 'Just row' }]);
    const found = await call('GET', `/activities/search?user=${ann.user._id}&sortby=-createdAt`);
    expect(found.body).toMatchObject({
      count: 3,
      activities: [
        { _id: inSession, title: 'Morning pieces', workout: '2000m' },
        { _id: shown },
        { _id: mine },
      ],
    });
    const ofMay = (more = '') => call('GET', `/activities/user/${ann.user._id}?year=2026&month=5${more}`);
    expect((await ofMay()).body).toEqual([
      { _id: mine, title: 'Just row', createdAt: '2026-05-01T06:00:00.000Z', isCompleted: true },
      { _id: shown, title: 'Just row', createdAt: '2026-05-01T07:00:00.000Z', isCompleted: true },
    ]);
    expect((await ofMay('&day=1&timeZone=Pacific/Honolulu')).body).toEqual([]);
    expect((await ofMay('&day=32')).status).toBe(400);
    expect((await ofMay('&day=31')).body).toEqual([]);
  });

  describe('on another machine', () => {
    const figures = { distance: 2_000, elapsedTime: 420, totalCalories: 100, workoutType: 3 };
    const complete = async (machine: string | undefined) => {
      const id = await begun({ workout: '2000m' });
      await call('PATCH', `/activities/${id}`, { distance: 10, ...(machine && { machine }) });
      return call('PATCH', `/activities/${id}/complete`, { ...figures, timeZone: 'UTC' });
    };

    test('is stored with its result, and a row that does not name its machine counts as a rower’s', async () => {
      expect(await complete('bike')).toMatchObject({ body: { machine: 'bike' } });
      expect(await complete(undefined)).toMatchObject({ body: { machine: 'rower' } });
      const id = await begun();
      expect(await call('PATCH', `/activities/${id}`, { machine: 'plane' })).toMatchObject({ status: 400 });
    });

    test('counts as an activity, in meters only if it is rowed, and never mixes with the bests', async () => {
      const [bike, dynamic] = [await complete('bike'), await complete('dynamic')];
      const user = `/users/${ann.user._id}`;
      const year = new Date(nowMs()).getUTCFullYear();
      const counts = async () => ({
        meters: MetersStatisticsSchema.parse((await call('GET', `${user}/statistics`)).body).aggregate
          .yearMeters,
        days: HeatmapSchema.parse((await call('GET', `${user}/activity-heatmap?currentYear=${year}`)).body)
          .count,
        bests: statistics.personalBests.response
          .parse((await call('GET', `${user}/personal-bests`)).body)
          .map(({ piece }) => piece),
      });
      expect([bike.status, dynamic.status]).toEqual([200, 200]);
      expect(await counts()).toEqual({ meters: 2_000, days: 2, bests: [] });
      await complete('rower');
      expect(await counts()).toEqual({ meters: 4_000, days: 3, bests: ['2k'] });
    });

    test('moves to the other machine’s totals with a result that corrects it', async () => {
      const id = await begun({ workout: '2000m' });
      await call('PATCH', `/activities/${id}/complete`, { ...figures, timeZone: 'UTC' });
      const summary = {
        logEntryDate: null,
        logEntryTime: null,
        averageStrokeRate: 24,
        averageHeartRate: null,
        recoveryHeartRate: null,
        splits: [],
        source: 'summary',
      };
      const corrected = { ...figures, summary, machine: 'skierg', timeZone: 'UTC' };
      await call('PATCH', `/activities/${id}/complete`, corrected);
      expect(await database().db.select().from(activityDays)).toMatchObject([
        { machine: 'skierg', count: 1, meters: 2_000 },
      ]);
    });
  });

  test('in a session keeps the text that it was begun with when the item is edited', async () => {
    const sessionId = await buildSession(database().db, {
      hostUserId: ben.user._id,
      title: 'Tuesday',
      workoutItems: ['2000m', '5000m'],
    });
    const wanted = { user: ann.user._id, session: sessionId, workoutItemIndex: 0 };
    const { _id } = OwnActivitySchema.parse((await call('POST', '/activities', wanted)).body);
    const changed = { workoutItems: ['1000m', '5000m'] };
    expect(await call('PATCH', `/sessions/${sessionId}`, changed, ben)).toMatchObject({ status: 200 });
    const result = { distance: 1_500, elapsedTime: 330, timeZone: 'UTC' };
    expect(await call('PATCH', `/activities/${_id}/complete`, result)).toMatchObject({
      body: {
        title: 'Tuesday',
        workout: '2000m',
        isPartial: true,
        session: { workoutItems: ['1000m', '5000m'] },
      },
    });
  });
});
