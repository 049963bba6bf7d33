import { afterEach, expect, test, vi } from 'vitest';
import { activities, activityDays } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { ActivitySchema } from '@boathouse/contract/activities';
import { buildSession } from '../../sessions/sessions/factory.ts';

const dayMs = 86_400_000;
const days = (ms: number) => new Date(ms).toISOString().slice(0, 10);

onEachDatabase('a server whose clock jumps while athletes row', (database) => {
  const app = useTestApp(database);
  afterEach(() => vi.useRealTimers());

  test('keeps every result, on the day of its clock at the start', async () => {
    const ann = await app().signUp('Ann');
    const session = await buildSession(database().db, {
      hostUserId: ann.user._id,
      workoutItems: ['2000m', '500m', '100m'],
    });
    const begin = async (workoutItemIndex: number) => {
      const { body } = await app().call('POST', '/api/activities', {
        as: ann,
        body: { user: ann.user._id, session, workoutItemIndex, timeZone: 'UTC' },
      });
      return ActivitySchema.parse(body)._id;
    };
    const complete = async (id: string, distance: number) => {
      const answer = await app().call('PATCH', `/api/activities/${id}/complete`, {
        as: ann,
        body: { distance, elapsedTime: 60, timeZone: 'UTC' },
      });
      expect(answer).toMatchObject({ status: 200, body: { isCompleted: true, distance } });
    };
    const begunMs = nowMs();
    vi.useFakeTimers({ toFake: ['Date'], now: begunMs });
    const first = await begin(0);
    vi.setSystemTime(begunMs + 3 * dayMs);
    await complete(first, 2_000);
    const second = await begin(1);
    vi.setSystemTime(begunMs - dayMs);
    await complete(second, 500);
    const third = await begin(2);
    await complete(third, 100);
    vi.setSystemTime(begunMs);
    // Sent again, like a page whose response was lost.
    await complete(second, 500);

    const rows = await database().db.select().from(activities);
    expect(Object.fromEntries(rows.map(({ id, day }) => [id, day]))).toEqual({
      [first]: days(begunMs),
      [second]: days(begunMs + 3 * dayMs),
      [third]: days(begunMs - dayMs),
    });
    const counted = await database().db.select().from(activityDays);
    expect(counted.map(({ day, meters }) => [day, meters]).toSorted()).toEqual([
      [days(begunMs - dayMs), 100],
      [days(begunMs), 2_000],
      [days(begunMs + 3 * dayMs), 500],
    ]);
  });
});
