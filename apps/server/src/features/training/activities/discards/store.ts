import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { discardedActivities, users } from '../../../../db/tables.ts';

const { userId, activityId, discardedAt } = discardedActivities;

/** A request to begin an activity may arrive this long after its discard: as long as a page keeps a row, and a day. */
const keptMs = 31 * 24 * 3_600_000;
/** Newest discards stored for one user: far more than a user makes in 31 days. */
const keptPerUser = 500;
const sweepBatch = 5_000;

/**
 * Notes that the user has discarded an activity, whether or not it has begun. Waits for the user's transactions that
 * are beginning one: an activity's insert locks its user's row. Call it before deleting the activity.
 */
export async function noteDiscard(
  tx: Database,
  discard: { userId: string; activityId: string },
  now: Date,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, discard.userId)).for('update');
  await tx
    .insert(discardedActivities)
    .values({ ...discard, discardedAt: now })
    .onConflictDoUpdate({ target: [userId, activityId], set: { discardedAt: now } });
  const older = tx
    .select({ activityId })
    .from(discardedActivities)
    .where(eq(userId, discard.userId))
    .orderBy(desc(discardedAt), desc(activityId))
    .offset(keptPerUser);
  await tx.delete(discardedActivities).where(and(eq(userId, discard.userId), inArray(activityId, older)));
}

/** Call it after the insert of the activity, in the same transaction. */
export async function isDiscarded(
  tx: Database,
  wanted: { userId: string; activityId: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ activityId })
    .from(discardedActivities)
    .where(and(eq(userId, wanted.userId), eq(activityId, wanted.activityId)));
  return row !== undefined;
}

/** Deletes discards that are too old for a late request. */
export async function sweepDiscards(db: Database, now: Date): Promise<void> {
  const isOld = lt(discardedAt, new Date(now.getTime() - keptMs));
  let swept: unknown[];
  do {
    const old = db.select({ activityId }).from(discardedActivities).where(isOld).limit(sweepBatch);
    swept = await db
      .delete(discardedActivities)
      .where(and(isOld, inArray(activityId, old)))
      .returning({ activityId });
  } while (swept.length >= sweepBatch);
}
