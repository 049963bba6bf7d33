import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { ListedActivity } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { activities, rowMoves } from '../../../db/tables.ts';
import { listActivitiesByIds } from '../activities/index.ts';
import { isNotBlockedBy } from '../../people/users/index.ts';

type Placed = Pick<
  typeof activities.$inferSelect,
  | 'sessionId'
  | 'workoutItemIndex'
  | 'visibility'
  | 'title'
  | 'workout'
  | 'plan'
  | 'isPartial'
  | 'isLeft'
  | 'startOffset'
>;

/**
 * Returns the items of sessions that a user has rowed or is rowing, like `findActivityOfItem`: their indexes by
 * session.
 */
export async function listTakenItems(
  db: Database,
  userId: string,
  sessionIds: readonly string[],
): Promise<Map<string | null, Set<number | null>>> {
  if (sessionIds.length === 0) return new Map();
  const { sessionId, workoutItemIndex } = activities;
  const rows = await db
    .select({ sessionId, workoutItemIndex })
    .from(activities)
    .where(
      and(
        eq(activities.userId, userId),
        inArray(sessionId, [...sessionIds]),
        eq(activities.isLeft, false),
        ne(activities.source, 'entered'),
      ),
    );
  const taken = Map.groupBy(rows, (row) => row.sessionId);
  return new Map(Array.from(taken, ([id, of]) => [id, new Set(of.map((row) => row.workoutItemIndex))]));
}

/** Call it with the activity locked. */
export async function updatePlace(tx: Database, id: string, placed: Placed): Promise<void> {
  await tx.update(activities).set(placed).where(eq(activities.id, id));
}

/**
 * Returns the completed rows that were rowed on a session's page and are in no session, newest first: those of `athleteId`, or
 * with null all that the viewer may see.
 */
export async function listBeside(
  db: Database,
  sessionId: string,
  viewerId: string,
  athleteId: string | null,
): Promise<ListedActivity[]> {
  const rows = await db
    .select({ id: activities.id })
    .from(rowMoves)
    .innerJoin(activities, eq(activities.id, rowMoves.activityId))
    .where(
      and(
        eq(rowMoves.besideSessionId, sessionId),
        isNull(activities.sessionId),
        eq(activities.isCompleted, true),
        athleteId === null ? isNotBlockedBy(activities.userId, viewerId) : eq(activities.userId, athleteId),
      ),
    )
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(limits.listedMax);
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const found = await listActivitiesByIds(
    db,
    rows.map(({ id }) => id),
  );
  return found.toSorted((one, other) => (places.get(one._id) ?? 0) - (places.get(other._id) ?? 0));
}
