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
  const count = 60;

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
        // Many begin together, and have the same figures: their ids decide.
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
    { from: new Date('2026-01-04'), to: new Date('2026-01-11') },
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
    for (const rowsAtOnce of [1, 7, 1_000]) {
      for (const isTotalled of [true, false]) {
        const found: string[] = [];
        for (let page = 1; page <= Math.ceil(count / 8); page += 1) {
          const search = { filters, sort, page, pagesize: 8 };
          const answer = await searchPast(db, userId, search, { isTotalled, rowsAtOnce });
          found.push(...answer.ids);
          if (!isTotalled) continue;
          const sum = answer.totals.reduce((all, total) => all + total.count, 0);
          expect(sum).toBe(ids.length);
        }
        expect(found).toEqual(ids);
      }
    }
  });

  test('totals and counts are the same, however many rows are read at once', async () => {
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
    const filters: PastConditions = { text: 'row 3', from: new Date('2026-01-10') };
    expect(await countWithoutEach(db, userId, filters, 4)).toEqual(
      await countWithoutEach(db, userId, filters),
    );
    expect((await countWithoutEach(db, userId, filters)).map(({ filter }) => filter)).toEqual([
      'text',
      'from',
    ]);
  });
});
