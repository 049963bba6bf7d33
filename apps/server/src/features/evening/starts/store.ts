import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Start } from '@boathouse/contract/sessions/starts';
import type { Database } from '../../../db/database.ts';
import { activities, sessions, starts } from '../../../db/tables.ts';
import { countsFromStart } from '../../training/activities/index.ts';

/** Leaves out starts of items that the host has removed since. */
export async function listStarts(db: Database, sessionId: string): Promise<Start[]> {
  const rows = await db
    .select({ workoutItemIndex: starts.workoutItemIndex, startAt: starts.startAt })
    .from(starts)
    .innerJoin(sessions, eq(sessions.id, starts.sessionId))
    .where(
      and(
        eq(starts.sessionId, sessionId),
        sql`${starts.workoutItemIndex} < cardinality(${sessions.workoutItems})`,
      ),
    )
    .orderBy(asc(starts.workoutItemIndex));
  return rows.map(({ workoutItemIndex, startAt }) => ({ workoutItemIndex, startAt: startAt.toISOString() }));
}

/** Deletes the future starts of a session. Returns their items. */
export async function deleteStartsAfter(db: Database, sessionId: string, now: Date): Promise<number[]> {
  const rows = await db
    .delete(starts)
    .where(and(eq(starts.sessionId, sessionId), gt(starts.startAt, now)))
    .returning({ item: starts.workoutItemIndex });
  return rows.map(({ item }) => item);
}

/** Deletes an item's start if it is in the future. Returns whether it was. */
export async function deleteStartAfter(
  db: Database,
  sessionId: string,
  workoutItemIndex: number,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .delete(starts)
    .where(
      and(
        eq(starts.sessionId, sessionId),
        eq(starts.workoutItemIndex, workoutItemIndex),
        gt(starts.startAt, now),
      ),
    )
    .returning({ item: starts.workoutItemIndex });
  return rows.length > 0;
}

export async function upsertStart(
  db: Database,
  start: { sessionId: string; workoutItemIndex: number; startAt: Date },
): Promise<void> {
  await db
    .insert(starts)
    .values(start)
    .onConflictDoUpdate({
      target: [starts.sessionId, starts.workoutItemIndex],
      set: { startAt: start.startAt },
    });
}

/**
 * Counts the activities in progress of an item from its new start, unless they began long before it or have been silent
 * since `heardSince`; null: they no longer have a common start. Returns the activities whose offset changed.
 */
export async function updateStartOffsets(
  tx: Database,
  { sessionId, workoutItemIndex }: { sessionId: string; workoutItemIndex: number },
  start: { startAt: Date; heardSince: Date } | null,
): Promise<string[]> {
  const startAt = start?.startAt.toISOString() ?? null;
  const heardSince = start?.heardSince.toISOString() ?? null;
  const sinceStart = sql`extract(epoch from ${activities.rowingSince} - ${startAt}::timestamptz)`;
  const isOfField = sql`${countsFromStart(sinceStart)} and ${activities.heardAt} >= ${heardSince}::timestamptz`;
  const offset = sql`case when ${isOfField} then ${sinceStart}::float8 end`;
  const rows = await tx
    .update(activities)
    .set({ startOffset: offset })
    .where(
      and(
        eq(activities.sessionId, sessionId),
        eq(activities.workoutItemIndex, workoutItemIndex),
        eq(activities.isCompleted, false),
        sql`${activities.startOffset} is distinct from ${offset}`,
      ),
    )
    .returning({ id: activities.id });
  return rows.map(({ id }) => id);
}
