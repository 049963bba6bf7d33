import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { compareRows, type RowRecord } from '@boathouse/workout/same-row';
import { newId } from '../../../db/ids.ts';
import { activities, activityOrigins } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivities } from '../activities/factory.ts';
import { KnownRows } from './rules.ts';
import { listRowsLike, selectRows } from './store.ts';

const second = 1_000;
const hour = 3_600_000;
const firstMs = Date.UTC(2026, 2, 1);
const seed = 20_261_129;

/** Few figures and many moments, so that many are the same, probable, or only near. */
const figures = fc.record({
  elapsedSec: fc.constantFrom(100, 100.4, 480, 481.2, 1_800, 40_000),
  distanceM: fc.constantFrom(500, 504, 2_000, 2_013, 7_500),
});
const moment = fc.record({
  startMs: fc
    .integer({ min: -6 * 24 * 4, max: 6 * 24 * 4 })
    .map((quarters) => firstMs + quarters * (hour / 4)),
  leftMs: fc.constantFrom(0, 0, 20 * second, 70 * second),
});
const stored = fc.record({
  figures,
  moment,
  source: fc.constantFrom('monitor' as const, 'file' as const, 'entered' as const),
  /** The page was open before the first stroke, and without a connection after the last. */
  waitedMs: fc.constantFrom(0, 0, 5 * hour, 70 * hour),
  endedLateMs: fc.constantFrom(0, 0, 9 * hour, 200 * hour),
  clock: fc.constantFrom<[isDayOnly: boolean, isWallClock: boolean | null]>(
    [false, false],
    [false, true],
    [false, null],
    [true, true],
  ),
});
const record: fc.Arbitrary<RowRecord> = fc
  .record({ figures, moment, clock: fc.constantFrom('set', 'local', 'day', 'typed', 'none') })
  .map(({ figures: { elapsedSec, distanceM }, moment: { startMs, leftMs }, clock }) => {
    const from = startMs + leftMs;
    return {
      machine: 'rower',
      isSimulated: false,
      serviceIds: {},
      clock: clock === 'none' ? 'set' : clock,
      day: clock === 'day' ? new Date(from).toISOString().slice(0, 10) : null,
      spans: clock === 'none' ? [] : [{ startMs: from, endMs: from + elapsedSec * second }],
      elapsedSec,
      distanceM,
      parts: [],
    };
  });

onEachDatabase('rows that may be the same', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  beforeAll(async () => {
    ann = await app().signUp('Ann');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
  });

  test('the query finds all rows that the rule accepts', async () => {
    const { db } = database();
    const userId = ann.user._id;
    const rows = fc.sample(stored, { numRuns: 400, seed });
    const ids = await buildActivities(
      db,
      rows.map(({ figures: { elapsedSec, distanceM }, moment: { startMs, leftMs }, ...row }) => {
        const fromMs = startMs + leftMs;
        const endMs = fromMs + elapsedSec * second;
        const isLive = row.source === 'monitor';
        return {
          userId,
          source: row.source,
          createdAt: new Date(isLive ? fromMs - row.waitedMs : fromMs),
          completedAt: new Date(isLive ? endMs + row.endedLateMs : endMs),
          ...(isLive && row.waitedMs > 0 ? { rowingSince: new Date(fromMs) } : {}),
          distance: distanceM,
          elapsedTime: elapsedSec,
        };
      }),
    );
    const origins = rows.flatMap(({ source, clock: [isDayOnly, isWallClock] }, at) => {
      const activityId = ids[at];
      if (source !== 'file' || activityId === undefined) return [];
      return [{ activityId, userId, fileName: 'a.csv', isDayOnly, isWallClock }];
    });
    await db.insert(activityOrigins).values(origins);
    const all = await selectRows(db, userId, sql`true`, 'UTC');
    expect(all).toHaveLength(rows.length);
    let [compared, found] = [0, 0];
    for (const wanted of fc.sample(record, { numRuns: 150, seed })) {
      const near = await listRowsLike(db, userId, [wanted], 'UTC');
      const nearIds = new Set(near.map(({ id }) => id));
      const alike = all.filter((row) => compareRows(row, wanted) !== 'different');
      expect(alike.filter(({ id }) => !nearIds.has(id))).toEqual([]);
      // The index of records omits none either.
      const isSame = alike.some((row) => compareRows(row, wanted) === 'same');
      const known = new KnownRows(all).find(wanted);
      expect(known === null ? null : !known.isProbable).toBe(alike.length === 0 ? null : isSame);
      compared += near.length;
      found += alike.length;
    }
    expect(found).toBeGreaterThan(1_000);
    expect(compared).toBeGreaterThan(found);
  });

  test('are found by their number in the Logbook, at any time', async () => {
    const { db } = database();
    const userId = ann.user._id;
    const [activityId = newId()] = await buildActivities(db, [
      {
        userId,
        source: 'file',
        createdAt: new Date(0),
        completedAt: new Date(1),
        distance: 1,
        elapsedTime: 1,
      },
    ]);
    await db.insert(activityOrigins).values({ activityId, userId, fileName: 'a.csv', logbookId: '77' });
    const [wanted] = fc.sample(record, { numRuns: 1, seed });
    if (wanted === undefined) throw new Error('Nothing was drawn');
    const numbered = { ...wanted, serviceIds: { logbook: '77' } };
    const rows = await listRowsLike(db, userId, [numbered], 'UTC');
    expect(rows.map(({ id }) => id)).toEqual([activityId]);
    expect(new KnownRows(rows).find(numbered)).toMatchObject({ isProbable: false });
  });
});
