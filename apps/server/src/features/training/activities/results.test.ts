import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ActivitySchema,
  type Activity,
  type ActivityCompletion,
  type WorkoutSummary,
} from '@boathouse/contract/activities';
import { ActivityChangedSchema, liveEvents } from '@boathouse/contract/live';
import { activities, activityDays, rankedResults } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivity } from './factory.ts';

const summaryFrom = (
  source: WorkoutSummary['source'],
  more: Partial<WorkoutSummary> = {},
): WorkoutSummary => ({
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 24,
  averageHeartRate: null,
  recoveryHeartRate: null,
  splits: [],
  ...more,
  source,
});

onEachDatabase('the result of an activity', (database) => {
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
    sessionId = await buildSession(database().db, { hostUserId: ben.user._id, workoutItems: ['100m'] });
  });

  const begun = (createdAt = '2026-05-01T23:30:00Z') =>
    buildActivity(database().db, { userId: ann.user._id, sessionId, createdAt: new Date(createdAt) });
  async function complete(id: string, body?: ActivityCompletion): Promise<Activity> {
    const answer = await app().call('PATCH', `/api/activities/${id}/complete`, { as: ann, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return ActivitySchema.parse(answer.body);
  }
  const begunAgain = async () => {
    await database().db.delete(activities);
    return begun();
  };
  const days = () => database().db.select().from(activityDays).where(eq(activityDays.userId, ann.user._id));

  const byTheMonitor = {
    distance: 100,
    elapsedTime: 25,
    totalCalories: 7,
    summary: summaryFrom('summary'),
    timeZone: 'Europe/Berlin',
  };

  describe('ended by hand', () => {
    const byHand = {
      distance: 50,
      elapsedTime: 12.5,
      averagePace: 125,
      averagePower: 179,
      summary: summaryFrom('byHand'),
    };
    const rowed = (values: { distance: number; elapsedTime: number }) =>
      buildActivity(database().db, { userId: ann.user._id, sessionId, ...values });

    test('never has less than the server has received of the monitor’s workout, and a pace that agrees', async () => {
      const stored = await complete(await rowed({ distance: 57.5, elapsedTime: 15 }), byHand);
      expect(stored).toMatchObject({ distance: 57.5, elapsedTime: 15, averagePower: 158 });
      expect(stored.averagePace).toBeCloseTo(130.43, 2);
      expect(await days()).toMatchObject([{ meters: 57.5 }]);
    });

    test("has the page's values if those are higher", async () => {
      const id = await rowed({ distance: 48, elapsedTime: 12 });
      expect(await complete(id, byHand)).toMatchObject({ distance: 50, averagePace: 125, averagePower: 179 });
    });

    test('is replaced by a shorter one of the monitor, which is right', async () => {
      const id = await rowed({ distance: 101, elapsedTime: 26 });
      expect(await complete(id, byTheMonitor)).toMatchObject({ distance: 100, elapsedTime: 25 });
    });
  });

  describe('of a workout that was left on the monitor', () => {
    const left = { distance: 40, elapsedTime: 10, summary: summaryFrom('lastStatus'), isLeft: true };
    const begin = (_id?: string) =>
      app().call('POST', '/api/activities', {
        as: ann,
        body: { ...(_id && { _id }), user: ann.user._id, session: sessionId, workoutItemIndex: 0 },
      });
    const beginAnew = async () => ActivitySchema.parse((await begin()).body)._id;

    test('is a separate part in addition to the next one, each with its meters', async () => {
      const first = await begun();
      expect(await complete(first, left)).toMatchObject({ isPartial: true, isLeft: true });
      const second = await beginAnew();
      expect(second).not.toBe(first);
      await complete(second, { ...left, distance: 60 });
      const third = await beginAnew();
      expect(await complete(third, byTheMonitor)).toMatchObject({ isPartial: false, isLeft: false });
      const rows = await days();
      expect(rows.reduce((sum, { meters }) => sum + meters, 0)).toBe(200);
      expect(await begin()).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
    });

    test('is partial even if the item has no length', async () => {
      const { db } = database();
      const open = await buildSession(db, { hostUserId: ben.user._id, workoutItems: ['Just row'] });
      const id = await buildActivity(db, { userId: ann.user._id, sessionId: open });
      expect(await complete(id, left)).toMatchObject({ isPartial: true });
    });

    test('is the same activity to a repeated begin and completion', async () => {
      const first = await begun();
      await complete(first, left);
      expect(await begin(first)).toMatchObject({ status: 200, body: { _id: first, isCompleted: true } });
      expect(await complete(first, byTheMonitor)).toMatchObject({ _id: first, distance: 100 });
    });

    test('is complete, and counts as not left, after the monitor reports that its plan was rowed', async () => {
      const first = await begun();
      await complete(first, left);
      const whole = { isPartial: false, isLeft: false, distance: 100 };
      expect(await complete(first, byTheMonitor)).toMatchObject(whole);
      expect(await begin()).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
    });

    test('stays left but is not partial if the item was begun again', async () => {
      const first = await begun();
      await complete(first, left);
      const second = await beginAnew();
      expect(await complete(first, byTheMonitor)).toMatchObject({ isPartial: false, isLeft: true });
      expect(await complete(second, byTheMonitor)).toMatchObject({ isPartial: false, isLeft: false });
    });

    test('stays partial if the monitor reports less than the plan, or the plan has no length', async () => {
      const first = await begun();
      await complete(first, left);
      expect(await complete(first, { ...byTheMonitor, distance: 60 })).toMatchObject({
        isPartial: true,
        isLeft: true,
      });
      const open = await buildSession(database().db, {
        hostUserId: ben.user._id,
        workoutItems: ['Just row'],
      });
      const other = await buildActivity(database().db, { userId: ann.user._id, sessionId: open });
      await complete(other, left);
      expect(await complete(other, byTheMonitor)).toMatchObject({ isPartial: true, isLeft: true });
    });

    test('is decided once by two requests at the same moment, the monitor’s result and another begin', async () => {
      for (let times = 0; times < 5; times += 1) {
        const first = await begunAgain();
        await complete(first, left);
        const [, again] = await Promise.all([complete(first, byTheMonitor), begin()]);
        const stored = await database().db.select().from(activities);
        const notLeft = stored.filter(({ isLeft }) => !isLeft).map(({ id }) => id);
        expect(notLeft).toHaveLength(1);
        expect(again.status).toBe(notLeft[0] === first ? 409 : 200);
      }
    });

    test('can be reopened until the item is rowed again', async () => {
      const first = await begun();
      await complete(first, left);
      const reopen = () => app().call('POST', `/api/activities/${first}/reopen`, { as: ann });
      expect(await reopen()).toMatchObject({ status: 200, body: { isCompleted: false, isLeft: false } });
      await complete(first, left);
      await beginAnew();
      expect(await reopen()).toMatchObject({
        status: 409,
        body: {
          code: 'activity_completed',
          message:
            'This piece was left, and the athlete has rowed the workout again since. It stays as it is.',
        },
      });
    });
  });

  describe('from the monitor’s own summary', () => {
    test.each([
      [
        'ended by hand',
        { distance: 20.1, elapsedTime: 5, summary: summaryFrom('byHand'), timeZone: 'Europe/Berlin' },
      ],
      [
        'came from the last status',
        { distance: 99.8, elapsedTime: 24.9, summary: summaryFrom('lastStatus') },
      ],
      ['has no summary', undefined],
    ])('replaces a result that %s, in the totals of its day too', async (_, first) => {
      const id = await begun();
      const before = await complete(id, first);
      const after = await complete(id, byTheMonitor);
      expect(after).toMatchObject({
        isCompleted: true,
        completedAt: before.completedAt,
        distance: 100,
        elapsedTime: 25,
        summary: { source: 'summary' },
        isPartial: false,
      });
      expect(await days()).toMatchObject([
        { userId: ann.user._id, day: '2026-05-02', count: 1, meters: 100, timeSec: 25, calories: 7 },
      ]);
    });

    test('counts for the personal bests instead of the result that it replaces', async () => {
      sessionId = await buildSession(database().db, { hostUserId: ben.user._id, workoutItems: ['500m'] });
      const id = await begun();
      await complete(id, { distance: 500, elapsedTime: 110, summary: summaryFrom('byHand') });
      await complete(id, { distance: 500, elapsedTime: 100, summary: summaryFrom('summary') });
      expect(await database().db.select().from(rankedResults)).toMatchObject([
        { activityId: id, piece: '500m', pace: 100 },
      ]);
    });

    test('has the strokes that kept their targets, or none in a result of an older page', async () => {
      const targets = { strokeRate: { strokes: 10, kept: 9 }, pace: null };
      const counted = await complete(await begun(), {
        ...byTheMonitor,
        summary: summaryFrom('summary', { targets }),
      });
      expect(counted.summary?.targets).toEqual(targets);
      expect((await complete(await begunAgain(), byTheMonitor)).summary).not.toHaveProperty('targets');
      const impossible = { strokeRate: { strokes: 9, kept: 10 }, pace: null };
      const answer = await app().call('PATCH', `/api/activities/${await begunAgain()}`, {
        as: ann,
        body: { summary: summaryFrom('summary', { targets: impossible }) },
      });
      expect(answer.status).toBe(400);
    });

    test('is final', async () => {
      const id = await begun();
      const first = await complete(id, byTheMonitor);
      expect(await complete(id, { ...byTheMonitor, distance: 1 })).toEqual(first);
      expect(await complete(id, { distance: 1, summary: summaryFrom('byHand') })).toEqual(first);
    });

    test('is not replaced by a result ended by hand, and neither is another one ended by hand', async () => {
      const id = await begun();
      const first = await complete(id, { distance: 20.1, summary: summaryFrom('byHand') });
      for (const source of ['byHand', 'lastStatus'] as const) {
        expect(await complete(id, { distance: 50, summary: summaryFrom(source) })).toEqual(first);
      }
    });

    test('keeps the recovery heart rate that was stored before', async () => {
      const id = await begun();
      await complete(id, { summary: summaryFrom('lastStatus', { recoveryHeartRate: 104 }) });
      expect((await complete(id, byTheMonitor)).summary?.recoveryHeartRate).toBe(104);
    });

    test('is stored once when ten requests bring it at once', async () => {
      const id = await begun();
      await complete(id, { distance: 20.1, summary: summaryFrom('byHand') });
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, index) => complete(id, { ...byTheMonitor, distance: 100 + index })),
      );
      const [first] = results;
      expect(new Set(results.map(({ distance }) => distance)).size).toBe(1);
      expect(await days()).toMatchObject([{ count: 1, meters: first?.distance }]);
    });

    test('is sent to the pages in the room', async () => {
      const id = await begun();
      await complete(id, { distance: 20.1, summary: summaryFrom('byHand') });
      const page = await open.into(sessionId, ben);
      const distanceOf = (event: unknown) =>
        ActivityChangedSchema.parse(event).activities.find(({ _id }) => _id === id)?.distance;
      const told = page.next(liveEvents.activityChanged, (event) => distanceOf(event) === 100);
      await complete(id, byTheMonitor);
      expect(ActivityChangedSchema.parse(await told).activities).toMatchObject([
        { isPartial: false, summary: { source: 'summary' } },
      ]);
    });
  });

  test('is partial when it is shorter than its item, decided by its final values', async () => {
    const id = await begun();
    expect(await complete(id, { distance: 39, summary: summaryFrom('byHand') })).toMatchObject({
      isPartial: true,
    });
    const list = await app().call('GET', `/api/sessions/${sessionId}/activities`, { as: ben });
    expect(list.body).toMatchObject([[{ isPartial: true }]]);
  });

  test('leaves the totals of the days equal to the sums over the activities, after any replacement', async () => {
    const figures = fc.record({
      distance: fc.integer({ min: 0, max: 30_000 }).map((tenths) => tenths / 10),
      elapsedTime: fc.integer({ min: 0, max: 36_000 }).map((tenths) => tenths / 10),
      totalCalories: fc.option(fc.integer({ min: 0, max: 500 }), { freq: 3 }),
      isSimulated: fc.boolean(),
      timeZone: fc.constantFrom('Europe/Berlin', 'Pacific/Apia', undefined),
      source: fc.constantFrom('summary' as const, 'byHand' as const, 'lastStatus' as const),
    });
    const rows = fc.array(fc.array(figures, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        await database().db.delete(activities);
        await database().db.delete(activityDays);
        for (const results of given) {
          sessionId = await buildSession(database().db, { hostUserId: ben.user._id });
          const id = await begun();
          for (const { source, timeZone, ...result } of results) {
            await complete(id, {
              ...result,
              summary: summaryFrom(source),
              ...(timeZone === undefined ? {} : { timeZone }),
            });
          }
        }
        const expected = new Map<
          string,
          { count: number; meters: number; timeSec: number; calories: number; withoutCalories: number }
        >();
        for (const row of await database().db.select().from(activities)) {
          if (row.source === 'simulated') continue;
          const none = { count: 0, meters: 0, timeSec: 0, calories: 0, withoutCalories: 0 };
          const sums = expected.get(row.day) ?? none;
          expected.set(row.day, {
            count: sums.count + 1,
            meters: sums.meters + row.distance,
            timeSec: sums.timeSec + row.elapsedTime,
            calories: sums.calories + (row.totalCalories ?? 0),
            withoutCalories: sums.withoutCalories + (row.totalCalories === null ? 1 : 0),
          });
        }
        const stored = await days();
        expect(stored.map(({ day }) => day).sort()).toEqual([...expected.keys()].sort());
        for (const { day, count, meters, timeSec, calories, withoutCalories } of stored) {
          expect(count).toBe(expected.get(day)?.count);
          expect(withoutCalories).toBe(expected.get(day)?.withoutCalories);
          // Statistics show hundredths.
          expect(meters).toBeCloseTo(expected.get(day)?.meters ?? -1, 6);
          expect(timeSec).toBeCloseTo(expected.get(day)?.timeSec ?? -1, 6);
          expect(calories).toBeCloseTo(expected.get(day)?.calories ?? -1, 6);
        }
      }),
      { numRuns: 15 },
    );
  });
});
