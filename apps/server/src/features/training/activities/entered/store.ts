import { and, eq, or } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { activities } from '../../../../db/tables.ts';

type Rowed = Pick<
  typeof activities.$inferSelect,
  'userId' | 'sessionId' | 'workoutItemIndex' | 'workout' | 'plan'
>;

/**
 * Deletes the result entered for the athlete of the same workout as a row: a result from before the item was edited
 * stays. Returns its id, and its counted values; null without one.
 */
export async function deleteEnteredOf(tx: Database, rowed: Rowed) {
  const { userId, sessionId, workoutItemIndex, workout, plan } = rowed;
  if (sessionId === null || workoutItemIndex === null) return null;
  const { id, userId: athlete, day, distance, elapsedTime, totalCalories, source, machine } = activities;
  const [row] = await tx
    .delete(activities)
    .where(
      and(
        eq(athlete, userId),
        eq(activities.sessionId, sessionId),
        eq(activities.workoutItemIndex, workoutItemIndex),
        eq(source, 'entered'),
        or(eq(activities.workout, workout), plan === null ? undefined : eq(activities.plan, plan)),
      ),
    )
    .returning({ id, userId: athlete, day, distance, elapsedTime, totalCalories, source, machine });
  return row === undefined ? null : { ...row, sessionId };
}
