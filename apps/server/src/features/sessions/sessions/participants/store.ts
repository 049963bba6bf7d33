import { and, eq, gte, isNull } from 'drizzle-orm';
import { clubRoles } from '@boathouse/contract/clubs';
import type { Database } from '../../../../db/database.ts';
import { activities, attendances, clubMemberships, sessions } from '../../../../db/tables.ts';

/**
 * Returns the participants of a session: its host, the members of its club, users who will attend one without a club,
 * and the athletes who have begun an item.
 */
export async function listParticipants(db: Database, sessionId: string): Promise<string[]> {
  const ofSession = eq(sessions.id, sessionId);
  const rows = await db
    .select({ id: sessions.hostUserId })
    .from(sessions)
    .where(ofSession)
    .union(
      db
        .select({ id: clubMemberships.userId })
        .from(sessions)
        .innerJoin(clubMemberships, eq(clubMemberships.clubId, sessions.clubId))
        .where(and(ofSession, gte(clubMemberships.role, clubRoles.member))),
    )
    .union(
      db
        .select({ id: attendances.userId })
        .from(attendances)
        .innerJoin(sessions, eq(sessions.id, attendances.sessionId))
        .where(and(ofSession, isNull(sessions.clubId), eq(sessions.isAccessibleByLink, true))),
    )
    .union(db.select({ id: activities.userId }).from(activities).where(eq(activities.sessionId, sessionId)));
  return rows.map(({ id }) => id);
}
