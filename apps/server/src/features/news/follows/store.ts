import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { limits } from '@boathouse/contract/limits';
import type { AthleteFacts, Follow, FollowSummary } from '@boathouse/contract/follows';
import type { Database } from '../../../db/database.ts';
import { byName } from '../../../db/name-search.ts';
import { comesAfter, type SortKeys } from '../../../db/sort-keys.ts';
import { activityDays, follows, users } from '../../../db/tables.ts';
import { rowedMachines, type Span } from '../../training/statistics/index.ts';
import { isUserVisibleTo, isVisibleUser } from '../../people/users/index.ts';

/** User ids. */
type Pair = { follower: string; followee: string };

const followers = alias(users, 'followers');
const followees = alias(users, 'followees');

const isPair = ({ follower, followee }: Pair) =>
  and(eq(follows.followerId, follower), eq(follows.followeeId, followee));

async function listFollows(
  db: Database,
  where: SQL | undefined,
  orderBy: readonly SQL[] = [],
): Promise<Follow[]> {
  const rows = await db
    .select({
      follower: { _id: followers.id, displayName: followers.displayName, iconURL: followers.iconUrl },
      followee: { _id: followees.id, displayName: followees.displayName, iconURL: followees.iconUrl },
      createdAt: follows.createdAt,
    })
    .from(follows)
    .innerJoin(followers, eq(followers.id, follows.followerId))
    .innerJoin(followees, eq(followees.id, follows.followeeId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limits.listedMax);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Both sides must be visible to the viewer: a hidden user follows no one, and no one follows them. */
const areVisibleTo = (viewerId: string) =>
  and(isUserVisibleTo(viewerId, followers), isUserVisibleTo(viewerId, followees));

type ListAfter = {
  userId: string;
  viewerId: string;
  /** The id of a listed user. */
  after?: string | undefined;
};

export function listFollowees(db: Database, { userId, viewerId, after }: ListAfter) {
  const where = and(eq(follows.followerId, userId), areVisibleTo(viewerId));
  return listFollowsAfter(db, where, 'followee', after);
}
export function listFollowers(db: Database, { userId, viewerId, after }: ListAfter) {
  const where = and(eq(follows.followeeId, userId), areVisibleTo(viewerId));
  return listFollowsAfter(db, where, 'follower', after);
}

/**
 * Returns the follows after that of a user on the listed side, or the first ones without it, by name; null if that user
 * is not, or no longer, among them.
 */
async function listFollowsAfter(
  db: Database,
  where: SQL | undefined,
  side: 'followee' | 'follower',
  after: string | undefined,
): Promise<Follow[] | null> {
  const listed = side === 'followee' ? followees : followers;
  const keys: SortKeys = [byName(listed.displayName), sql`${listed.id}`];
  if (after === undefined) return listFollows(db, where, keys);
  const [last] = await listFollows(db, and(where, eq(listed.id, after)));
  if (last === undefined) return null;
  const { displayName, _id } = last[side];
  const those: SortKeys = [byName(sql`${displayName}::text`), sql`${_id}::uuid`];
  return listFollows(db, and(where, comesAfter(keys, those)), keys);
}

/** Returns a follow as its follower sees it; null while the followee hides from them. */
export async function findFollow(db: Database, pair: Pair): Promise<Follow | null> {
  const [found] = await listFollows(db, and(isPair(pair), areVisibleTo(pair.follower)));
  return found ?? null;
}

/** Returns whether a follow exists, even for a followee who hides. */
export async function doesFollow(db: Database, pair: Pair): Promise<boolean> {
  return (await db.$count(follows, isPair(pair))) > 0;
}

/** Also counts users whom the viewer may not see, because a count names no one. */
export async function countFollows(db: Database, userId: string, viewerId: string): Promise<FollowSummary> {
  if (!(await isVisibleUser(db, userId, viewerId))) return { followees: 0, followers: 0 };
  const [row] = await db
    .select({
      followees: sql<number>`count(*) filter (where ${follows.followerId} = ${userId})::int`,
      followers: sql<number>`count(*) filter (where ${follows.followeeId} = ${userId})::int`,
    })
    .from(follows)
    .where(or(eq(follows.followerId, userId), eq(follows.followeeId, userId)));
  return row ?? { followees: 0, followers: 0 };
}

/**
 * Returns, for each athlete whom the follower may see, whether the follower follows them and their meters rowed in a
 * span of days.
 */
export function listFacts(
  db: Database,
  followerId: string,
  athleteIds: readonly string[],
  { from, to }: Span,
): Promise<AthleteFacts[]> {
  return db
    .select({
      athlete: users.id,
      doesFollow: sql<boolean>`exists (select 1 from ${follows}
        where ${follows.followerId} = ${followerId} and ${follows.followeeId} = ${users.id})`,
      monthMeters: sql<number>`coalesce((select sum(${activityDays.meters}) from ${activityDays}
        where ${activityDays.userId} = ${users.id} and ${activityDays.day} between ${from} and ${to}
          and ${inArray(activityDays.machine, [...rowedMachines])}), 0)`.mapWith(Number),
    })
    .from(users)
    .where(and(inArray(users.id, [...athleteIds]), isUserVisibleTo(followerId)));
}

/** Returns whether either user follows the other. */
export async function areConnected(db: Database, userId: string, otherId: string): Promise<boolean> {
  const [row] = await db
    .select({ followerId: follows.followerId })
    .from(follows)
    .where(
      or(isPair({ follower: userId, followee: otherId }), isPair({ follower: otherId, followee: userId })),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Inserts nothing if the follow exists, or if the followee does not exist or is hidden from the follower. Safe against
 * concurrent calls. Returns whether it is new.
 */
export async function insertFollowIfMissing(db: Database, { follower, followee }: Pair): Promise<boolean> {
  const rows = await db
    .insert(follows)
    .select(
      db
        .select({
          followerId: sql<string>`${follower}::uuid`.as('follower_id'),
          followeeId: users.id,
          createdAt: sql<Date>`now()`.as('created_at'),
        })
        .from(users)
        .where(and(eq(users.id, followee), isUserVisibleTo(follower))),
    )
    .onConflictDoNothing()
    .returning({ followeeId: follows.followeeId });
  return rows.length > 0;
}

export async function deleteFollow(db: Database, pair: Pair): Promise<void> {
  await db.delete(follows).where(isPair(pair));
}
