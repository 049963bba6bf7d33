import { and } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { activitySortFields } from '@boathouse/contract/activities/history';
import { buildActivities } from '../../../training/activities/factory.ts';
import { buildUser } from '../../../people/users/factory.ts';
import { onEachDatabase } from '../../../../../test/support/databases.ts';
import { isFoundBy, isPastOf, orderOfPast, type PastConditions } from '../filters/store.ts';
import { activities } from '../../../../db/tables.ts';
import { countWithoutEach, searchPast } from './store.ts';

onEachDatabase('a search that reads some rows at a time', (database) => {
  let userId = '';
  const count = 28;
  const pagesize = 6;

  beforeAll(async () => {
    const { db } = database();
    userId = (await buildUser(db))._id;
    const other = (await buildUser(db))._id;
    const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000);
    await buildActivities(
      db,
      Array.from({ length: count }, (_, number) => ({
        userId: number % 10 === 9 ? other : userId,
        title: `Row ${number % 7}`,
        // Many begin at the same time and have the same figures: their ids decide.
        createdAt: day(Math.floor(number / 4)),
        completedAt: day(Math.floor(number / 4)),
        distance: 1_000 + (number % 5) * 500,
        elapsedTime: 200 + (number % 3) * 100,
        averagePace: number % 6 === 0 ? null : 100 + (number % 4),
        machine: number % 8 === 0 ? ('bike' as const) : ('rower' as const),
        isSimulated: number % 11 === 0,
        isPartial: number % 9 === 0,
      })),
    );
  });

  const filtersTried: PastConditions[] = [
    {},
    { text: 'row 3' },
    { machine: 'bike' },
    { 'distance[$gte]': 2_000 },
    { from: new Date('2026-01-03'), to: new Date('2026-01-06') },
    { text: 'nothing of this name' },
  ];

  test.for(
    activitySortFields.flatMap((field) =>
      [true, false].flatMap((descending) => filtersTried.map((filters) => ({ field, descending, filters }))),
    ),
  )('finds what one statement finds, in its order: %j', async ({ filters, ...sort }) => {
    const { db } = database();
    const rows = await db
      .select({ id: activities.id })
      .from(activities)
      .where(and(isPastOf(userId), isFoundBy(filters)))
      .orderBy(...orderOfPast(sort));
    const ids = rows.map(({ id }) => id);
    for (const rowsAtOnce of [1, 5, 1_000]) {
      const found: string[] = [];
      for (let page = 1; page <= Math.ceil(count / pagesize); page += 1) {
        const search = { filters, sort, page, pagesize };
        const { ids: listed } = await searchPast(db, userId, search, { isTotalled: false, rowsAtOnce });
        found.push(...listed);
      }
      expect(found).toEqual(ids);
      // A search that also totals reads on to the end.
      const search = { filters, sort, page: 2, pagesize };
      const { ids: listed, totals } = await searchPast(db, userId, search, { isTotalled: true, rowsAtOnce });
      expect(listed).toEqual(ids.slice(pagesize, 2 * pagesize));
      expect(totals.reduce((sum, total) => sum + total.count, 0)).toBe(ids.length);
    }
  });

  test('totals and counts are the same for any number of rows read at once', async () => {
    const { db } = database();
    const search = {
      filters: {},
      sort: { field: 'distance' as const, descending: true },
      page: 1,
      pagesize: 5,
    };
    const [whole, few] = await Promise.all(
      [1_000, 4].map((rowsAtOnce) => searchPast(db, userId, search, { isTotalled: true, rowsAtOnce })),
    );
    expect(few).toEqual(whole);
    expect(whole?.totals.map(({ machine, isSimulated }) => [machine, isSimulated])).toEqual([
      ['rower', false],
      ['bike', false],
      ['rower', true],
      ['bike', true],
    ]);
    const filters: PastConditions = { text: 'row 3', from: new Date('2026-01-03') };
    expect(await countWithoutEach(db, userId, filters, 4)).toEqual(
      await countWithoutEach(db, userId, filters),
    );
    expect((await countWithoutEach(db, userId, filters)).map(({ filter }) => filter)).toEqual([
      'text',
      'from',
    ]);
  });
});
