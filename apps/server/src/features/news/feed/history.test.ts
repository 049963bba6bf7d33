import { inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { history as calls } from '@boathouse/contract/activities/history';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivities, buildActivity, type ActivityToBuild } from '../../training/activities/factory.ts';

onEachDatabase('past workouts', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  /** The names of Ann's completed activities by id. */
  const names = new Map<string, string>();

  const rowed: Array<[name: string, parts: Partial<ActivityToBuild>]> = [
    // Inserted before the others, so that ordering by id would give a different order.
    [
      'thursday',
      { distance: 5_000, elapsedTime: 1_200, averagePace: 120, createdAt: new Date('2026-05-07T06:00:00Z') },
    ],
    [
      'monday',
      {
        distance: 1_999.6,
        elapsedTime: 480.4,
        averagePace: 120,
        createdAt: new Date('2026-05-04T06:00:00Z'),
      },
    ],
    [
      'tuesday',
      {
        distance: 2_000.4,
        elapsedTime: 479.5,
        averagePace: null,
        createdAt: new Date('2026-05-05T06:00:00Z'),
      },
    ],
    [
      'wednesday',
      {
        distance: 2_000.5,
        elapsedTime: 480.5,
        averagePace: 118,
        createdAt: new Date('2026-05-06T06:00:00Z'),
      },
    ],
    [
      'friday',
      {
        distance: 500,
        elapsedTime: 95,
        averagePace: 95,
        isSimulated: true,
        createdAt: new Date('2026-05-08T06:00:00Z'),
      },
    ],
  ];

  beforeAll(async () => {
    const { db } = database();
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
    const sessionIds = await Promise.all(
      rowed.map(() => buildSession(db, { hostUserId: ben.user._id, title: 'Tuesday' })),
    );
    for (const [index, [name, parts]] of rowed.entries()) {
      const sessionId = sessionIds[index] ?? '';
      const completedAt = new Date('2026-05-08T08:00:00Z');
      const id = await buildActivity(db, { userId: ann.user._id, sessionId, completedAt, ...parts });
      names.set(id, name);
      await buildActivity(db, { userId: ben.user._id, sessionId, completedAt, distance: 42 });
    }
    const sessionId = await buildSession(db, { hostUserId: ann.user._id });
    await buildActivity(db, { userId: ann.user._id, sessionId, distance: 2_000, elapsedTime: 480 });
  });

  const search = async (query: string) => {
    const answer = await app().call('GET', `/api/activities/search?user=${ann.user._id}&${query}`, {
      as: ann,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return calls.search.response.parse(answer.body);
  };
  const found = async (query: string) => {
    const { count, activities: page } = await search(query);
    const listed = page.map(({ _id }) => names.get(_id) ?? 'somebody else’s');
    expect(count).toBe(listed.length);
    return listed;
  };

  test('[HIST-1] [HIST-3] [API-SESSIONS] lists all completed activities of the caller, newest first, and marks simulated ones', async () => {
    const { count, activities: page } = await search('');
    expect(count).toBe(5);
    expect(page.map(({ _id }) => names.get(_id))).toEqual([
      'friday',
      'thursday',
      'wednesday',
      'tuesday',
      'monday',
    ]);
    expect(page.map(({ isSimulated }) => isSimulated)).toEqual([true, false, false, false, false]);
    expect(page[1]).toMatchObject({
      user: ann.user,
      session: { title: 'Tuesday' },
      distance: 5_000,
      isCompleted: true,
    });
  });

  test.each([
    ['-createdAt', ['friday', 'thursday', 'wednesday', 'tuesday', 'monday']],
    ['+createdAt', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']],
    ['createdAt', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']],
    ['%2Bdistance', ['friday', 'monday', 'tuesday', 'wednesday', 'thursday']],
    ['-distance', ['thursday', 'wednesday', 'tuesday', 'monday', 'friday']],
    ['+elapsedTime', ['friday', 'tuesday', 'monday', 'wednesday', 'thursday']],
    ['-elapsedTime', ['thursday', 'wednesday', 'monday', 'tuesday', 'friday']],
    // Two have the same pace; one has none and comes last in both directions.
    ['+averagePace', ['friday', 'wednesday', 'monday', 'thursday', 'tuesday']],
    ['-averagePace', ['thursday', 'monday', 'wednesday', 'friday', 'tuesday']],
  ])('[HIST-3] are sorted by %s', async (sortby, expected) => {
    expect(await found(`sortby=${sortby}`)).toEqual(expected);
  });

  test('[HIST-3] are sorted with partial results last, except by date', async () => {
    const ids = [...names].filter(([, name]) => name === 'friday').map(([id]) => id);
    const set = (isPartial: boolean) =>
      database().db.update(activities).set({ isPartial }).where(inArray(activities.id, ids));
    await set(true);
    for (const sortby of ['%2Bdistance', '-distance', '%2BaveragePace', '-elapsedTime', '%2BelapsedTime']) {
      expect((await found(`sortby=${sortby}`)).at(-1), sortby).toBe('friday');
    }
    expect((await found('sortby=-createdAt'))[0]).toBe('friday');
    await set(false);
  });

  test.each([
    ['distance[$gte]=2000.5', ['thursday', 'wednesday']],
    ['distance[$lte]=2000.4', ['friday', 'tuesday', 'monday']],
    ['distance[$gte]=1999.6&distance[$lte]=2000.4', ['tuesday', 'monday']],
    // Figures are equal if they agree to the meter.
    ['distance[$eq]=2000', ['tuesday', 'monday']],
    ['distance[$eq]=2001', ['wednesday']],
    ['distance[$eq]=2000.2', ['tuesday', 'monday']],
    ['distance[$eq]=0', []],
    ['elapsedTime[$gte]=480.5', ['thursday', 'wednesday']],
    ['elapsedTime[$lte]=95', ['friday']],
    ['elapsedTime[$eq]=480', ['tuesday', 'monday']],
    ['elapsedTime[$eq]=481', ['wednesday']],
    ['distance[$gte]=2000&elapsedTime[$lte]=500', ['wednesday', 'tuesday']],
    ['distance[$gte]=3000&distance[$lte]=2000', []],
    ['distance%5B%24eq%5D=5000', ['thursday']],
  ])('[HIST-2] are filtered by %s', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  test('[HIST-1] returns pages with the total count', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { count, activities } = await search(`pagesize=2&page=${page}&sortby=-averagePace`);
      expect(count).toBe(5);
      pages.push(activities.map(({ _id }) => names.get(_id)));
    }
    expect(pages).toEqual([['thursday', 'monday'], ['wednesday', 'friday'], ['tuesday'], []]);
    expect((await search('distance[$gte]=2000&pagesize=1')).count).toBe(3);
  });

  test('[HIST-1] returns 15 per page and orders equal values stably, so that pages neither repeat nor skip any', async () => {
    const { db } = database();
    const cem = await app().signUp('Cem');
    const sessionIds = await Promise.all(
      Array.from({ length: 32 }, () => buildSession(db, { hostUserId: ben.user._id })),
    );
    const completedAt = new Date('2026-05-08T08:00:00Z');
    const made = await buildActivities(
      db,
      sessionIds.map((sessionId) => ({
        userId: cem.user._id,
        sessionId,
        createdAt: completedAt,
        completedAt,
      })),
    );
    for (const sortby of ['-createdAt', '+distance', '-averagePace']) {
      const pages = [];
      for (const page of [1, 2, 3]) {
        const answer = await app().call(
          'GET',
          `/api/activities/search?user=${cem.user._id}&page=${page}&sortby=${sortby}`,
          { as: cem },
        );
        pages.push(calls.search.response.parse(answer.body).activities.map(({ _id }) => _id));
      }
      expect(pages.map(({ length }) => length)).toEqual([15, 15, 2]);
      expect(pages.flat().toSorted()).toEqual(made.toSorted());
    }
  });

  test('a sparse search returns only the page', async () => {
    const { activities } = await search('pagesize=1');
    expect(await search('pagesize=1&sparse=1')).toEqual({ count: 1, activities });
  });

  test('[API-AUTHZ] rejects a search of the activities of another user', async () => {
    const answer = await app().call('GET', `/api/activities/search?user=${ben.user._id}`, { as: ann });
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_the_caller' } });
  });

  test.each([
    ['sortby=-heartRate', 'sortby'],
    ['distance[$gte]=far', 'distance[$gte]'],
    ['distance[$gte]=-1', 'distance[$gte]'],
    ['page=0', 'page'],
    ['pagesize=101', 'pagesize'],
  ])('[API-SESSIONS] %s is refused by the name of %s', async (query, field) => {
    const answer = await app().call('GET', `/api/activities/search?user=${ann.user._id}&${query}`, {
      as: ann,
    });
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ field }] } });
  });

  test('[API-SESSIONS] rejects an unknown filter', async () => {
    const answer = await app().call(
      'GET',
      `/api/activities/search?user=${ann.user._id}&strokeRate[$gte]=20`,
      {
        as: ann,
      },
    );
    expect(answer.status).toBe(400);
  });
});
