import { and, asc, eq, gte, isNull, or } from 'drizzle-orm';
import { clubRoles } from '@boathouse/contract/clubs';
import { serverLimits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { attendances, clubMemberships, sessions, users } from '../../../db/tables.ts';
import { userRefColumns } from '../../people/users/index.ts';

type Attendance = { sessionId: string; userId: string };

/**
 * Returns the users who will attend, at most `serverLimits.attendanceMax`, without those who may no longer read the
 * session.
 */
export async function listAttendance(db: Database, sessionId: string): Promise<UserRef[]> {
  return db
    .select(userRefColumns)
    .from(attendances)
    .innerJoin(users, eq(users.id, attendances.userId))
    .innerJoin(sessions, eq(sessions.id, attendances.sessionId))
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, sessions.clubId), eq(clubMemberships.userId, attendances.userId)),
    )
    .where(
      and(
        eq(attendances.sessionId, sessionId),
        or(
          and(
            isNull(sessions.clubId),
            or(eq(sessions.isAccessibleByLink, true), eq(sessions.hostUserId, attendances.userId)),
          ),
          gte(clubMemberships.role, clubRoles.member),
        ),
      ),
    )
    .orderBy(asc(attendances.createdAt), asc(attendances.userId))
    .limit(serverLimits.attendanceMax);
}

/** A second call changes nothing. */
export async function insertAttendance(db: Database, attendance: Attendance): Promise<void> {
  await db.insert(attendances).values(attendance).onConflictDoNothing();
}

export async function deleteAttendance(db: Database, { sessionId, userId }: Attendance): Promise<void> {
  await db
    .delete(attendances)
    .where(and(eq(attendances.sessionId, sessionId), eq(attendances.userId, userId)));
}
