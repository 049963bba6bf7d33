import { and, asc, between, eq, gt, gte, lte, not, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { activities, activityDays } from '../../db/tables.ts';
import type { Day, DayTotals, Span } from './rules.ts';

/** A completed activity as it counts: metres, seconds, kilocalories. */
export type Completed = {
  userId: string;
  day: Day;
  distance: number;
  elapsedTime: number;
  totalCalories: number;
  isSimulated: boolean;
};

/** Each row of an insert brings its values along, and a statement carries 65,535 of them at most. */
const rowsAtOnce = 5_000;

/**
 * Counts activities on their athletes' days, in the transaction that completes them: each exactly once. What a
 * simulated erg has rowed counts nowhere.
 */
export async function addToDays(db: Database, completed: readonly Completed[]): Promise<void> {
  const rows = rowsOf(completed);
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insert(activityDays)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({
        target: [activityDays.userId, activityDays.day],
        set: {
          count: sql`${activityDays.count} + excluded.count`,
          meters: sql`${activityDays.meters} + excluded.meters`,
          timeSec: sql`${activityDays.timeSec} + excluded.time_sec`,
          calories: sql`${activityDays.calories} + excluded.calories`,
        },
      });
  }
}

/** One row for each user and day, always in the same order, so that two at once never wait for each other. */
function rowsOf(completed: readonly Completed[]): Array<typeof activityDays.$inferInsert> {
  const rows = new Map<string, typeof activityDays.$inferInsert>();
  for (const { userId, day, distance, elapsedTime, totalCalories, isSimulated } of completed) {
    if (isSimulated) continue;
    const key = `${userId} ${day}`;
    const row = rows.get(key) ?? { userId, day, count: 0, meters: 0, timeSec: 0, calories: 0 };
    row.count += 1;
    row.meters += distance;
    row.timeSec += elapsedTime;
    row.calories += totalCalories;
    rows.set(key, row);
  }
  return [...rows].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

/** The days of a span on which anything was rowed, earliest first. */
export function listDays(db: Database, userId: string, { from, to }: Span): Promise<DayTotals[]> {
  return db
    .select({
      day: activityDays.day,
      count: activityDays.count,
      meters: activityDays.meters,
      timeSec: activityDays.timeSec,
      calories: activityDays.calories,
    })
    .from(activityDays)
    .where(and(eq(activityDays.userId, userId), between(activityDays.day, from, to)))
    .orderBy(asc(activityDays.day));
}

/** Metres; `lteM` is null where there is no upper bound. */
export type DistanceBounds = { gteM: number; lteM: number | null };

/** What was rowed on each day in activities of a distance within the bounds. */
export function listRowedDays(
  db: Database,
  userId: string,
  { from, to }: Span,
  { gteM, lteM }: DistanceBounds,
): Promise<Array<{ day: Day; meters: number; timeSec: number }>> {
  return db
    .select({
      day: activities.day,
      meters: sql<number>`sum(${activities.distance})`.mapWith(Number),
      timeSec: sql<number>`sum(${activities.elapsedTime})`.mapWith(Number),
    })
    .from(activities)
    .where(
      and(
        eq(activities.userId, userId),
        between(activities.day, from, to),
        eq(activities.isCompleted, true),
        not(activities.isSimulated),
        // Seconds without a metre are no pace.
        gt(activities.distance, 0),
        gte(activities.distance, gteM),
        lteM === null ? undefined : lte(activities.distance, lteM),
      ),
    )
    .groupBy(activities.day)
    .orderBy(asc(activities.day));
}
