import { and, eq } from 'drizzle-orm';
import type { PublicSession, SessionClub } from '@boathouse/contract/sessions/previews';
import { ClubRoleSchema } from '@boathouse/contract/clubs';
import type { Database } from '../../../../db/database.ts';
import { clubMemberships, clubs, sessions } from '../../../../db/tables.ts';
import { clubRefColumns } from '../../../clubs/clubs/index.ts';
import { isNotDeleted } from '../store.ts';

/** Returns a session of a public club; null for every other one. */
export async function findPublicSession(db: Database, id: string): Promise<PublicSession | null> {
  const [row] = await db
    .select({ title: sessions.title, startAt: sessions.startAt, club: clubs.name })
    .from(sessions)
    .innerJoin(clubs, eq(clubs.id, sessions.clubId))
    .where(and(eq(sessions.id, id), isNotDeleted, eq(clubs.isPrivate, false)));
  return row ? { ...row, startAt: row.startAt.toISOString() } : null;
}

/** Returns the club of a session with the viewer's role in it; null for a session without a club. */
export async function findClubOfSession(
  db: Database,
  id: string,
  viewerId: string,
): Promise<SessionClub | null> {
  const [row] = await db
    .select({
      club: clubRefColumns,
      isPrivate: clubs.isPrivate,
      title: sessions.title,
      startAt: sessions.startAt,
      role: clubMemberships.role,
    })
    .from(sessions)
    .innerJoin(clubs, eq(clubs.id, sessions.clubId))
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, clubs.id), eq(clubMemberships.userId, viewerId)),
    )
    .where(and(eq(sessions.id, id), isNotDeleted));
  if (row === undefined) return null;
  const { club, isPrivate, title, startAt, role } = row;
  return {
    ...club,
    isPrivate,
    role: role === null ? null : ClubRoleSchema.parse(role),
    session: isPrivate ? null : { title, startAt: startAt.toISOString() },
  };
}
