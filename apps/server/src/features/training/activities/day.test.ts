import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { activities, activityDays } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Answer, type Person } from '../../../../test/support/test-app.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivity } from './factory.ts';
import { completeActivity } from './service.ts';

const unheard = { onChange: () => {}, onReplaced: () => {} };

onEachDatabase('the day that an activity counts on', (database) => {
  const app = useTestApp(database);
  let ann: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    await database().db.delete(activityDays);
  });

  /** Creates an activity of Ann, in progress since `at`. */
  async function begunAt(createdAt: string): Promise<string> {
    const { db } = database();
    const sessionId = await buildSession(db, { hostUserId: ann.user._id });
    return buildActivity(db, { userId: ann.user._id, sessionId, createdAt: new Date(createdAt) });
  }

  const complete = (id: string, body?: unknown): Promise<Answer> =>
    app().call('PATCH', `/api/activities/${id}/complete`, { as: ann, body });

  const days = () =>
    database()
      .db.select()
      .from(activityDays)
      .where(eq(activityDays.userId, ann.user._id))
      .orderBy(asc(activityDays.day));

  async function dayOf(id: string): Promise<string | undefined> {
    const [row] = await database().db.select().from(activities).where(eq(activities.id, id));
    return row?.day;
  }

  test.each([
    ['2026-05-01T22:30:00Z', 'Europe/Berlin', '2026-05-02'],
    ['2026-05-01T22:30:00Z', 'America/New_York', '2026-05-01'],
    ['2026-05-01T22:30:00Z', undefined, '2026-05-01'],
    ['2026-05-01T00:30:00Z', 'America/New_York', '2026-04-30'],
    ['2024-02-28T23:30:00Z', 'Europe/Berlin', '2024-02-29'],
    ['2025-12-31T23:30:00Z', 'Europe/Berlin', '2026-01-01'],
    // Midnight is 22:00 UTC until the clocks go back that night, and 23:00 UTC afterwards.
    ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
  ])('[STAT-1] of an activity begun at %s in %s is %s', async (createdAt, timeZone, day) => {
    const id = await begunAt(createdAt);
    const figures = { distance: 2_000.5, elapsedTime: 480.2, totalCalories: 120 };
    expect(await complete(id, { ...figures, ...(timeZone === undefined ? {} : { timeZone }) })).toMatchObject(
      {
        status: 200,
        body: { isCompleted: true, distance: 2_000.5 },
      },
    );
    expect(await dayOf(id)).toBe(day);
    expect(await days()).toMatchObject([
      { userId: ann.user._id, day, count: 1, meters: 2_000.5, timeSec: 480.2, calories: 120 },
    ]);
  });

  test('[STAT-1] sums the activities of a day by their final values, patched or sent with the completion', async () => {
    const first = await begunAt('2026-05-01T08:00:00Z');
    await app().call('PATCH', `/api/activities/${first}`, {
      as: ann,
      body: { distance: 500, elapsedTime: 100, totalCalories: 10 },
    });
    await complete(first, { timeZone: 'Asia/Tokyo' });
    await complete(await begunAt('2026-05-01T14:59:59Z'), { distance: 1_000, timeZone: 'Asia/Tokyo' });
    await complete(await begunAt('2026-05-01T15:00:00Z'), { distance: 20, timeZone: 'Asia/Tokyo' });
    expect(await days()).toMatchObject([
      { day: '2026-05-01', count: 2, meters: 1_500, timeSec: 100, calories: 10 },
      { day: '2026-05-02', count: 1, meters: 20, timeSec: 0, calories: 0 },
    ]);
  });

  test('[SESS-10] counts a repeated completion once, even with another time zone or other values', async () => {
    const id = await begunAt('2026-05-01T22:30:00Z');
    await complete(id, { distance: 2_000, timeZone: 'Europe/Berlin' });
    const counted = await days();
    for (const body of [
      { distance: 2_000, timeZone: 'Europe/Berlin' },
      { distance: 9_999, timeZone: 'America/New_York' },
      { isSimulated: true },
      undefined,
    ]) {
      expect(await complete(id, body)).toMatchObject({ status: 200, body: { distance: 2_000 } });
    }
    expect(await days()).toEqual(counted);
    expect(await dayOf(id)).toBe('2026-05-02');
  });

  test('[SESS-10] counts only the stored one of ten concurrent completions', async () => {
    const id = await begunAt('2026-05-01T22:30:00Z');
    const zones = ['Europe/Berlin', 'America/New_York'];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        complete(id, { distance: 1_000 + index, timeZone: zones[index % 2] }),
      ),
    );
    const [row] = await database().db.select().from(activities).where(eq(activities.id, id));
    for (const answer of answers) expect(answer.body).toMatchObject({ distance: row?.distance });
    expect(await days()).toMatchObject([{ day: row?.day, count: 1, meters: row?.distance }]);
  });

  test('[SESS-10] [STAT-1] completes the activity and updates its day’s totals in one transaction', async () => {
    const { db } = database();
    const id = await begunAt('2026-05-01T08:00:00Z');
    await db.execute(sql`alter table activity_days add constraint full_day check (meters < 1000)`);
    const completion = completeActivity(db, ann.user._id, id, { distance: 2_000 }, unheard);
    await expect(completion).rejects.toThrow();
    await db.execute(sql`alter table activity_days drop constraint full_day`);
    const [row] = await db.select().from(activities).where(eq(activities.id, id));
    expect(row).toMatchObject({ isCompleted: false, distance: 0 });
    expect(await complete(id, { distance: 2_000 })).toMatchObject({ status: 200 });
    expect(await days()).toMatchObject([{ count: 1, meters: 2_000 }]);
  });

  test('[STAT-1] is stored for a simulated activity, too, without adding to its totals', async () => {
    const id = await begunAt('2026-05-01T22:30:00Z');
    await complete(id, { distance: 2_000, isSimulated: true, timeZone: 'Europe/Berlin' });
    const other = await begunAt('2026-05-01T22:31:00Z');
    await app().call('PATCH', `/api/activities/${other}`, { as: ann, body: { isSimulated: true } });
    await complete(other, { distance: 2_000, timeZone: 'Europe/Berlin' });
    expect([await dayOf(id), await dayOf(other)]).toEqual(['2026-05-02', '2026-05-02']);
    expect(await days()).toEqual([]);
  });

  test.each(['PST', 'Mars/Olympus', 'Etc/Unknown'])(
    "[API-SESSIONS] is UTC's day in the unknown time zone %s: a result is never refused for it",
    async (timeZone) => {
      const id = await begunAt('2026-05-01T22:30:00Z');
      expect(await complete(id, { distance: 2_000, timeZone })).toMatchObject({ status: 200 });
      expect(await dayOf(id)).toBe('2026-05-01');
    },
  );
});
