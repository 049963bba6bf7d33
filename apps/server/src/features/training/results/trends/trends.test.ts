import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trends } from '@boathouse/contract/statistics/trends';
import { activities } from '../../../../db/tables.ts';
import { onEachDatabase } from '../../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../../test/support/test-app.ts';
import { buildActivity, type ActivityToBuild } from '../../activities/factory.ts';
import { comparisonOfText } from '../rules.ts';

const onDay = (day: number) => new Date(Date.UTC(2026, 4, day, 6));

onEachDatabase('the trend of a workout', (database) => {
  const app = useTestApp(database);
  let ann: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
  });
  beforeEach(() => database().db.delete(activities));

  const row = ({ day, ...given }: Partial<ActivityToBuild> & { day: number }) =>
    buildActivity(database().db, {
      userId: ann.user._id,
      title: 'Morning',
      workout: '2000m',
      distance: 2_000,
      elapsedTime: 440,
      workoutType: 3,
      createdAt: onDay(day),
      completedAt: onDay(day),
      ...given,
    });
  const sets = (day: number, elapsedTime: number, given: Partial<ActivityToBuild> = {}) => {
    const workout = given.workout ?? '4 x 500 m / 2:00 rest';
    return row({
      day,
      workout,
      workoutType: 7,
      elapsedTime,
      averagePace: elapsedTime / 4,
      ...given,
    });
  };
  const read = (path: string) => app().call('GET', `/api/users/${ann.user._id}/${path}`, { as: ann });
  const trend = async (workout: string) => {
    const { status, body } = await read(`workout-trend?workout=${encodeURIComponent(workout)}`);
    expect(status).toBe(200);
    return trends.ofWorkout.response.parse(body);
  };

  test('has each result over a ranked piece with its pace, oldest first, with any text', async () => {
    const second = await row({ day: 2, elapsedTime: 432, workout: 'Just row', workoutType: 0 });
    const first = await row({ day: 1, elapsedTime: 440 });
    await row({ day: 3, elapsedTime: 400, isSimulated: true });
    await row({ day: 4, elapsedTime: 400, machine: 'bike' });
    await sets(5, 420);
    const { decides, results: found } = await trend('2k');
    expect(decides).toBe('elapsedTime');
    expect(found).toEqual([
      {
        activity: first,
        createdAt: onDay(1).toISOString(),
        day: '2026-05-01',
        distance: 2_000,
        elapsedTime: 440,
        pace: 110,
      },
      {
        activity: second,
        createdAt: onDay(2).toISOString(),
        day: '2026-05-02',
        distance: 2_000,
        elapsedTime: 432,
        pace: 108,
      },
    ]);
  });

  test('has the results of intervals of the same plan, with any targets', async () => {
    const one = await sets(1, 420);
    const other = await sets(2, 416, { workout: '4x500m/2:00r @ 1:45' });
    await sets(3, 400, { workout: '4 x 500 m / 1:00 rest' });
    await sets(4, 400, { isPartial: true });
    const { results: found } = await trend('4 x 500 m / 2:00 rest');
    expect(found.map(({ activity, pace }) => [activity, pace])).toEqual([
      [one, 105],
      [other, 104],
    ]);
  });

  test("has only the user's own results, and none for a text without pieces", async () => {
    await row({ day: 1 });
    const ben = await app().signUp('Ben');
    const own = await app().call('GET', `/api/users/${ben.user._id}/workout-trend?workout=2k`, { as: ben });
    expect(own.body).toEqual({ decides: 'elapsedTime', results: [] });
    for (const text of ['Just row', 'nonsense']) {
      expect(await read(`workout-trend?workout=${encodeURIComponent(text)}`)).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'workout' }] },
      });
    }
  });

  describe('can be chosen of the workouts', () => {
    const workouts = async () => trends.workouts.response.parse((await read('workouts')).body);

    test('the workouts that were rowed can be chosen, the most frequent first, each once', async () => {
      await row({ day: 1 });
      await sets(2, 420);
      await sets(3, 416, { workout: '4x500m/2:00r @ 1:45' });
      await row({
        day: 4,
        distance: 3_000,
        elapsedTime: 700,
        workout: '3000m',
      });
      await row({
        day: 5,
        distance: 3_000,
        elapsedTime: 700,
        workout: '3000m',
      });
      await row({
        day: 6,
        distance: 3_000,
        elapsedTime: 700,
        workout: '3 km',
      });
      await row({ day: 7, distance: 800, workout: 'Just row', workoutType: 0 });
      expect(await workouts()).toEqual([
        { workout: '3000 m', piece: null, count: 3 },
        { workout: '4 x 500 m / 2:00 rest', piece: null, count: 2 },
        { workout: '2000 m', piece: '2k', count: 1 },
      ]);
    });

    test('each have a trend', async () => {
      await row({ day: 1 });
      await row({ day: 2, distance: 7_512.3, elapsedTime: 1_800, workout: '30:00', workoutType: 5 });
      await sets(3, 420);
      for (const { workout } of await workouts()) expect((await trend(workout)).results).toHaveLength(1);
      expect((await trend('30:00')).decides).toBe('distance');
    });

    test('are empty without a result', async () => {
      expect(await workouts()).toEqual([]);
    });
  });
});

test.each([
  ['2k', 'piece'],
  ['2000 m', 'piece'],
  ['30:00', 'piece'],
  ['3000 m', 'plan'],
  ['4 x 500 m / 2:00 rest', 'plan'],
])('%s is compared by its %s', (text, by) => {
  expect(comparisonOfText(text)?.by).toBe(by);
});
