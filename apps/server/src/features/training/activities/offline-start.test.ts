import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ActivitySchema } from '@boathouse/contract/activities';
import { activities, discardedActivities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { sweepDiscards } from './discards/store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A UUID of version 7 made at another time. */
const idMadeAt = (ms: number) => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`;
};

onEachDatabase('activities with an id made by the page', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  let session: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    await database().db.delete(discardedActivities);
    session = await buildSession(database().db, {
      hostUserId: ben.user._id,
      isAccessibleByLink: true,
      workoutItems: ['2000m', '500m'],
    });
  });

  const begin = (_id: string, as = ann, workoutItemIndex = 0, more: { begunAgoMs?: number } = {}) =>
    app().call('POST', '/api/activities', {
      as,
      body: { _id, user: as.user._id, session, workoutItemIndex, ...more },
    });
  const complete = (id: string) =>
    app().call('PATCH', `/api/activities/${id}/complete`, { as: ann, body: { distance: 2000 } });
  const discard = (id: string, as = ann) => app().call('DELETE', `/api/activities/${id}`, { as });
  const noted = () => database().db.select().from(discardedActivities);
  const inProgress = async () =>
    (await app().call('GET', `/api/activities/inprogress/${ann.user._id}`, { as: ann })).body;

  describe('beginning', () => {
    test.each([
      ['a day slow', -dayMs],
      ['reset to 2020', -6 * 365 * dayMs],
      ['3 hours fast', 3 * 60 * minuteMs],
    ])('begins as long ago as the page states, although its clock is wrong: %s', async (_, byMs) => {
      const before = nowMs();
      const id = idMadeAt(before + byMs);
      const { createdAt } = ActivitySchema.parse(
        (await begin(id, ann, 0, { begunAgoMs: 90 * minuteMs })).body,
      );
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before - 90 * minuteMs);
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(nowMs() - 90 * minuteMs);
      await complete(id);
      const [stored] = await database().db.select({ day: activities.day }).from(activities);
      expect(stored?.day).toBe(createdAt.slice(0, 10));
    });

    test('begins at most 30 days ago, for any time that the page states', async () => {
      const before = nowMs();
      const { createdAt } = ActivitySchema.parse(
        (await begin(idMadeAt(before), ann, 0, { begunAgoMs: 400 * dayMs })).body,
      );
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before - 30 * dayMs);
    });

    test.each([-1, 0.5, '90'])('refuses %j as how long ago it began', async (begunAgoMs) => {
      const answer = await app().call('POST', '/api/activities', {
        as: ann,
        body: { _id: randomUUIDv7(), user: ann.user._id, session, workoutItemIndex: 0, begunAgoMs },
      });
      expect(answer).toMatchObject({ status: 400, body: { fields: [{ field: 'begunAgoMs' }] } });
    });

    test('a begin from an older page keeps the id and begins at the time in it', async () => {
      const beganMs = nowMs() - 90 * minuteMs;
      const id = idMadeAt(beganMs);
      const answer = await begin(id);
      expect(answer).toMatchObject({
        status: 200,
        body: { _id: id, createdAt: new Date(beganMs).toISOString() },
      });
    });

    test('returns the same activity when the call is repeated, even after its completion', async () => {
      const id = randomUUIDv7();
      const begun = ActivitySchema.parse((await begin(id)).body);
      expect((await begin(id)).body).toEqual({ ...begun, heardAt: expect.any(String), owner: null });
      const completed = await complete(id);
      expect((await begin(id)).body).toEqual(completed.body);
    });

    test('returns the activity of the page that began the item first', async () => {
      const first = randomUUIDv7();
      await begin(first);
      expect((await begin(randomUUIDv7())).body).toMatchObject({ _id: first });
    });

    test('refuses a completed item that another page begins with its own id', async () => {
      const id = randomUUIDv7();
      await begin(id);
      await complete(id);
      expect(await begin(randomUUIDv7())).toMatchObject({
        status: 409,
        body: { code: 'activity_completed' },
      });
    });

    test('refuses the id of another activity', async () => {
      const id = randomUUIDv7();
      await begin(id);
      await complete(id);
      for (const refused of [await begin(id, ann, 1), await begin(id, ben)]) {
        expect(refused).toMatchObject({ status: 400, body: { fields: [{ field: '_id' }] } });
      }
    });

    test('refuses an id that is not a UUID of version 7', async () => {
      for (const id of [randomUUID(), 'mine', '']) {
        expect(await begin(id)).toMatchObject({ status: 400, body: { fields: [{ field: '_id' }] } });
      }
    });

    test('a begin from an older page begins at most 30 days ago and never in the future, for any wrong clock', async () => {
      const before = nowMs();
      const tomorrow = ActivitySchema.parse((await begin(idMadeAt(before + dayMs))).body);
      expect(Date.parse(tomorrow.createdAt)).toBeLessThanOrEqual(nowMs());
      await complete(tomorrow._id);
      const longAgo = ActivitySchema.parse((await begin(idMadeAt(0), ann, 1)).body);
      expect(Date.parse(longAgo.createdAt)).toBeGreaterThanOrEqual(before - 30 * dayMs);
    });
  });

  describe('discarding', () => {
    test('removes the activity, and the item can begin again', async () => {
      const id = randomUUIDv7();
      await begin(id);
      expect(await discard(id)).toMatchObject({ status: 200, body: { _id: id } });
      expect(await inProgress()).toBeNull();
      expect((await begin(randomUUIDv7())).status).toBe(200);
    });

    test('returns 404 when the activity is already deleted', async () => {
      const id = randomUUIDv7();
      await begin(id);
      await discard(id);
      expect(await discard(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });

    test('discarding before the activity has begun returns 404, and a later request begins nothing', async () => {
      const id = randomUUIDv7();
      expect(await discard(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      for (let repeated = 0; repeated < 2; repeated += 1) {
        expect(await begin(id)).toMatchObject({
          status: 404,
          body: { code: 'not_found', message: 'You have discarded this workout' },
        });
      }
      expect(await inProgress()).toBeNull();
      expect((await begin(randomUUIDv7())).status).toBe(200);
    });

    test('a repeated request does not begin a discarded activity again', async () => {
      const id = randomUUIDv7();
      await begin(id);
      await discard(id);
      expect((await begin(id)).status).toBe(404);
      expect(await inProgress()).toBeNull();
    });

    test('discarding at the same moment as the begin leaves no activity', async () => {
      for (let round = 0; round < 10; round += 1) {
        const id = randomUUIDv7();
        await Promise.all([begin(id), discard(id)]);
        expect(await inProgress()).toBeNull();
      }
    });

    test('discarding of an id binds only the user who discards it', async () => {
      const id = randomUUIDv7();
      await discard(id, ben);
      expect((await begin(id)).status).toBe(200);
    });

    test('stores no id that no one can begin', async () => {
      expect((await discard(randomUUID())).status).toBe(404);
      expect(await noted()).toHaveLength(0);
    });

    test('stores the newest 500 of a user', async () => {
      const { db } = database();
      const discards = Array.from({ length: 500 }, (_, index) => ({
        userId: ann.user._id,
        activityId: randomUUIDv7(),
        discardedAt: new Date(nowMs() - (index + 1) * minuteMs),
      }));
      await db.insert(discardedActivities).values(discards);
      const id = randomUUIDv7();
      await discard(id);
      const left = (await noted()).map(({ activityId }) => activityId);
      expect(left).toHaveLength(500);
      expect(left).toContain(id);
      expect(left).not.toContain(discards.at(-1)?.activityId);
    });

    test('is forgotten after 31 days', async () => {
      const id = randomUUIDv7();
      await discard(id);
      const { db } = database();
      const at = (days: number) => new Date(nowMs() + days * dayMs);
      await sweepDiscards(db, at(30));
      expect(await noted()).toHaveLength(1);
      await sweepDiscards(db, at(32));
      expect(await noted()).toHaveLength(0);
    });

    test('refuses a completed activity, whose result stays', async () => {
      const id = randomUUIDv7();
      await begin(id);
      await complete(id);
      expect(await discard(id)).toMatchObject({ status: 409, body: { code: 'activity_completed' } });
    });

    test('refuses another athlete’s activity', async () => {
      const id = randomUUIDv7();
      await begin(id);
      const cat = await app().signUp('Cat');
      expect(await discard(id, cat)).toMatchObject({ status: 403, body: { code: 'not_the_caller' } });
      expect(await inProgress()).toMatchObject({ _id: id });
    });
  });
});
