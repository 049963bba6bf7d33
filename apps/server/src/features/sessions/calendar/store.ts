import { and, asc, eq, gt, gte, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { clubRoles } from '@boathouse/contract/clubs';
import type { Session, SessionPart } from '@boathouse/contract/sessions';
import type { Database } from '../../../db/database.ts';
import {
  activities,
  attendances,
  calendarKeys,
  clubMemberships,
  sessions,
  users,
} from '../../../db/tables.ts';
import {
  forViewer,
  isListed,
  isNotDeleted,
  isSessionReadableBy,
  selectForViewer,
} from '../sessions/index.ts';
import type { CalendarSession } from './rules.ts';

export async function findKeyTime(db: Database, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: calendarKeys.createdAt })
    .from(calendarKeys)
    .where(eq(calendarKeys.userId, userId));
  return row?.createdAt ?? null;
}

/** Stores the digest of a user's new key, replacing the previous one. */
export async function upsertKey(
  db: Database,
  key: { userId: string; digest: string; createdAt: Date },
): Promise<void> {
  const { digest, createdAt } = key;
  await db
    .insert(calendarKeys)
    .values(key)
    .onConflictDoUpdate({ target: calendarKeys.userId, set: { digest, createdAt } });
}

export async function deleteKey(db: Database, userId: string): Promise<void> {
  await db.delete(calendarKeys).where(eq(calendarKeys.userId, userId));
}

/** Returns the user of a key; also null while the account is locked. */
export async function findOwner(db: Database, digest: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: calendarKeys.userId })
    .from(calendarKeys)
    .innerJoin(users, eq(users.id, calendarKeys.userId))
    .where(and(eq(calendarKeys.digest, digest), isNull(users.lockedAt)));
  return row?.userId ?? null;
}

/**
 * Selects the ids of the sessions that the user hosts, has through a club, will attend or rowed in. Each of the four
 * uses its own index, so that the cost depends on the user's sessions and not on all sessions.
 */
function idsOfUser(db: Database, userId: string, starts: SQL | undefined) {
  const id = { id: sessions.id };
  const hosted = db
    .select(id)
    .from(sessions)
    .where(and(eq(sessions.hostUserId, userId), starts));
  const ofClubs = db
    .select(id)
    .from(clubMemberships)
    .innerJoin(sessions, eq(sessions.clubId, clubMemberships.clubId))
    .where(and(eq(clubMemberships.userId, userId), gte(clubMemberships.role, clubRoles.member), starts));
  const attended = db
    .select(id)
    .from(attendances)
    .innerJoin(sessions, eq(sessions.id, attendances.sessionId))
    .where(and(eq(attendances.userId, userId), starts));
  const takenPartIn = db
    .select(id)
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(eq(activities.userId, userId), starts));
  return hosted.union(ofClubs).union(attended).union(takenPartIn);
}

const startsWithin = (from: Date, to: Date) => and(gte(sessions.startAt, from), lt(sessions.startAt, to));
const earliestFirst = [asc(sessions.startAt), asc(sessions.id)];

/** Returns the user's sessions in [from, to) that they may read. */
export async function listSessionsOfUser(
  db: Database,
  userId: string,
  from: Date,
  to: Date,
): Promise<Session[]> {
  const ids = idsOfUser(db, userId, startsWithin(from, to));
  const rows = await selectForViewer(db, userId)
    .where(and(inArray(sessions.id, ids), isListed, isSessionReadableBy(userId)))
    .orderBy(...earliestFirst);
  return rows.map((row) => forViewer(row).session);
}

/** Returns the first of the user's sessions after a time that they may read. */
export async function findNextSessionOfUser(
  db: Database,
  userId: string,
  after: Date,
): Promise<Session | null> {
  const ids = idsOfUser(db, userId, gt(sessions.startAt, after));
  const [row] = await selectForViewer(db, userId)
    .where(and(inArray(sessions.id, ids), isListed, isSessionReadableBy(userId)))
    .orderBy(...earliestFirst)
    .limit(1);
  return row ? forViewer(row).session : null;
}

/**
 * Returns the user's sessions in [from, to) that they may read, or a club's, earliest first; deleted ones only if they
 * would begin after `now`.
 */
export async function listCalendarOfUser(
  db: Database,
  userId: string,
  { from, to, now, clubId, limit }: { from: Date; to: Date; now: Date; clubId: string | null; limit: number },
): Promise<CalendarSession[]> {
  const rows = await selectForViewer(db, userId)
    .where(
      and(
        inArray(sessions.id, idsOfUser(db, userId, startsWithin(from, to))),
        clubId === null ? undefined : eq(sessions.clubId, clubId),
        eq(sessions.isRace, false),
        or(isNotDeleted, gt(sessions.startAt, now)),
        isSessionReadableBy(userId),
      ),
    )
    .orderBy(...earliestFirst)
    .limit(limit);
  return rows.map((row) => ({
    session: forViewer(row).session,
    isCanceled: row.session.deletedAt !== null,
    changeCount: row.session.changeCount,
    changedAt: row.session.changedAt,
  }));
}

/**
 * Returns the user's part in each of these sessions. They are expected only at a session that they will attend, or that
 * no one else can row; a session with a row that has no result yet is neither.
 */
export async function listParts(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, SessionPart>> {
  if (ids.length === 0) return new Map();
  const isTheirsAlone = sql`(${sessions.clubId} is null and ${sessions.hostUserId} = ${userId} and not ${sessions.isAccessibleByLink})`;
  const rows = await db
    .select({
      id: sessions.id,
      isRowed: sql<boolean>`coalesce(bool_or(${activities.isCompleted}), false)`,
      isBegun: sql<boolean>`count(${activities.id}) > 0`,
      isExpected: sql<boolean>`(${isTheirsAlone} or count(${attendances.userId}) > 0)`,
    })
    .from(sessions)
    .leftJoin(activities, and(eq(activities.sessionId, sessions.id), eq(activities.userId, userId)))
    .leftJoin(attendances, and(eq(attendances.sessionId, sessions.id), eq(attendances.userId, userId)))
    .where(inArray(sessions.id, [...ids]))
    .groupBy(sessions.id);
  return new Map(
    rows.map(({ id, isRowed, isBegun, isExpected }) => [
      id,
      isRowed ? 'rowed' : isExpected && !isBegun ? 'expected' : 'none',
    ]),
  );
}
