import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { imports as calls } from '@boathouse/contract/activities/imports';
import { activities, activityDays } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';

const header =
  'Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Rest Time (Formatted),Rest Time (Seconds),Work Distance,Type';
/** A season with results that were entered by hand: a long one, a short one, and one on a leap day. */
const season = [
  header,
  '1,"2026-03-01 00:00:00","21,800m row",1:30:00.0,5400,,,21800,RowErg',
  '2,2026-03-02 00:00:00,5000m row,20:00.0,1200,,,5000,RowErg',
  '3,2024-02-29 00:00:00,8x500m/2:00r row,16:00.0,960,16:00.0,960,4000,RowErg',
].join('\n');

onEachDatabase('a day without a time of day', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  beforeEach(async () => {
    ann = await app().signUp('Ann');
  });

  test.each(['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Auckland', 'Pacific/Pago_Pago'])(
    'stays on that day in %s, for any length of the workout',
    async (timeZone) => {
      const query = new URLSearchParams({ name: 'season.csv', timeZone }).toString();
      const read = await app().call('POST', `/api/imports?${query}`, {
        as: ann,
        body: Buffer.from(season),
        headers: { 'content-type': 'application/octet-stream' },
      });
      const { _id, workouts } = calls.read.response.parse(read.body);
      const indexes = workouts.map(({ index }) => index);
      const stored = await app().call('POST', `/api/imports/${_id}`, { as: ann, body: { indexes } });
      expect(stored.status).toBe(200);
      const userId = ann.user._id;
      const rows = await database()
        .db.select({ day: activities.day, begin: activities.createdAt, end: activities.completedAt })
        .from(activities)
        .where(eq(activities.userId, userId))
        .orderBy(asc(activities.day));
      expect(rows.map(({ day }) => day)).toEqual(['2024-02-29', '2026-03-01', '2026-03-02']);
      const lasts = rows.map(({ begin, end }) => ((end?.getTime() ?? 0) - begin.getTime()) / 1_000);
      expect(lasts).toEqual([1_920, 5_400, 1_200]);
      const days = await database()
        .db.select({ day: activityDays.day })
        .from(activityDays)
        .where(eq(activityDays.userId, userId));
      expect(days.map(({ day }) => day).toSorted()).toEqual(['2024-02-29', '2026-03-01', '2026-03-02']);
    },
  );
});
