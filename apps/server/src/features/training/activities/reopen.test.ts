import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ActivitySchema, type WorkoutSummary } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { ActivityChangedSchema, liveEvents } from '@boathouse/contract/live';
import { newId } from '../../../db/ids.ts';
import { activities, activityDays, rankedResults } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { useTestApp, type Person, problemOf } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivity } from './factory.ts';
import { updateFromSamples } from './store.ts';

const summaryFrom = (source: WorkoutSummary['source']): WorkoutSummary => ({
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 24,
  averageHeartRate: null,
  recoveryHeartRate: null,
  splits: [],
  source,
});

onEachDatabase('a result that is opened again', (database) => {
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
    sessionId = await buildSession(database().db, {
      hostUserId: ben.user._id,
      workoutItems: ['500m', '30 min'],
    });
  });

  const results = { distance: 500, elapsedTime: 100, totalCalories: 30, workoutType: 3 };
  const completed = (more: object = {}) =>
    buildActivity(database().db, {
      userId: ann.user._id,
      sessionId,
      createdAt: new Date('2026-05-01T12:00:00Z'),
      completedAt: new Date('2026-05-01T12:02:00Z'),
      summary: summaryFrom('byHand'),
      ...results,
      ...more,
    });
  const reopen = (id: string, as: Person) => app().call('POST', `/api/activities/${id}/reopen`, { as });
  const complete = (id: string, body: object) =>
    app().call('PATCH', `/api/activities/${id}/complete`, { as: ann, body });
  const days = () => database().db.select().from(activityDays);
  const bests = () => database().db.select().from(rankedResults);

  test.each([
    ['its athlete', () => ann],
    ['the host', () => ben],
  ])('by %s is in progress and counts nowhere, until it is completed', async (_, by) => {
    const id = await completed();
    expect([await days(), await bests()]).toMatchObject([[{ count: 1, meters: 500 }], [{ piece: '500m' }]]);
    expect(ActivitySchema.parse((await reopen(id, by())).body)).toMatchObject({
      _id: id,
      isCompleted: false,
      completedAt: null,
      summary: null,
      distance: 500,
    });
    expect([await days(), await bests()]).toEqual([[], []]);
    await complete(id, { ...results, elapsedTime: 110, summary: summaryFrom('summary') });
    expect([await days(), await bests()]).toMatchObject([
      [{ day: '2026-05-01', count: 1, meters: 500, timeSec: 110 }],
      [{ activityId: id }],
    ]);
  });

  test('leaves the other results of its day', async () => {
    const id = await completed();
    await completed({ workoutItemIndex: 1, distance: 7000, elapsedTime: 1800 });
    await reopen(id, ben);
    expect(await days()).toMatchObject([{ count: 1, meters: 7000 }]);
  });

  test('twice is the same as once', async () => {
    const id = await completed();
    await reopen(id, ben);
    expect(await reopen(id, ben)).toMatchObject({ status: 200, body: { isCompleted: false } });
    expect(await days()).toEqual([]);
  });

  test('can’t be removed by the host, even if it is stale: only its athlete may', async () => {
    const id = await completed();
    await reopen(id, ben);
    await database()
      .db.update(activities)
      .set({ heardAt: new Date(nowMs() - limits.staleActivityMs - 1_000) });
    const remove = (as: Person) => app().call('DELETE', `/api/activities/${id}`, { as });
    expect(await remove(ben)).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
    expect(await database().db.select().from(activities)).toHaveLength(1);
    expect(await remove(ann)).toMatchObject({ status: 200 });
  });

  test('counts on its athlete’s own day again when the host ends it', async () => {
    const id = await completed({ createdAt: new Date('2026-05-01T23:00:00Z'), timeZone: 'Europe/Berlin' });
    expect(await days()).toMatchObject([{ day: '2026-05-02' }]);
    await reopen(id, ben);
    await database()
      .db.update(activities)
      .set({ heardAt: new Date(nowMs() - limits.staleActivityMs - 1_000) });
    await app().call('POST', `/api/activities/${id}/end`, { as: ben });
    expect(await days()).toMatchObject([{ day: '2026-05-02', count: 1 }]);
  });

  test('is refused in a deleted session, which has no page to row it on', async () => {
    const id = await completed();
    await app().call('DELETE', `/api/sessions/${sessionId}`, { as: ben });
    for (const by of [ann, ben]) {
      expect(await reopen(id, by)).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
    }
    expect(await days()).toMatchObject([{ count: 1, meters: 500 }]);
  });

  test('is refused for the monitor’s own result', async () => {
    const id = await completed({ summary: summaryFrom('summary') });
    expect(await reopen(id, ben)).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
    expect(await days()).toMatchObject([{ count: 1 }]);
  });

  test('stays newer than its result when a sample from before the end is stored late', async () => {
    const id = await completed();
    const { heardAt } = ActivitySchema.parse((await reopen(id, ben)).body);
    const receivedAt = new Date('2026-05-01T12:01:59Z');
    await updateFromSamples(database().db, new Map([[id, { sample: liveSample(1), receivedAt }]]));
    const stored = ActivitySchema.parse((await app().call('GET', `/api/activities/${id}`, { as: ann })).body);
    expect(stored).toMatchObject({ heardAt, distance: liveSample(1).distance });
  });

  test('is refused while its athlete rows another, even at the same moment', async () => {
    const id = await completed();
    const begin = () =>
      app().call('POST', '/api/activities', {
        as: ann,
        body: { user: ann.user._id, session: sessionId, workoutItemIndex: 1 },
      });
    const [begun, reopened] = await Promise.all([begin(), reopen(id, ben)]);
    const refused = begun.status === 200 ? reopened : begun;
    expect([begun.status, reopened.status].sort()).toEqual([200, 409]);
    expect(refused.body).toMatchObject({ code: 'activity_in_progress' });
    const rows = await database().db.select().from(activities);
    expect(rows.filter(({ isCompleted }) => !isCompleted)).toHaveLength(1);
    if (begun.status === 200) expect(await days()).toMatchObject([{ count: 1, meters: 500 }]);
  });

  describe('for the pages in the room', () => {
    test('is announced, and its samples are shown again', async () => {
      const id = await buildActivity(database().db, { userId: ann.user._id, sessionId });
      const hers = await open.into(sessionId, ann);
      const coach = await open.into(sessionId, ben);
      const sample = (seq: number) =>
        hers.outcomeOf(liveEvents.sample, { activity: id, sample: liveSample(seq) });
      await sample(1);
      const ended = coach.next(liveEvents.activityChanged);
      await complete(id, {});
      await ended;
      expect(await sample(2)).toBe('completed');
      const told = coach.next(liveEvents.activityChanged);
      await reopen(id, ben);
      expect(ActivityChangedSchema.parse(await told).activities).toMatchObject([
        { _id: id, isCompleted: false },
      ]);
      const framed = coach.nextFrame(({ rows }) => rows.some(({ activity }) => activity === id));
      expect(await sample(3)).toBe('ok');
      expect((await framed).rows).toMatchObject([{ activity: id, sample: { elapsedTime: 3 } }]);
    });

    test('stays deleted after it was discarded, even when its page begins it again', async () => {
      const hers = await open.into(sessionId, ann);
      const id = newId();
      const body = { _id: id, user: ann.user._id, session: sessionId, workoutItemIndex: 0 };
      const begin = () => app().call('POST', '/api/activities', { as: ann, body });
      await begin();
      expect(await app().call('DELETE', `/api/activities/${id}`, { as: ann })).toMatchObject({ status: 200 });
      expect(problemOf(await begin())).toMatchObject({ status: 404, code: 'not_found' });
      expect(await hers.outcomeOf(liveEvents.sample, { activity: id, sample: liveSample(1) })).toBe(
        'not_found',
      );
    });
  });
});
