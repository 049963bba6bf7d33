import { eq } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { activities, activityDays, rankedResults } from '../../src/db/tables.ts';
import { addToDays, updateBests } from '../../src/features/training/statistics/index.ts';

/** Returns the stored totals of days and ranked results. */
export async function storedTotals(db: Database) {
  const { userId, day, machine } = activityDays;
  const days = await db.select().from(activityDays).orderBy(userId, day, machine);
  const bests = await db.select().from(rankedResults).orderBy(rankedResults.activityId, rankedResults.piece);
  return { days, bests };
}

/** Stores totals and ranked results again, from the present activities, and returns them. */
export async function recomputedTotals(db: Database) {
  await db.delete(activityDays);
  await db.delete(rankedResults);
  const completed = await db.select().from(activities).where(eq(activities.isCompleted, true));
  await addToDays(db, completed);
  await updateBests(
    db,
    completed.map(({ id }) => id),
  );
  return storedTotals(db);
}
