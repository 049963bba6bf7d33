import { beforeAll, describe, expect, test } from 'vitest';
import { history as calls } from '@boathouse/contract/activities/history';
import { limits } from '@boathouse/contract/limits';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity, type ActivityToBuild } from '../../training/activities/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

const split = (splitNumber: number, averagePace: number | null) => ({
  splitNumber,
  averagePace,
  time: 120,
  distance: 500,
  restTime: 0,
  strokeRate: 24,
  heartRate: null,
});

onEachDatabase('filters of past workouts', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  const names = new Map<string, string>();

  /** Ann's workouts in the order of their start. `item` belongs to a session. */
  const rowed: Array<
    [name: string, of: { title: string; item?: string; workout?: string }, parts: Partial<ActivityToBuild>]
  > = [
    [
      'test',
      { title: 'Été à Évian', item: '2000m' },
      { createdAt: new Date('2026-03-01T05:30:00Z'), workoutType: 3, distance: 2_000, elapsedTime: 480 },
    ],
    [
      'pieces',
      { title: 'Tuesday', item: '4 x 500 m / 2:00 rest' },
      { createdAt: new Date('2026-03-02T23:30:00Z'), workoutType: 7, distance: 2_000, elapsedTime: 440 },
    ],
    [
      'hour',
      { title: 'Long one', item: '60:00' },
      // Without a monitor's type the text decides.
      {
        createdAt: new Date('2026-03-03T06:00:00Z'),
        workoutType: null,
        distance: 14_500,
        elapsedTime: 3_600,
      },
    ],
    [
      'just row',
      { title: 'Just row', workout: 'Just row' },
      { createdAt: new Date('2026-03-04T06:00:00Z'), workoutType: 1, distance: 4_000, elapsedTime: 1_000 },
    ],
    [
      'simulated',
      { title: 'Try-out', workout: '500m' },
      {
        createdAt: new Date('2026-03-05T06:00:00Z'),
        workoutType: 3,
        distance: 500,
        elapsedTime: 100,
        isSimulated: true,
      },
    ],
    [
      'bike',
      { title: 'Spin', workout: '50 cal' },
      {
        createdAt: new Date('2026-03-06T06:00:00Z'),
        workoutType: 10,
        distance: 3_000,
        elapsedTime: 300,
        machine: 'bike',
      },
    ],
    [
      'talk',
      { title: 'Whatever the coach says', workout: 'easy, then hard' },
      { createdAt: new Date('2026-03-07T06:00:00Z'), workoutType: null, distance: 1, elapsedTime: 1 },
    ],
  ];

  beforeAll(async () => {
    const { db } = database();
    ann = await app().signUp('Ann');
    const userId = ann.user._id;
    for (const [name, { title, item, workout }, parts] of rowed) {
      const of =
        item === undefined
          ? { title, workout: workout ?? '' }
          : { sessionId: await buildSession(db, { hostUserId: userId, title, workoutItems: [item] }) };
      const completedAt = new Date('2026-03-08T06:00:00Z');
      names.set(await buildActivity(db, { userId, ...of, completedAt, ...parts }), name);
    }
    await buildActivity(db, { userId, title: 'In progress', workout: '2000m', workoutType: 3 });
    const other = await app().signUp('Ben');
    await buildActivity(db, { userId: other.user._id, workout: '2000m', completedAt: new Date(nowMs()) });
  });

  const ask = (query: Record<string, string>) =>
    app().call(
      'GET',
      `/api/activities/search?${new URLSearchParams({ user: ann.user._id, sortby: '+createdAt', ...query }).toString()}`,
      { as: ann },
    );
  const search = async (query: Record<string, string>) => {
    const answer = await ask(query);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return calls.search.response.parse(answer.body);
  };

  test.each<[Record<string, string>, string[]]>([
    [{ text: 'evian' }, ['test']],
    [{ text: 'ÉTÉ' }, ['test']],
    [{ text: '4x500m' }, ['pieces']],
    [{ text: '4 x 500m / 2:00' }, ['pieces']],
    [{ text: 'row' }, ['just row']],
    [{ text: '%' }, []],
    [{ text: '500' }, ['pieces', 'simulated']],
    // Title and text are two lines.
    [{ text: 'tuesday4x' }, []],
    [{ kind: 'distance' }, ['test', 'simulated']],
    [{ kind: 'intervals' }, ['pieces']],
    [{ kind: 'time' }, ['hour']],
    [{ kind: 'open' }, ['just row']],
    [{ kind: 'calories' }, ['bike']],
    [{ rowedIn: 'session' }, ['test', 'pieces', 'hour']],
    [{ rowedIn: 'alone' }, ['just row', 'simulated', 'bike', 'talk']],
    [{ machine: 'bike' }, ['bike']],
    [{ machine: 'skierg' }, []],
    [{ from: '2026-03-06' }, ['bike', 'talk']],
    [{ to: '2026-03-01' }, ['test']],
    // In Berlin this evening row was on the next day.
    [{ from: '2026-03-03', to: '2026-03-03', timeZone: 'Europe/Berlin' }, ['pieces', 'hour']],
    [{ from: '2026-03-03', to: '2026-03-03' }, ['hour']],
    [{ to: '9999-12-31' }, rowed.map(([name]) => name)],
    [{ kind: 'distance', rowedIn: 'alone', 'distance[$lte]': '1000' }, ['simulated']],
  ])('%o finds %j', async (query, expected) => {
    const { count, activities } = await search(query);
    expect(activities.map(({ _id }) => names.get(_id))).toEqual(expected);
    expect(count).toBe(expected.length);
  });

  test('give totals over all pages, by machine, with simulated ones separate', async () => {
    const { count, totals, machines } = await search({ pagesize: '1', page: '2' });
    expect(count).toBe(7);
    expect(totals).toEqual([
      { machine: 'rower', isSimulated: false, count: 5, meters: 22_501, time: 5_521 },
      { machine: 'bike', isSimulated: false, count: 1, meters: 3_000, time: 300 },
      { machine: 'rower', isSimulated: true, count: 1, meters: 500, time: 100 },
    ]);
    expect(machines).toEqual(['bike', 'rower']);
  });

  test('state, if nothing is found, how many workouts each filter alone excludes', async () => {
    const { without, totals } = await search({ kind: 'time', rowedIn: 'alone', from: '2026-03-02' });
    expect(totals).toEqual([]);
    // Without the first day there are just as few.
    expect(without).toEqual([
      { filter: 'kind', count: 4 },
      { filter: 'rowedIn', count: 1 },
    ]);
    expect((await search({ kind: 'time' })).without).toEqual([]);
  });

  test('return each activity with its kind and the paces of its splits', async () => {
    const { db } = database();
    const summary = {
      logEntryDate: null,
      logEntryTime: null,
      averageStrokeRate: 24,
      averageHeartRate: null,
      recoveryHeartRate: null,
      splits: [split(1, 120.5), split(2, null), split(3, 118)],
      source: 'summary' as const,
    };
    const cem = await app().signUp('Cem');
    const completedAt = new Date(nowMs());
    await buildActivity(db, { userId: cem.user._id, workout: '1500m', workoutType: 3, summary, completedAt });
    const answer = await app().call('GET', `/api/activities/search?user=${cem.user._id}`, { as: cem });
    const [activity] = calls.search.response.parse(answer.body).activities;
    expect(activity).toMatchObject({ kind: 'distance', splitPaces: [120.5, null, 118] });
    expect((await search({ text: 'easy' })).activities[0]).toMatchObject({ kind: null, splitPaces: [] });
  });

  test('find the longest title and text as well', async () => {
    const { db } = database();
    const dan = await app().signUp('Dan');
    // Signs of four bytes that do not compress.
    const signs = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => String.fromCodePoint(from + index * 97)).join('');
    const title = signs(limits.sessionTitleMax, 0x20000);
    const workout = signs(limits.workoutItemMax, 0x24000);
    await buildActivity(db, { userId: dan.user._id, title, workout, completedAt: new Date(nowMs()) });
    const query = new URLSearchParams({ user: dan.user._id, text: workout.slice(-20) }).toString();
    const answer = await app().call('GET', `/api/activities/search?${query}`, { as: dan });
    expect(calls.search.response.parse(answer.body).count).toBe(1);
  });

  describe('a filter that is wrong', () => {
    test.each<[Record<string, string>, string]>([
      [{ text: ' ' }, 'text'],
      [{ text: 'x'.repeat(limits.searchTextMax + 1) }, 'text'],
      [{ from: '2026-02-30' }, 'from'],
      [{ to: 'today' }, 'to'],
      [{ from: '0000-01-01' }, 'from'],
      [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
      [{ kind: 'fast' }, 'kind'],
      [{ rowedIn: 'bath' }, 'rowedIn'],
      [{ machine: 'boat' }, 'machine'],
      [{ from: '2026-03-02', timeZone: 'Mars Base' }, 'timeZone'],
    ])('%o is refused by the name of %s', async (query, field) => {
      expect(await ask(query)).toMatchObject({ status: 400, body: { fields: [{ field }] } });
    });
  });
});
