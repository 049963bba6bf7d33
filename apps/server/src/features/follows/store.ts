import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Follow, FollowSummary } from '@boathouse/contract/follows';
import type { Database } from '../../db/database.ts';
import { byName } from '../../db/name-search.ts';
import { follows, users } from '../../db/tables.ts';

/** User ids. */
type Pair = { follower: string; followee: string };

const followers = alias(users, 'followers');
const followees = alias(users, 'followees');

const isPair = ({ follower, followee }: Pair) =>
  and(eq(follows.followerId, follower), eq(follows.followeeId, followee));

async function listFollows(db: Database, where: SQL | undefined, ...orderBy: SQL[]): Promise<Follow[]> {
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
    .orderBy(...orderBy);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export function listFollowees(db: Database, userId: string) {
  return listFollows(db, eq(follows.followerId, userId), byName(followees.displayName), asc(followees.id));
}
export function listFollowers(db: Database, userId: string) {
  return listFollows(db, eq(follows.followeeId, userId), byName(followers.displayName), asc(followers.id));
}

export async function findFollow(db: Database, pair: Pair): Promise<Follow | null> {
  const [found] = await listFollows(db, isPair(pair));
  return found ?? null;
}

export async function countFollows(db: Database, userId: string): Promise<FollowSummary> {
  const [row] = await db
    .select({
      followees: sql<number>`count(*) filter (where ${follows.followerId} = ${userId})::int`,
      followers: sql<number>`count(*) filter (where ${follows.followeeId} = ${userId})::int`,
    })
    .from(follows)
    .where(or(eq(follows.followerId, userId), eq(follows.followeeId, userId)));
  return row ?? { followees: 0, followers: 0 };
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

/** Inserts nothing when the follow exists or the followee does not. Safe against concurrent calls. */
export async function insertFollowIfMissing(db: Database, { follower, followee }: Pair): Promise<void> {
  await db
    .insert(follows)
    .select(
      db
        .select({
          followerId: sql<string>`${follower}::uuid`.as('follower_id'),
          followeeId: users.id,
          createdAt: sql<Date>`now()`.as('created_at'),
        })
        .from(users)
        .where(eq(users.id, followee)),
    )
    .onConflictDoNothing();
}

export async function deleteFollow(db: Database, pair: Pair): Promise<void> {
  await db.delete(follows).where(isPair(pair));
}
