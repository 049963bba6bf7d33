import { and, asc, eq, exists, gte, inArray, max, not, or, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { clubRoles } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import {
  colorThemes,
  type FirstSteps,
  type OwnUser,
  type UserRef,
  type Visibility,
} from '@boathouse/contract/users';
import { usualFirstDay, type FirstDay } from '@boathouse/contract/week';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { rowsOf } from '../../../db/migrations.ts';
import { byName, findByName } from '../../../db/name-search.ts';
import { inOrder, pageOf, type Page } from '../../../db/paging.ts';
import {
  activities,
  activityDays,
  authSessions,
  authUsers,
  blocks,
  clubInvitations,
  clubMemberships,
  clubs,
  follows,
  sessions,
  userNameParts,
  users,
} from '../../../db/tables.ts';
import type { ImageUse } from '../files/index.ts';

const partners = alias(users, 'partners');

/** The columns of a user reference. Other stores join `users` and select these columns. */
export const userRefColumns = { _id: users.id, displayName: users.displayName, iconURL: users.iconUrl };

/** A user's icon or banner is the image. */
export const isImageOfUser: ImageUse = (db, { name, path, key }) => {
  const userId = sql`case when ${name} like 'user%' then ${key}::uuid end`;
  return exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), or(eq(users.iconUrl, path), eq(users.bannerUrl, path)))),
  );
};

const isNoFormerMember = not(users.isFormer);

/** No block by the user excludes the viewer: an SQL condition on the id of a user. */
export function isNotBlockedBy(userId: AnyPgColumn, viewerId: string | AnyPgColumn): SQL {
  return sql`not exists (
    select 1 from ${blocks} where ${blocks.blockerId} = ${userId} and ${blocks.blockedId} = ${viewerId}
  )`;
}

/**
 * Neither user has blocked the other: an SQL condition on a user's id. The viewer's few blocks are read once, for any
 * number of rows.
 */
export function isUnblocked(userId: AnyPgColumn | SQL, viewerId: string): SQL {
  return sql`${userId} not in (
    select ${blocks.blockedId} from ${blocks} where ${blocks.blockerId} = ${viewerId}
    union all select ${blocks.blockerId} from ${blocks} where ${blocks.blockedId} = ${viewerId}
  )`;
}

/** `maySeeAthlete` of the rules as an SQL condition on `users` or an alias of it. A test of the feeds checks that both agree. */
export function isUserVisibleTo(
  viewerId: string | AnyPgColumn,
  user: { id: AnyPgColumn; visibility: AnyPgColumn; isFormer: AnyPgColumn } = users,
): SQL {
  return sql`(${user.id} = ${viewerId} or not ${user.isFormer} and ${isNotBlockedBy(user.id, viewerId)} and case ${user.visibility}
    when 'everyone' then true
    when 'connections' then exists (
        select 1 from ${follows} where ${follows.followerId} = ${viewerId} and ${follows.followeeId} = ${user.id}
      ) or exists (
        select 1 from ${follows} where ${follows.followerId} = ${user.id} and ${follows.followeeId} = ${viewerId}
      )
    when 'clubs' then exists (
      select 1 from ${clubMemberships} as own
        join ${clubMemberships} as theirs on theirs.club_id = own.club_id
      where own.user_id = ${viewerId} and own.role >= ${clubRoles.member}
        and theirs.user_id = ${user.id} and theirs.role >= ${clubRoles.member}
    )
    else false
  end)`;
}

/** Returns whether the user exists and the viewer may see them. */
export async function isVisibleUser(db: Database, id: string, viewerId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isUserVisibleTo(viewerId)));
  return row !== undefined;
}

/** Includes the training partner only if the viewer may see them. */
async function findUser(
  db: Database,
  where: SQL | undefined,
  viewerId: string | AnyPgColumn = users.id,
): Promise<OwnUser | null> {
  const [row] = await db
    .select({
      user: users,
      partner: { _id: partners.id, displayName: partners.displayName, iconURL: partners.iconUrl },
    })
    .from(users)
    .leftJoin(partners, and(eq(partners.id, users.trainingPartnerId), isUserVisibleTo(viewerId, partners)))
    .where(where);
  if (!row) return null;
  const { user, partner } = row;
  return {
    _id: user.id,
    uid: user.uid,
    displayName: user.displayName,
    iconURL: user.iconUrl,
    bannerURL: user.bannerUrl,
    createdAt: user.createdAt.toISOString(),
    colorTheme: colorThemes[user.themeColor] ?? 'Light',
    themeColor: user.themeColor,
    tintColor: user.tintColor,
    trainingPartner: partner,
    visibility: user.visibility,
    ...(user.firstDay === null ? {} : { firstDay: user.firstDay }),
    ...(user.isAdministrator ? { isAdministrator: true } : {}),
  };
}

/** Others can't find a record that represents a deleted user. */
export function findUserById(db: Database, id: string) {
  return findUser(db, and(eq(users.id, id), isNoFormerMember));
}

/** Returns the first day of a user's weeks. */
export async function findFirstDay(db: Database, id: string): Promise<FirstDay> {
  const [row] = await db.select({ firstDay: users.firstDay }).from(users).where(eq(users.id, id));
  return row?.firstDay ?? usualFirstDay;
}

/** Returns a user whom the viewer may see. */
export function findVisibleUser(db: Database, id: string, viewerId: string) {
  return findUser(db, and(eq(users.id, id), isUserVisibleTo(viewerId)), viewerId);
}
export function findUserByUid(db: Database, uid: string) {
  return findUser(db, eq(users.uid, uid));
}

/** Returns the user of a login with the rights that they have in the installation. Runs on signed-in requests, so without joins. */
export async function findCallerByUid(
  db: Database,
  uid: string,
): Promise<{ user: UserRef | null; isAdministrator: boolean; isLocked: boolean }> {
  const [row] = await db
    .select({ user: userRefColumns, isAdministrator: users.isAdministrator, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.uid, uid));
  if (row === undefined) return { user: null, isAdministrator: false, isLocked: false };
  return { user: row.user, isAdministrator: row.isAdministrator, isLocked: row.lockedAt !== null };
}

export async function findUserRefByUid(db: Database, uid: string): Promise<UserRef | null> {
  const [row] = await db.select(userRefColumns).from(users).where(eq(users.uid, uid));
  return row ?? null;
}

/** A search or list looks no further among the users whom the viewer knows. */
const knownMax = { followees: 500, clubs: 10, membersOfClub: 200 };

/** The members of the same clubs. */
const clubmatesOf = (userId: string) => sql`
  select member.user_id from (
    select club_id from ${clubMemberships} where user_id = ${userId} and role >= ${clubRoles.member}
    order by club_id limit ${knownMax.clubs}) as own,
    lateral (select user_id from ${clubMemberships} where club_id = own.club_id and role >= ${clubRoles.member}
      order by role, user_id limit ${knownMax.membersOfClub}) as member`;

/** The users that the searcher follows, and members of the same clubs. */
const knownTo = (searcherId: string) => sql`
  (select followee_id as id from ${follows} where follower_id = ${searcherId}
    order by followee_id limit ${knownMax.followees})
  union
  (${clubmatesOf(searcherId)})`;

/**
 * Returns one page (the first is 1) of the users whom the searcher may see and whose name contains a text, users whom
 * the searcher knows first, and the total number found (`searchResultsMax` at most).
 */
export async function searchUsers(
  db: Database,
  searcherId: string,
  wanted: Page & { text: string },
): Promise<{ count: number; users: UserRef[] }> {
  const found = await findByName(db, {
    named: users,
    parts: userNameParts,
    nameColumn: users.displayName,
    text: wanted.text,
    first: knownTo(searcherId),
    isShown: (id) => sql`(select ${isUserVisibleTo(searcherId)} from ${users} where ${users.id} = ${id})`,
  });
  return { count: found.length, users: await usersOf(db, pageOf(found, wanted)) };
}

/** An athlete who has rowed in this many days is active. */
const activeDays = 30;

/**
 * Selects the other users whom the viewer may see: members of the same clubs first, then active athletes, then the
 * newest. Users whom everyone may see come from their index, the others from the users whom the viewer knows.
 */
export function selectToExplore(viewerId: string): SQL {
  const most = sql.raw(String(limits.searchResultsMax));
  return sql`
    select id, shown.id in (${clubmatesOf(viewerId)}) as is_of_club from (
      (select id, created_at from ${users}
        where visibility = 'everyone' and not is_former and id <> ${viewerId} and ${isNotBlockedBy(users.id, viewerId)}
        order by created_at desc, id desc limit ${most})
      union
      (select id, created_at from ${users}
        where id in (${knownTo(viewerId)}) and id <> ${viewerId} and ${isUserVisibleTo(viewerId)})
    ) as shown order by is_of_club desc, exists (
      select 1 from ${activityDays} where user_id = shown.id and day >= current_date - ${activeDays}::int
    ) desc, created_at desc, id desc limit ${most}`;
}

/** Returns one page (the first is 1) of `selectToExplore`, and the total numbers that it selects. */
export async function listUsers(
  db: Database,
  viewerId: string,
  wanted: Page,
): Promise<{ count: number; ofClubs: number; users: UserRef[] }> {
  const found = rowsOf(await db.execute(selectToExplore(viewerId)));
  const ids = found.map(({ id }) => String(id));
  return {
    count: ids.length,
    ofClubs: found.filter((row) => row['is_of_club'] === true).length,
    users: await usersOf(db, pageOf(ids, wanted)),
  };
}

async function usersOf(db: Database, ids: readonly string[]): Promise<UserRef[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(userRefColumns)
    .from(users)
    .where(inArray(users.id, [...ids]));
  return inOrder(rows, ids);
}

/** Returns the first steps that a user has done; null without the user. */
export async function findFirstSteps(db: Database, id: string): Promise<FirstSteps | null> {
  const exists = (rows: SQL) => sql<boolean>`exists (${rows})`;
  const [row] = await db
    .select({
      hasClub: exists(
        sql`select 1 from ${clubMemberships} where user_id = ${id} and role >= ${clubRoles.member}`,
      ),
      hasRowed: exists(sql`select 1 from ${activities} where user_id = ${id} and is_completed`),
      follows: exists(sql`select 1 from ${follows} where follower_id = ${id}`),
      isHidden: users.hidesFirstSteps,
    })
    .from(users)
    .where(eq(users.id, id));
  return row ? { ...row, coaching: await findCoaching(db, id) } : null;
}

const notCoaching: FirstSteps['coaching'] = { club: null, hasSession: false, hasInvited: false };

async function findCoaching(db: Database, userId: string): Promise<FirstSteps['coaching']> {
  const exists = (rows: SQL) => sql<boolean>`exists (${rows})`;
  const ofClub = sql`club_id = ${clubs.id}`;
  const [row] = await db
    .select({
      club: { _id: clubs.id, name: clubs.name, customURL: clubs.customUrl, iconURL: clubs.iconUrl },
      hasSession: exists(sql`select 1 from ${sessions} where ${ofClub} and deleted_at is null`),
      hasInvited: sql<boolean>`${exists(sql`select 1 from ${clubInvitations} where ${ofClub}`)}
        or ${exists(sql`select 1 from ${clubMemberships} as others where others.${ofClub} and others.user_id <> ${userId}`)}`,
    })
    .from(clubMemberships)
    .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
    .where(and(eq(clubMemberships.userId, userId), gte(clubMemberships.role, clubRoles.admin)))
    .orderBy(asc(clubMemberships.id))
    .limit(1);
  return row ?? notCoaching;
}

/** Returns the theme and tint of a login, as indices. */
export async function findAppearanceByUid(
  db: Database,
  uid: string,
): Promise<{ themeColor: number; tintColor: number } | null> {
  const [row] = await db
    .select({ themeColor: users.themeColor, tintColor: users.tintColor })
    .from(users)
    .where(eq(users.uid, uid));
  return row ?? null;
}

type NewUser = { uid: string; displayName: string; iconURL: string | null };

/** Inserts the record of a login; returns false if it exists. Waits for a concurrent call that inserts it. */
export async function insertUserIfMissing(tx: Database, user: NewUser): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values({ id: newId(), uid: user.uid, displayName: user.displayName, iconUrl: user.iconURL })
    .onConflictDoNothing({ target: users.uid })
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function deleteUserByUid(tx: Database, uid: string): Promise<void> {
  await tx.delete(users).where(eq(users.uid, uid));
}

/** Changes a name if it is still `from`; returns whether it was. */
export async function renameFrom(
  db: Database,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ displayName: to })
    .where(and(eq(users.id, id), eq(users.displayName, from)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function updateUser(
  db: Database,
  id: string,
  change: {
    displayName?: string;
    iconUrl?: string | null;
    bannerUrl?: string | null;
    trainingPartnerId?: string | null;
    themeColor?: number;
    tintColor?: number;
    firstDay?: FirstDay;
    visibility?: Visibility;
    hidesFirstSteps?: boolean;
  },
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}

/**
 * Returns an SQL condition for the users that a list of blocked users names, on `blocks` joined with the blocked
 * `users`. Users who were hidden from the blocker and still are look like users who do not exist.
 */
export function isNamedTo(blockerId: string): SQL {
  return sql`(${blocks.isNamed} or ${isUserVisibleTo(blockerId)})`;
}

/** Returns the users whom a user has blocked, by name. */
export function listBlocked(db: Database, blockerId: string): Promise<UserRef[]> {
  return db
    .select(userRefColumns)
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.blockerId, blockerId), isNamedTo(blockerId)))
    .orderBy(byName(users.displayName), asc(users.id));
}

/** Returns whether either user has blocked the other. */
export async function areBlocked(db: Database, userId: string, otherId: string): Promise<boolean> {
  const isBetween = or(
    and(eq(blocks.blockerId, userId), eq(blocks.blockedId, otherId)),
    and(eq(blocks.blockerId, otherId), eq(blocks.blockedId, userId)),
  );
  return (await db.$count(blocks, isBetween)) > 0;
}

/** Returns which of the others have blocked the user or are blocked by them. */
export async function usersBlockedWith(
  db: Database,
  userId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (otherIds.length === 0) return new Set();
  const rows = await db
    .select({ blockerId: blocks.blockerId, blockedId: blocks.blockedId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.blockerId, userId), inArray(blocks.blockedId, [...otherIds])),
        and(eq(blocks.blockedId, userId), inArray(blocks.blockerId, [...otherIds])),
      ),
    );
  return new Set(rows.map(({ blockerId, blockedId }) => (blockerId === userId ? blockedId : blockerId)));
}

/** Ends follows and training partnerships between the two. Changes nothing for a user who does not exist. */
export async function insertBlock(tx: Database, blockerId: string, blockedId: string): Promise<void> {
  await tx
    .insert(blocks)
    .select(
      tx
        .select({
          blockerId: sql<string>`${blockerId}::uuid`.as('blocker_id'),
          blockedId: sql<string>`${users.id}`.as('blocked_id'),
          isNamed: sql<boolean>`${isUserVisibleTo(blockerId)}`.as('is_named'),
          createdAt: sql<Date>`now()`.as('created_at'),
        })
        .from(users)
        .where(and(eq(users.id, blockedId), isNoFormerMember)),
    )
    .onConflictDoUpdate({
      target: [blocks.blockerId, blocks.blockedId],
      set: { isNamed: sql`${blocks.isNamed} or excluded.is_named` },
    });
  await tx
    .delete(follows)
    .where(
      or(
        and(eq(follows.followerId, blockerId), eq(follows.followeeId, blockedId)),
        and(eq(follows.followerId, blockedId), eq(follows.followeeId, blockerId)),
      ),
    );
  await tx
    .update(users)
    .set({ trainingPartnerId: null })
    .where(
      or(
        and(eq(users.id, blockerId), eq(users.trainingPartnerId, blockedId)),
        and(eq(users.id, blockedId), eq(users.trainingPartnerId, blockerId)),
      ),
    );
}

export async function deleteBlock(db: Database, blockerId: string, blockedId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
}

type ListedAccount = {
  name: string;
  /** null if this server does not store the accounts. */
  email: string | null;
  createdAt: Date;
  /** Reads the logins that have not ended; null without any. */
  lastUsedAt: Date | null;
  isAdministrator: boolean;
  lockedAt: Date | null;
};

/** Returns everyone who has a profile, the oldest first; for operators. */
export async function listAccounts(db: Database): Promise<ListedAccount[]> {
  return db
    .select({
      name: users.displayName,
      email: authUsers.email,
      createdAt: users.createdAt,
      lastUsedAt: max(authSessions.updatedAt),
      isAdministrator: users.isAdministrator,
      lockedAt: users.lockedAt,
    })
    .from(users)
    .leftJoin(authUsers, eq(authUsers.id, users.uid))
    .leftJoin(authSessions, eq(authSessions.userId, users.uid))
    .where(isNoFormerMember)
    .groupBy(users.id, authUsers.email)
    .orderBy(asc(users.createdAt), asc(users.id));
}
