import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  ActivitySchema,
  ListedActivitySchema,
  type Activity,
  type ActivityPatch,
  type ListedActivity,
} from '@boathouse/contract/activities';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { listedActivityOf } from './rules.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

const summary = {
  logEntryDate: { year: 2026, month: 5, day: 1 },
  logEntryTime: { hour: 6, minute: 30 },
  averageStrokeRate: 26,
  averageHeartRate: 160,
  recoveryHeartRate: null,
  splits: [],
  source: 'summary',
} as const satisfies ActivityPatch['summary'];

const live = {
  elapsedTime: 100.5,
  currentPace: 121.4,
  averagePace: 122.2,
  distance: 411.3,
  strokeRate: 27,
  workoutType: 3,
  heartRate: 151,
  dragFactor: 118,
  averagePower: 192,
  totalCalories: 25,
  isSimulated: true,
};

/** The further fields of the response. */
const shown = { ...live, source: 'simulated' };

/** An activity with a message since. */
const heard = { heardAt: expect.any(String) };

onEachDatabase('activities', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  let sessionId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    sessionId = await buildSession(database().db, {
      hostUserId: ben.user._id,
      title: 'Tuesday',
      workoutItems: ['2000m', '500m'],
    });
  });

  const begin = (as: Person, workoutItemIndex = 0, session = sessionId) =>
    app().call('POST', '/api/activities', {
      as,
      body: { user: as.user._id, session, workoutItemIndex },
    });
  const activityOf = (answer: Answer): Activity => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return ActivitySchema.parse(answer.body);
  };
  const patch = (as: Person, id: string, body: unknown) =>
    app().call('PATCH', `/api/activities/${id}`, { as, body });
  const complete = (as: Person, id: string, body?: unknown) =>
    app().call('PATCH', `/api/activities/${id}/complete`, { as, body });
  const inProgress = async (as: Person) =>
    (await app().call('GET', `/api/activities/inprogress/${as.user._id}`, { as })).body;
  const stored = async (): Promise<ListedActivity[]> => {
    const answer = await app().call('GET', `/api/sessions/${sessionId}/activities`, { as: ann });
    return z.array(z.array(ListedActivitySchema)).parse(answer.body).flat();
  };

  test('GET /activities/{id} returns the activity with its splits, and 404 for a missing one', async () => {
    const { _id } = activityOf(await begin(ann));
    const byId = (id: string) => app().call('GET', `/api/activities/${id}`, { as: ben });
    expect(activityOf(await byId(_id))).toMatchObject({ _id, isCompleted: false, summary: null });
    const split = {
      splitNumber: 1,
      time: 100.5,
      distance: 411.3,
      averagePace: 122.2,
      restTime: 0,
      strokeRate: 27,
      heartRate: null,
    };
    await complete(ann, _id, { ...live, summary: { ...summary, splits: [split] } });
    expect(activityOf(await byId(_id)).summary?.splits).toEqual([split]);
    expect(await byId('019a0000-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await byId('nothing')).toMatchObject({ status: 400, body: { fields: [{ field: 'id' }] } });
  });

  test('a database failure returns 500, not 404', async () => {
    const begun = activityOf(await begin(ann));
    const rename = (from: string, to: string) =>
      database().db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`);
    // Only the check whether Ben may read Ann's activity needs this table.
    await rename('club_memberships', 'moved_away');
    try {
      expect(problemOf(await patch(ben, begun._id, { distance: 1 }))).toMatchObject({ code: 'internal' });
    } finally {
      await rename('moved_away', 'club_memberships');
    }
    expect(app().errors.splice(0)).toHaveLength(1);
    expect(problemOf(await patch(ben, begun._id, { distance: 1 }))).toMatchObject({ code: 'not_the_caller' });
  });

  describe('POST /activities', () => {
    test('[SESS-10] returns an activity in progress with all values at zero, and calories as unknown', async () => {
      const begun = activityOf(await begin(ann, 1));
      expect(begun).toEqual({
        _id: begun._id,
        user: ann.user,
        title: 'Tuesday',
        workout: '500m',
        session: { _id: sessionId, title: 'Tuesday', workoutItems: ['2000m', '500m'], isDeleted: false },
        workoutItemIndex: 1,
        visibility: null,
        source: 'monitor',
        enteredBy: null,
        machine: 'rower',
        isCompleted: false,
        createdAt: begun.createdAt,
        completedAt: null,
        elapsedTime: 0,
        currentPace: null,
        averagePace: null,
        distance: 0,
        strokeRate: 0,
        workoutType: null,
        heartRate: null,
        heartRateSource: null,
        dragFactor: 0,
        averagePower: null,
        totalCalories: null,
        isSimulated: false,
        summary: null,
        startOffset: null,
        isPartial: false,
        isLeft: false,
        heardAt: begun.heardAt,
      });
      expect(await inProgress(ann)).toEqual({ ...begun, owner: null });
      expect(await inProgress(ben)).toBeNull();
    });

    test('[SESS-10] returns the same activity with its present values when the call is repeated', async () => {
      const begun = activityOf(await begin(ann));
      activityOf(await patch(ann, begun._id, { distance: 40 }));
      expect(activityOf(await begin(ann))).toEqual({ ...begun, ...heard, distance: 40 });
      expect(await stored()).toHaveLength(1);
    });

    test('[SESS-10] rejects another item of any session while an activity is in progress, and names that activity', async () => {
      activityOf(await begin(ann));
      const elsewhere = await buildSession(database().db, { hostUserId: ann.user._id });
      for (const refused of [await begin(ann, 1), await begin(ann, 0, elsewhere)]) {
        expect(refused).toMatchObject({
          status: 409,
          body: {
            code: 'activity_in_progress',
            message: 'Finish your workout in progress first: 2000m of Tuesday',
          },
        });
      }
    });

    test('[SESS-10] accepts the same item from another user at the same time', async () => {
      const anns = activityOf(await begin(ann));
      const bens = activityOf(await begin(ben));
      expect(anns._id).not.toBe(bens._id);
    });

    test('[SESS-10] rejects a completed item and accepts the next one', async () => {
      const begun = activityOf(await begin(ann));
      activityOf(await complete(ann, begun._id));
      expect(await begin(ann)).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
      activityOf(await begin(ann, 1));
    });

    test('rejects an item index that the session does not have', async () => {
      expect(await begin(ann, 2)).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'workoutItemIndex' }] },
      });
    });

    test('[SESS-10] returns one activity to twelve concurrent calls for one item', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => begin(ann)));
      expect(new Set(answers.map((answer) => activityOf(answer)._id)).size).toBe(1);
      expect(await stored()).toHaveLength(1);
    });

    test('[SESS-10] accepts one of twelve concurrent calls for different items and rejects the others', async () => {
      const { db } = database();
      const sessions = await Promise.all(
        Array.from({ length: 6 }, () => buildSession(db, { hostUserId: ben.user._id })),
      );
      const answers = await Promise.all(
        sessions.flatMap((session) => [begin(ann, 0, session), begin(ann, 1, session)]),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
      for (const answer of answers.filter(({ status }) => status === 409)) {
        expect(answer.body).toMatchObject({ code: 'activity_in_progress' });
      }
    });
  });

  describe('PATCH /activities/:id', () => {
    test('[SESS-9] merges the given live fields and keeps the others', async () => {
      const begun = activityOf(await begin(ann));
      expect(activityOf(await patch(ann, begun._id, live))).toEqual({ ...begun, ...heard, ...shown });
      const change = { distance: 500.5, heartRate: null };
      const merged = { ...begun, ...heard, ...shown, ...change };
      expect(activityOf(await patch(ann, begun._id, change))).toEqual(merged);
      expect(activityOf(await patch(ann, begun._id, {}))).toEqual(merged);
    });

    test('[SESS-9] accepts a complete activity and stores only its live fields', async () => {
      const begun = activityOf(await begin(ann));
      const elsewhere = await buildSession(database().db, { hostUserId: ann.user._id });
      const answer = await patch(ann, begun._id, {
        ...begun,
        ...live,
        _id: elsewhere,
        user: ben.user,
        session: elsewhere,
        workoutItemIndex: 1,
        isCompleted: true,
        createdAt: '2020-01-01T00:00:00.000Z',
        completedAt: '2020-01-01T00:00:00.000Z',
        summary,
      });
      expect(activityOf(answer)).toEqual({ ...begun, ...heard, ...shown });
    });

    test('[API-AUTHZ] rejects a patch by another user and changes nothing', async () => {
      const begun = activityOf(await begin(ann));
      expect(await patch(ben, begun._id, live)).toMatchObject({
        status: 403,
        body: { code: 'not_the_caller' },
      });
      expect(await complete(ben, begun._id, live)).toMatchObject({ status: 403 });
      expect(await stored()).toEqual([begun]);
    });
  });

  describe('PATCH /activities/:id/complete', () => {
    test('[SESS-10] stores the result and the summary and ends the activity', async () => {
      const begun = activityOf(await begin(ann));
      const done = activityOf(await complete(ann, begun._id, { ...live, summary }));
      expect(done).toEqual({
        ...begun,
        ...shown,
        summary,
        isCompleted: true,
        completedAt: expect.any(String),
        isPartial: true,
      });
      expect(await inProgress(ann)).toBeNull();
      expect(await stored()).toEqual([listedActivityOf(done)]);
    });

    test('[SESS-10] keeps the patched values when no result is given', async () => {
      for (const [index, body] of [undefined, null].entries()) {
        const begun = activityOf(await begin(ann, index));
        activityOf(await patch(ann, begun._id, { distance: 77 }));
        const done = activityOf(
          body === null
            ? await app().call('PATCH', `/api/activities/${begun._id}/complete`, {
                as: ann,
                body: 'null',
                headers: { 'content-type': 'application/json' },
              })
            : await complete(ann, begun._id),
        );
        expect(done).toMatchObject({ isCompleted: true, distance: 77, summary: null });
      }
    });

    test('[SESS-10] returns the first result when repeated, with the same or with other values', async () => {
      const begun = activityOf(await begin(ann));
      const done = activityOf(await complete(ann, begun._id, { ...live, summary }));
      for (const body of [{ ...live, summary }, { distance: 9999 }, undefined]) {
        expect(activityOf(await complete(ann, begun._id, body))).toEqual(done);
      }
    });

    test('[SESS-10] stores one result of ten concurrent calls with different values and returns it to all', async () => {
      const begun = activityOf(await begin(ann));
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => complete(ann, begun._id, { distance: 1000 + i })),
      );
      const [first, ...others] = answers.map(activityOf);
      for (const other of others) expect(other).toEqual(first);
      expect(await stored()).toEqual([first && listedActivityOf(first)]);
    });

    test('[SESS-10] is not undone or changed by concurrent patches', async () => {
      const begun = activityOf(await begin(ann));
      const [done, ...patched] = await Promise.all([
        complete(ann, begun._id, { distance: 2000 }),
        ...Array.from({ length: 10 }, (_, i) => patch(ann, begun._id, { distance: i })),
      ]);
      expect(activityOf(done)).toMatchObject({ isCompleted: true, distance: 2000 });
      for (const { status } of patched) expect([200, 409]).toContain(status);
      expect(await stored()).toEqual([listedActivityOf(activityOf(done))]);
    });
  });

  describe('after completion', () => {
    async function completed(result: object = { ...live, summary }): Promise<Activity> {
      const begun = activityOf(await begin(ann));
      return activityOf(await complete(ann, begun._id, result));
    }

    test('[SESS-10] a patch is rejected and changes nothing', async () => {
      const done = await completed();
      for (const body of [
        { distance: 1 },
        {},
        { summary },
        { summary: null },
        { distance: 1, summary: { ...summary, recoveryHeartRate: 100 } },
      ]) {
        expect(await patch(ann, done._id, body), JSON.stringify(body)).toMatchObject({
          status: 409,
          body: { code: 'activity_completed' },
        });
      }
      expect(await stored()).toEqual([listedActivityOf(done)]);
    });

    test('[SESS-9] a patch may add the recovery heart rate to the summary, and nothing else', async () => {
      const done = await completed();
      const later = { ...summary, recoveryHeartRate: 104, averageHeartRate: 99, source: 'byHand' };
      expect(activityOf(await patch(ann, done._id, { summary: later }))).toEqual({
        ...done,
        summary: { ...summary, recoveryHeartRate: 104 },
      });
    });

    test('[SESS-9] the recovery heart rate is ignored when the result has no summary', async () => {
      const done = await completed(live);
      const answer = await patch(ann, done._id, { summary: { ...summary, recoveryHeartRate: 104 } });
      expect(activityOf(answer)).toEqual(done);
    });
  });
});
