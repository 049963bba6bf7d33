import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { BoardActivity } from '@boathouse/contract/sessions/boards';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { byName } from '../../../db/name-search.ts';
import { activities, boards, sessions, starts, users } from '../../../db/tables.ts';

type StoredBoard = {
  id: string;
  sessionId: string;
  title: string;
  startAt: Date;
  workoutItems: string[];
};

/** Returns null for an unknown key, and for that of a deleted session. */
export async function findBoard(db: Database, digest: string): Promise<StoredBoard | null> {
  const [row] = await db
    .select({
      id: boards.id,
      sessionId: boards.sessionId,
      title: sessions.title,
      startAt: sessions.startAt,
      workoutItems: sessions.workoutItems,
    })
    .from(boards)
    .innerJoin(sessions, eq(sessions.id, boards.sessionId))
    .where(and(eq(boards.digest, digest), isNull(sessions.deletedAt)));
  return row ?? null;
}

export async function findBoardTime(db: Database, sessionId: string): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: boards.createdAt })
    .from(boards)
    .where(eq(boards.sessionId, sessionId));
  return row?.createdAt ?? null;
}

/** Stores the digest of a session's new key, replacing the previous one. */
export async function upsertBoard(
  db: Database,
  board: { sessionId: string; digest: string; createdBy: string },
): Promise<Date> {
  const { sessionId, digest, createdBy } = board;
  const fresh = { id: newId(), digest, createdBy, createdAt: new Date() };
  await db
    .insert(boards)
    .values({ sessionId, ...fresh })
    .onConflictDoUpdate({ target: boards.sessionId, set: fresh });
  return fresh.createdAt;
}

export async function deleteBoard(db: Database, sessionId: string): Promise<void> {
  await db.delete(boards).where(eq(boards.sessionId, sessionId));
}

/** Returns the session's last start after a time, for an item that still exists; null without one. */
export async function findStartAfter(
  db: Database,
  sessionId: string,
  after: Date,
): Promise<{ workoutItemIndex: number; startAt: Date } | null> {
  const [row] = await db
    .select({ workoutItemIndex: starts.workoutItemIndex, startAt: starts.startAt })
    .from(starts)
    .innerJoin(sessions, eq(sessions.id, starts.sessionId))
    .where(
      and(
        eq(starts.sessionId, sessionId),
        gt(starts.startAt, after),
        // A board counts down; ROW is not announced.
        eq(sessions.isRace, false),
        sql`${starts.workoutItemIndex} < cardinality(${sessions.workoutItems})`,
      ),
    )
    .orderBy(desc(starts.startAt))
    .limit(1);
  return row ?? null;
}

/** Sorted by start. Only athletes who are visible to everyone appear with their names. */
export async function listBoardActivities(db: Database, sessionId: string): Promise<BoardActivity[]> {
  const rows = await db
    .select({
      _id: activities.id,
      // Everyone with the key reads the board.
      name: sql<string | null>`case when ${users.visibility} = 'everyone' then ${users.displayName} end`,
      workoutItemIndex: sql<number>`${activities.workoutItemIndex}`,
      workout: activities.workout,
      isCompleted: activities.isCompleted,
      elapsedTime: activities.elapsedTime,
      distance: activities.distance,
      currentPace: activities.currentPace,
      averagePace: activities.averagePace,
      strokeRate: activities.strokeRate,
      isSimulated: sql<boolean>`${activities.source} = 'simulated'`,
      isPartial: activities.isPartial,
      totalCalories: activities.totalCalories,
      machine: activities.machine,
      startOffset: activities.startOffset,
      isEntered: sql<boolean>`${activities.source} = 'entered'`,
      heardAt: activities.heardAt,
      completedAt: activities.completedAt,
    })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .where(eq(activities.sessionId, sessionId))
    .orderBy(asc(activities.createdAt), asc(activities.id));
  let hidden = 0;
  const agoMs = (at: Date) => Math.max(0, Date.now() - at.getTime());
  return rows.map(({ heardAt, completedAt, name, ...row }) => ({
    ...row,
    name: name ?? `Athlete ${(hidden += 1)}`,
    heardAt: heardAt.toISOString(),
    heardAgoMs: agoMs(heardAt),
    ...(completedAt === null ? {} : { completedAgoMs: agoMs(completedAt) }),
  }));
}

/** Returns the names of those of the users who are visible to everyone, in alphabetical order. */
export async function namesForEveryone(db: Database, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ name: users.displayName })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), eq(users.visibility, 'everyone')))
    .orderBy(byName(users.displayName), asc(users.id));
  return rows.map(({ name }) => name);
}
