import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities, activityDays, syncUploads } from '../../db/tables.ts';
import { onEachDatabase } from '../../../test/support/databases.ts';
import { hourMs, useConnectedAthletes } from '../../../test/sync/connected-athletes.ts';
import { buildActivity, type ActivityToBuild } from '../activities/factory.ts';

const userId = 7;
/** Of a row of 2,000 m that ended at 11:00 UTC, stored by another app of the athlete. */
const result = {
  type: 'rower',
  date: '2026-11-20 12:00:00',
  timezone: 'Europe/Berlin',
  date_utc: '2026-11-20 11:00:00',
  distance: 2_000,
  time: 4_253,
  workout_type: 'FixedDistanceSplits',
};
const figures = { distance: 2_000, elapsedTime: 425.3, workoutType: 3, timeZone: 'Europe/Berlin' };

onEachDatabase('a row that ends here after the Logbook has had its result', (database) => {
  const { logbook, app, ann, db, pass, run, connect } = useConnectedAthletes(database);

  /** Begins the row, and imports its result. */
  async function imported(more: object = {}, row: Partial<ActivityToBuild> = {}): Promise<string> {
    await db().delete(activityDays);
    const createdAt = new Date('2026-11-20T10:52:40Z');
    const id = await buildActivity(db(), { userId: ann().user._id, createdAt, ...row });
    logbook.put(userId, { ...result, ...more });
    await connect('logbook', logbook.personalToken(userId));
    await run();
    return id;
  }
  const twin = async () => {
    const [row] = await db().select().from(activities).where(eq(activities.source, 'sync'));
    return row?.id ?? '';
  };
  const complete = async (id: string, body: object = figures) => {
    const answer = await app().call('PATCH', `/api/activities/${id}/complete`, { as: ann(), body });
    expect(answer.status).toBe(200);
  };
  const sources = async () => (await db().select().from(activities)).map(({ source }) => source).toSorted();
  const counted = async () =>
    (await db().select().from(activityDays)).map(({ count, meters }) => [count, meters]);
  const put = async (path: string, body: object) => {
    const answer = await app().call('PUT', `/api/activities/${await twin()}/${path}`, { as: ann(), body });
    expect(answer.status).toBe(200);
  };

  test('takes its place, counts once, and is not sent there', async () => {
    const id = await imported();
    expect(await sources()).toEqual(['monitor', 'sync']);
    await complete(id);
    expect(await sources()).toEqual(['monitor']);
    expect(await counted()).toEqual([[1, 2_000]]);
    expect(await db().select().from(syncUploads)).toMatchObject([{ state: 'there', nextAt: null }]);
    pass(2 * hourMs);
    logbook.editAll({ comments: 'Edited' });
    await run();
    expect(await sources()).toEqual(['monitor']);
    expect(logbook.results).toHaveLength(1);
  });

  test('takes its place also by the clock of its monitor alone', async () => {
    const id = await imported({}, { createdAt: new Date('2026-11-20T09:00:00Z') });
    const logged = {
      logEntryDate: { year: 2026, month: 11, day: 20 },
      logEntryTime: { hour: 12, minute: 0 },
    };
    const rest = { averageStrokeRate: 28, averageHeartRate: null, recoveryHeartRate: null, splits: [] };
    await complete(id, { ...figures, summary: { ...logged, ...rest, source: 'summary' } });
    expect(await sources()).toEqual(['monitor']);
  });

  test.each([
    ['time', { time: 4_260 }],
    ['distance', { distance: 2_010 }],
    ['machine', { type: 'skierg' }],
    ['end', { date: '2026-11-20 12:10:00', date_utc: '2026-11-20 11:10:00' }],
  ])('leaves a result of another %s', async (_, other) => {
    const id = await imported(other);
    await complete(id);
    expect(await sources()).toEqual(['monitor', 'sync']);
    expect((await counted()).reduce((sum, [count = 0]) => sum + count, 0)).toBe(2);
  });

  test.each([
    ['a note', () => put('note', { note: 'Head up' })],
    ['tags', () => put('tags', { tags: ['test'] })],
    [
      'another title',
      () => db().update(activities).set({ title: 'Mine' }).where(eq(activities.source, 'sync')),
    ],
    [
      'other readers',
      () => db().update(activities).set({ visibility: 'profile' }).where(eq(activities.source, 'sync')),
    ],
  ])('leaves a result to which its athlete has given %s', async (_, give) => {
    const id = await imported();
    pass(hourMs);
    await give();
    await complete(id);
    expect(await sources()).toEqual(['monitor', 'sync']);
  });

  test('leaves a result that has a heart rate which the row lacks', async () => {
    const id = await imported({ heart_rate: { average: 161 } });
    await complete(id);
    expect(await sources()).toEqual(['monitor', 'sync']);
  });
});
