import { and, asc, eq, gte } from 'drizzle-orm';
import type { ClubMembership, ClubRole } from '@boathouse/contract/clubs';
import { ClubRoleSchema } from '@boathouse/contract/clubs';
import type { Database } from '../../db/database.ts';
import { clubMemberships, clubs, users } from '../../db/tables.ts';
import { userRefColumns } from '../users/index.ts';

/** The columns of a club beside something else; other stores join `clubs` and select these. */
export const clubRefColumns = {
  _id: clubs.id,
  name: clubs.name,
  customURL: clubs.customUrl,
  iconURL: clubs.iconUrl,
};

/** Memberships of a user, by club name; pending requests only when asked for. */
export async function listMembershipsOfUser(
  db: Database,
  userId: string,
  options: { withPending: boolean },
): Promise<ClubMembership[]> {
  const rows = await db
    .select({ membership: clubMemberships, user: userRefColumns, club: clubRefColumns })
    .from(clubMemberships)
    .innerJoin(users, eq(users.id, clubMemberships.userId))
    .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
    .where(
      and(eq(clubMemberships.userId, userId), options.withPending ? undefined : gte(clubMemberships.role, 0)),
    )
    .orderBy(asc(clubs.name), asc(clubs.id));
  return rows.map(({ membership, user, club }) => ({
    _id: membership.id,
    user,
    club,
    role: ClubRoleSchema.parse(membership.role),
    createdAt: membership.createdAt.toISOString(),
  }));
}

/** The role of a user in a club; null without a membership. */
export async function findRole(db: Database, clubId: string, userId: string): Promise<ClubRole | null> {
  const [row] = await db
    .select({ role: clubMemberships.role })
    .from(clubMemberships)
    .where(and(eq(clubMemberships.clubId, clubId), eq(clubMemberships.userId, userId)));
  return row ? ClubRoleSchema.parse(row.role) : null;
}
