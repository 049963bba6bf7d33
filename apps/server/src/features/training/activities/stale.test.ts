import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ActivitySchema } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { ActivityChangedSchema, liveEvents } from '@boathouse/contract/live';
import { activities, activityDays, strokeChunks } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { strokeOf } from '../strokes/factory.ts';
import { buildActivity } from './factory.ts';

onEachDatabase('a stale activity', (database) => {
  const app = useTestApp(database);
  let address: string;
  const open = usePages(() => address);
  let ann: Person;
  let ben: Person;
  let sessionId: string;

  beforeAll(async () => {
    address = await app().listen();
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    await database().db.delete(activityDays);
    sessionId = await buildSession(database().db, { hostUserId: ben.user._id, workoutItems: ['500m'] });
  });

  /** Ann's activity, whose last message came this long ago. */
  const heardAgo = (ms: number) =>
    buildActivity(database().db, {
      userId: ann.user._id,
      sessionId,
      createdAt: new Date('2026-05-01T23:30:00Z'),
      heardAt: new Date(nowMs() - ms),
      distance: 39,
      elapsedTime: 12,
      totalCalories: 3,
    });
  const stale = () => heardAgo(limits.staleActivityMs + 1_000);
  const end = (id: string, as = ben) => app().call('POST', `/api/activities/${id}/end`, { as });
  const remove = (id: string, as = ben) => app().call('DELETE', `/api/activities/${id}`, { as });
  const call = (id: string, rest: '' | '/complete', body: object) =>
    app().call('PATCH', `/api/activities/${id}${rest}`, { as: ann, body });
  const stroke = strokeOf({ distance: 9 });

  describe('ended by the host', () => {
    test('has the stored values so far as its result, is partial and counts once', async () => {
      const id = await stale();
      const page = await open.into(sessionId, ann);
      const told = page.next(liveEvents.activityChanged);
      expect(ActivitySchema.parse((await end(id)).body)).toMatchObject({
        isCompleted: true,
        distance: 39,
        elapsedTime: 12,
        summary: null,
        isPartial: true,
      });
      expect(ActivityChangedSchema.parse(await told).activities).toMatchObject([
        { _id: id, isCompleted: true },
      ]);
      expect(await end(id)).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
      expect(await database().db.select().from(activityDays)).toMatchObject([
        { day: '2026-05-01', count: 1, meters: 39 },
      ]);
    });

    test.each([
      ['America/New_York', -1],
      ['Europe/Berlin', 0],
      [undefined, 0],
    ])('counts on the day of its athlete, who began it at 02:30 UTC in %s', async (timeZone, days) => {
      const { db } = database();
      const dayMs = 86_400_000;
      const midnightMs = Math.floor(nowMs() / dayMs - 2) * dayMs;
      const begun = await app().call('POST', '/api/activities', {
        as: ann,
        body: {
          user: ann.user._id,
          session: sessionId,
          workoutItemIndex: 0,
          begunAgoMs: nowMs() - (midnightMs + 2.5 * 3_600_000),
          ...(timeZone === undefined ? {} : { timeZone }),
        },
      });
      const { _id: id } = ActivitySchema.parse(begun.body);
      const heardAt = new Date(nowMs() - limits.staleActivityMs - 1_000);
      await db.update(activities).set({ heardAt });
      expect(await end(id)).toMatchObject({ status: 200 });
      const [row] = await db.select().from(activities).where(eq(activities.id, id));
      expect(row?.day).toBe(new Date(midnightMs + days * dayMs).toISOString().slice(0, 10));
    });

    test('gets the monitor’s own result when the athlete’s page is back, on the athlete’s own day', async () => {
      const id = await stale();
      await end(id);
      const answer = await call(id, '/complete', {
        distance: 500,
        elapsedTime: 100,
        totalCalories: 30,
        timeZone: 'Europe/Berlin',
        summary: {
          logEntryDate: null,
          logEntryTime: null,
          averageStrokeRate: 24,
          averageHeartRate: null,
          recoveryHeartRate: null,
          splits: [],
          source: 'summary',
        },
      });
      expect(ActivitySchema.parse(answer.body)).toMatchObject({ distance: 500, isPartial: false });
      expect(await database().db.select().from(activityDays)).toMatchObject([
        { day: '2026-05-02', count: 1, meters: 500, timeSec: 100, calories: 30 },
      ]);
    });
  });

  test('removed by the host disappears, with its strokes, for every page in the room', async () => {
    const id = await heardAgo(0);
    await app().call('POST', `/api/activities/${id}/strokes`, {
      as: ann,
      body: { from: 0, strokes: [stroke] },
    });
    await database()
      .db.update(activities)
      .set({ heardAt: new Date(nowMs() - limits.staleActivityMs - 1_000) })
      .where(eq(activities.id, id));
    const page = await open.into(sessionId, ann);
    const told = page.next(liveEvents.activityChanged);
    expect(await remove(id)).toMatchObject({ status: 200, body: { _id: id } });
    expect(ActivityChangedSchema.parse(await told).discarded).toEqual([id]);
    expect(await remove(id)).toMatchObject({ status: 404 });
    expect(await database().db.select().from(strokeChunks)).toEqual([]);
  });

  test.each([
    ['begin', (id: string) => begin(id)],
    ['patch', (id: string) => call(id, '', { distance: 40 })],
    [
      'stroke',
      (id: string) =>
        app().call('POST', `/api/activities/${id}/strokes`, {
          as: ann,
          body: { from: 0, strokes: [stroke] },
        }),
    ],
  ])(
    'does not include an activity that is still rowed after a %s: the host may neither end nor remove it',
    async (_, hear) => {
      const id = await stale();
      expect(await hear(id)).toMatchObject({ status: 200 });
      for (const refused of [await end(id), await remove(id)]) {
        expect(refused).toMatchObject({ status: 409, body: { code: 'still_rowing' } });
      }
      const [row] = await database().db.select().from(activities);
      expect(row).toMatchObject({ id, isCompleted: false });
    },
  );

  test('can’t be removed once it is completed', async () => {
    const id = await stale();
    await call(id, '/complete', {});
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
  });

  const begin = (id: string) =>
    app().call('POST', '/api/activities', {
      as: ann,
      body: { _id: id, user: ann.user._id, session: sessionId, workoutItemIndex: 0 },
    });
});
