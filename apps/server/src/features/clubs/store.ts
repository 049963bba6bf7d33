import { and, asc, count, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';
import {
  ClubRoleSchema,
  clubRoles,
  type Club,
  type ClubMembership,
  type ClubRole,
} from '@boathouse/contract/clubs';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { byName, searchByName } from '../../db/name-search.ts';
import { offsetOf, type Page } from '../../db/paging.ts';
import { clubMemberships, clubs, users } from '../../db/tables.ts';
import { userRefColumns } from '../users/index.ts';

/** The columns of a club reference. Other stores join `clubs` and select these. */
export const clubRefColumns = {
  _id: clubs.id,
  name: clubs.name,
  customURL: clubs.customUrl,
  iconURL: clubs.iconUrl,
};

const hasCustomUrl = (customUrl: string) => eq(sql`lower(${clubs.customUrl})`, customUrl.toLowerCase());

const isMembership = (clubId: string, userId: string) =>
  and(eq(clubMemberships.clubId, clubId), eq(clubMemberships.userId, userId));

/** A subquery counts the members: PostgreSQL runs it after LIMIT, so only for the clubs of the page. */
function selectClubs(db: Database) {
  const members = db
    .select({ count: count() })
    .from(clubMemberships)
    .where(and(eq(clubMemberships.clubId, clubs.id), gte(clubMemberships.role, clubRoles.member)));
  return db
    .select({
      ...clubRefColumns,
      description: clubs.description,
      bannerURL: clubs.bannerUrl,
      isPrivate: clubs.isPrivate,
      createdAt: clubs.createdAt,
      memberCount: sql<number>`(${members})`.mapWith(Number),
    })
    .from(clubs);
}

type ClubRow = Omit<Club, 'createdAt'> & { createdAt: Date };
const clubOf = (row: ClubRow): Club => ({ ...row, createdAt: row.createdAt.toISOString() });

export async function findClub(db: Database, id: string): Promise<Club | null> {
  const [row] = await selectClubs(db).where(eq(clubs.id, id));
  return row ? clubOf(row) : null;
}

export async function findClubByCustomUrl(db: Database, customUrl: string): Promise<Club | null> {
  const [row] = await selectClubs(db).where(hasCustomUrl(customUrl));
  return row ? clubOf(row) : null;
}

export async function isCustomUrlTaken(db: Database, customUrl: string): Promise<boolean> {
  const [row] = await db.select({ id: clubs.id }).from(clubs).where(hasCustomUrl(customUrl));
  return row !== undefined;
}

/** Returns one page (the first is 1) of the clubs whose name contains a text, and the count of all matches. */
export async function searchClubs(
  db: Database,
  wanted: Page & { text: string },
): Promise<{ count: number; clubs: Club[] }> {
  const { matches, bestFirst } = searchByName(clubs.name, wanted.text);
  const found = await selectClubs(db)
    .where(matches)
    .orderBy(...bestFirst, asc(clubs.id))
    .limit(wanted.pagesize)
    .offset(offsetOf(wanted));
  const [all] = await db.select({ count: count() }).from(clubs).where(matches);
  return { count: all?.count ?? 0, clubs: found.map(clubOf) };
}

type ClubToInsert = {
  name: string;
  customUrl: string;
  description: string;
  iconUrl: string | null;
  bannerUrl: string | null;
  isPrivate: boolean;
};

/** Returns the new club's id, or null when the custom URL is taken. Safe against concurrent calls. */
export async function insertClub(tx: Database, club: ClubToInsert): Promise<string | null> {
  const [row] = await tx
    .insert(clubs)
    .values({ id: newId(), ...club })
    .onConflictDoNothing()
    .returning({ id: clubs.id });
  return row?.id ?? null;
}

export async function updateClub(
  tx: Database,
  id: string,
  change: { [Field in Exclude<keyof ClubToInsert, 'customUrl'>]?: ClubToInsert[Field] | undefined },
): Promise<void> {
  await tx.update(clubs).set(change).where(eq(clubs.id, id));
}

export type LockedClub = { _id: string; name: string; isPrivate: boolean };

/**
 * Locks a club and its memberships until the transaction ends; every change of either calls this first.
 * Returns null when the club does not exist.
 */
export async function lockClub(tx: Database, id: string): Promise<LockedClub | null> {
  const [row] = await tx
    .select({ _id: clubs.id, name: clubs.name, isPrivate: clubs.isPrivate })
    .from(clubs)
    .where(eq(clubs.id, id))
    .for('no key update');
  return row ?? null;
}

async function listMemberships(
  db: Database,
  where: SQL | undefined,
  ...orderBy: SQL[]
): Promise<ClubMembership[]> {
  const rows = await db
    .select({ membership: clubMemberships, user: userRefColumns, club: clubRefColumns })
    .from(clubMemberships)
    .innerJoin(users, eq(users.id, clubMemberships.userId))
    .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
    .where(where)
    .orderBy(...orderBy);
  return rows.map(({ membership, user, club }) => ({
    _id: membership.id,
    user,
    club,
    role: ClubRoleSchema.parse(membership.role),
    createdAt: membership.createdAt.toISOString(),
  }));
}

type ListOptions = { withPending: boolean };
const unlessPending = ({ withPending }: ListOptions) =>
  withPending ? undefined : gte(clubMemberships.role, clubRoles.member);

/** Returns the memberships of a user, sorted by club name. */
export function listMembershipsOfUser(db: Database, userId: string, options: ListOptions) {
  return listMemberships(
    db,
    and(eq(clubMemberships.userId, userId), unlessPending(options)),
    byName(clubs.name),
    asc(clubs.id),
  );
}

/** Returns the memberships of a club: owner, admins, members, requests; each group sorted by name. */
export function listMembershipsOfClub(db: Database, clubId: string, options: ListOptions) {
  return listMemberships(
    db,
    and(eq(clubMemberships.clubId, clubId), unlessPending(options)),
    desc(clubMemberships.role),
    byName(users.displayName),
    asc(users.id),
  );
}

export async function findMembership(
  db: Database,
  clubId: string,
  userId: string,
): Promise<ClubMembership | null> {
  const [found] = await listMemberships(db, isMembership(clubId, userId));
  return found ?? null;
}

/** Returns role by user id, without users who have none; null when the club does not exist. */
export async function findRoles(
  db: Database,
  clubId: string,
  userIds: string[],
): Promise<Map<string, ClubRole> | null> {
  const rows = await db
    .select({ userId: clubMemberships.userId, role: clubMemberships.role })
    .from(clubs)
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, clubs.id), inArray(clubMemberships.userId, userIds)),
    )
    .where(eq(clubs.id, clubId));
  if (rows.length === 0) return null;
  return new Map(
    rows.flatMap(({ userId, role }): Array<[string, ClubRole]> =>
      userId === null ? [] : [[userId, ClubRoleSchema.parse(role)]],
    ),
  );
}

/** Returns null without a membership. */
export async function findRole(db: Database, clubId: string, userId: string): Promise<ClubRole | null> {
  const [row] = await db
    .select({ role: clubMemberships.role })
    .from(clubMemberships)
    .where(isMembership(clubId, userId));
  return row ? ClubRoleSchema.parse(row.role) : null;
}

type Membership = { clubId: string; userId: string; role: ClubRole };

export async function insertMembership(tx: Database, membership: Membership): Promise<void> {
  await tx.insert(clubMemberships).values({ id: newId(), ...membership });
}

export async function updateRole(tx: Database, { clubId, userId, role }: Membership): Promise<void> {
  await tx.update(clubMemberships).set({ role }).where(isMembership(clubId, userId));
}

export async function deleteMembership(tx: Database, clubId: string, userId: string): Promise<void> {
  await tx.delete(clubMemberships).where(isMembership(clubId, userId));
}
