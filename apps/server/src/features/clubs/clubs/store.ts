import { and, count, desc, eq, exists, gt, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import {
  ClubRoleSchema,
  clubRoles,
  isMember,
  type Club,
  type ClubMembership,
  type ClubRef,
  type ClubRole,
} from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { byName, findByName } from '../../../db/name-search.ts';
import { comesAfter, type SortKeys } from '../../../db/sort-keys.ts';
import { inOrder, pageOf, type Page } from '../../../db/paging.ts';
import { blocks, clubInvitations, clubMemberships, clubNameParts, clubs, users } from '../../../db/tables.ts';
import type { ImageUse } from '../../people/files/index.ts';
import { isNotBlockedBy, isUserVisibleTo, userRefColumns } from '../../people/users/index.ts';
import { mayManage, type RoleOrNone } from './rules.ts';

/** The columns of a club reference. Other stores join `clubs` and select these columns. */
export const clubRefColumns = {
  _id: clubs.id,
  name: clubs.name,
  customURL: clubs.customUrl,
  iconURL: clubs.iconUrl,
};

/** Compares without regard to case; `lowerCase` must be in lower case. */
const hasLowerCustomUrl = (lowerCase: string | SQL) => eq(sql`lower(${clubs.customUrl})`, lowerCase);
const hasCustomUrl = (customUrl: string) => hasLowerCustomUrl(customUrl.toLowerCase());

/** A club's icon or banner is the image. */
export const isImageOfClub: ImageUse = (db, { path, key }) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(clubs)
      .where(and(hasLowerCustomUrl(key), or(eq(clubs.iconUrl, path), eq(clubs.bannerUrl, path)))),
  );

const isMembership = (clubId: string, userId: string) =>
  and(eq(clubMemberships.clubId, clubId), eq(clubMemberships.userId, userId));

/** A subquery counts the members of each club. */
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
      ranksEntered: clubs.ranksEntered,
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

/** Returns the user's role in the club of a custom URL; null when no club has the URL. */
export async function findRoleByCustomUrl(
  db: Database,
  customUrl: string,
  userId: string,
): Promise<{ role: ClubRole | null } | null> {
  const [row] = await db
    .select({ role: clubMemberships.role })
    .from(clubs)
    .leftJoin(clubMemberships, and(eq(clubMemberships.clubId, clubs.id), eq(clubMemberships.userId, userId)))
    .where(hasCustomUrl(customUrl));
  if (!row) return null;
  return { role: row.role === null ? null : ClubRoleSchema.parse(row.role) };
}

export async function findClubByCustomUrl(db: Database, customUrl: string): Promise<Club | null> {
  const [row] = await selectClubs(db).where(hasCustomUrl(customUrl));
  return row ? clubOf(row) : null;
}

export async function isCustomUrlTaken(db: Database, customUrl: string): Promise<boolean> {
  const [row] = await db.select({ id: clubs.id }).from(clubs).where(hasCustomUrl(customUrl));
  return row !== undefined;
}

/**
 * Returns one page (the first is 1) of the clubs whose name contains a text, the searcher's own first, and the total
 * number found (`searchResultsMax` at most).
 */
export async function searchClubs(
  db: Database,
  searcherId: string,
  wanted: Page & { text: string },
): Promise<{ count: number; clubs: Club[] }> {
  const found = await findByName(db, {
    named: clubs,
    parts: clubNameParts,
    nameColumn: clubs.name,
    text: wanted.text,
    isShown: (id) => sql`(select listed.unlisted_at is null from ${clubs} as listed where listed.id = ${id})`,
    first: sql`
      select club_id as id from ${clubMemberships} where user_id = ${searcherId} and role >= ${clubRoles.member}`,
  });
  return { count: found.length, clubs: await clubsOf(db, pageOf(found, wanted)) };
}

/**
 * Returns one page (the first is 1) of the clubs, the newest first, and the total number listed (`searchResultsMax` at
 * most).
 */
export async function listClubs(db: Database, wanted: Page): Promise<{ count: number; clubs: Club[] }> {
  const rows = await db
    .select({ id: clubs.id })
    .from(clubs)
    .where(isNull(clubs.unlistedAt))
    .orderBy(desc(clubs.createdAt), desc(clubs.id))
    .limit(limits.searchResultsMax);
  const found = rows.map(({ id }) => id);
  return { count: found.length, clubs: await clubsOf(db, pageOf(found, wanted)) };
}

async function clubsOf(db: Database, ids: readonly string[]): Promise<Club[]> {
  if (ids.length === 0) return [];
  return inOrder(await selectClubs(db).where(inArray(clubs.id, [...ids])), ids).map(clubOf);
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
  change: {
    [Field in Exclude<keyof ClubToInsert, 'customUrl'>]?: ClubToInsert[Field] | undefined;
  } & { ranksEntered?: boolean | undefined },
): Promise<void> {
  await tx.update(clubs).set(change).where(eq(clubs.id, id));
}

/** Stores which entered results of a club's sessions can be personal bests, after the club has changed this setting. */
export type RankEntered = (tx: Database, clubId: string) => Promise<void>;

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
  orderBy: readonly SQL[] = [],
): Promise<ClubMembership[]> {
  const rows = await db
    .select({ membership: clubMemberships, user: userRefColumns, club: clubRefColumns })
    .from(clubMemberships)
    .innerJoin(users, eq(users.id, clubMemberships.userId))
    .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limits.listedMax);
  return rows.map(({ membership, user, club }) => ({
    _id: membership.id,
    user,
    club,
    role: ClubRoleSchema.parse(membership.role),
    createdAt: membership.createdAt.toISOString(),
  }));
}

/**
 * Returns the memberships after a given one, or the first ones without it; null if the given one is not, or no longer,
 * among them.
 */
async function listMembershipsAfter(
  db: Database,
  where: SQL | undefined,
  keysOf: (membership: SortedBy) => SortKeys,
  after: string | undefined,
): Promise<ClubMembership[] | null> {
  const keys = keysOf({
    role: sql`${clubMemberships.role}`,
    userName: sql`${users.displayName}`,
    userId: sql`${users.id}`,
    clubName: sql`${clubs.name}`,
    clubId: sql`${clubs.id}`,
  });
  if (after === undefined) return listMemberships(db, where, keys);
  const [last] = await listMemberships(db, and(where, eq(clubMemberships.id, after)));
  if (last === undefined) return null;
  const those = keysOf({
    role: sql`${last.role}::int`,
    userName: sql`${last.user.displayName}::text`,
    userId: sql`${last.user._id}::uuid`,
    clubName: sql`${last.club.name}::text`,
    clubId: sql`${last.club._id}::uuid`,
  });
  return listMemberships(db, and(where, comesAfter(keys, those)), keys);
}

type SortedBy = { role: SQL; userName: SQL; userId: SQL; clubName: SQL; clubId: SQL };

const isNotPending = gte(clubMemberships.role, clubRoles.member);

/**
 * Returns the memberships of a user that the viewer may see, with requests if it is the viewer; sorted by club name.
 */
export function listMembershipsOfUser(db: Database, userId: string, viewerId: string, after?: string) {
  const isShown = userId === viewerId ? undefined : and(isNotPending, isUserVisibleTo(viewerId));
  return listMembershipsAfter(
    db,
    and(eq(clubMemberships.userId, userId), isShown),
    ({ clubName, clubId }) => [byName(clubName), clubId],
    after,
  );
}

/** Adds the number of pending requests to the memberships of an admin or owner, in one query. */
export async function withRequestCounts(
  db: Database,
  memberships: readonly ClubMembership[],
): Promise<ClubMembership[]> {
  const managed = memberships.filter(({ role }) => role >= clubRoles.admin).map(({ club }) => club._id);
  if (managed.length === 0) return [...memberships];
  const rows = await db
    .select({ clubId: clubMemberships.clubId, requests: count() })
    .from(clubMemberships)
    .where(and(inArray(clubMemberships.clubId, managed), eq(clubMemberships.role, clubRoles.pending)))
    .groupBy(clubMemberships.clubId);
  const byClub = new Map(rows.map(({ clubId, requests }) => [clubId, requests]));
  return memberships.map((membership) =>
    membership.role >= clubRoles.admin
      ? { ...membership, requestCount: byClub.get(membership.club._id) ?? 0 }
      : membership,
  );
}

type Viewer = { id: string; role: RoleOrNone };

/**
 * Returns the condition for memberships that the viewer sees: admins and the owner see all, because they manage the
 * club; members see all users who have not blocked them, regardless of those users' settings; other users see those
 * whose profile they may see.
 */
export function isMemberVisibleTo({ id, role }: Viewer): SQL | undefined {
  if (mayManage(role)) return undefined;
  return isMember(role) ? isNotBlockedBy(users.id, id) : isUserVisibleTo(id);
}

/**
 * Returns the memberships of a club that the viewer sees: owner, admins, members, and requests for those who manage it;
 * each group sorted by name.
 */
export function listMembershipsOfClub(db: Database, clubId: string, viewer: Viewer, after?: string) {
  return listMembershipsAfter(
    db,
    and(
      eq(clubMemberships.clubId, clubId),
      mayManage(viewer.role) ? undefined : isNotPending,
      isMemberVisibleTo(viewer),
    ),
    // Requests that an admin has to decide come before the members: a large club has more members than a response
    // lists.
    ({ role, userName, userId }) => [
      sql`- (case ${role} when ${sql.raw(`${clubRoles.pending}`)} then 0.5 else ${role} end)`,
      byName(userName),
      userId,
    ],
    after,
  );
}

/** Returns whether the viewer would see the user's membership. */
export async function isMemberVisible(db: Database, userId: string, viewer: Viewer): Promise<boolean> {
  if (userId === viewer.id) return true;
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isMemberVisibleTo(viewer)));
  return row !== undefined;
}

export async function findMembership(
  db: Database,
  clubId: string,
  userId: string,
): Promise<ClubMembership | null> {
  const [found] = await listMemberships(db, isMembership(clubId, userId));
  return found ?? null;
}

/** Returns roles by user id, without users who have none; null when the club does not exist. */
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

/** Returns null without a membership. `share` prevents changes of the membership until the transaction ends. */
export async function findRole(
  db: Database,
  clubId: string,
  userId: string,
  lock?: 'share',
): Promise<ClubRole | null> {
  const found = db
    .select({ role: clubMemberships.role })
    .from(clubMemberships)
    .where(isMembership(clubId, userId));
  const [row] = await (lock ? found.for(lock) : found);
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

/** Returns when a club's invitation ends; null without a valid one. */
export async function findInvitationEnd(db: Database, clubId: string): Promise<Date | null> {
  const [row] = await db
    .select({ expiresAt: clubInvitations.expiresAt })
    .from(clubInvitations)
    .where(and(eq(clubInvitations.clubId, clubId), gt(clubInvitations.expiresAt, new Date())));
  return row?.expiresAt ?? null;
}

/** Returns the club that a valid key invites to. */
export async function findInvitedClub(db: Database, digest: string): Promise<ClubRef | null> {
  const [row] = await db
    .select(clubRefColumns)
    .from(clubInvitations)
    .innerJoin(clubs, eq(clubs.id, clubInvitations.clubId))
    .where(and(eq(clubInvitations.digest, digest), gt(clubInvitations.expiresAt, new Date())));
  return row ?? null;
}

/** Stores the digest of a club's new key, replacing the previous one. */
export async function upsertInvitation(
  tx: Database,
  clubId: string,
  given: { digest: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insert(clubInvitations)
    .values({ clubId, ...given })
    .onConflictDoUpdate({ target: clubInvitations.clubId, set: given });
}

/** Returns whether there was a valid one. */
export async function deleteInvitation(tx: Database, clubId: string): Promise<boolean> {
  const [row] = await tx
    .delete(clubInvitations)
    .where(eq(clubInvitations.clubId, clubId))
    .returning({ expiresAt: clubInvitations.expiresAt });
  return row !== undefined && row.expiresAt > new Date();
}

/** Returns whether the owner or an admin of a club has blocked the user. */
export async function isBlockedByManager(db: Database, clubId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: clubMemberships.id })
    .from(clubMemberships)
    .innerJoin(blocks, and(eq(blocks.blockerId, clubMemberships.userId), eq(blocks.blockedId, userId)))
    .where(and(eq(clubMemberships.clubId, clubId), gte(clubMemberships.role, clubRoles.admin)))
    .limit(1);
  return row !== undefined;
}

/**
 * Deletes a club with its memberships, links and templates. Its sessions must have ended, because their rows would be
 * deleted too.
 */
export async function deleteClub(tx: Database, clubId: string): Promise<void> {
  await tx.delete(clubs).where(eq(clubs.id, clubId));
}
