import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Comment, Likes, Reply } from '@boathouse/contract/comments';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { comments, likes, users } from '../../db/tables.ts';
import { userRefColumns } from '../users/index.ts';

/** A comment has no `commentId`; a reply has that of its comment, and the activity of both. */
export type Remark = typeof comments.$inferSelect;

function replyOf({ remark, user }: { remark: Remark; user: Reply['user'] }): Reply {
  return {
    _id: remark.id,
    parent: remark.commentId ?? remark.activityId,
    user,
    message: remark.message,
    removed: remark.removedAt !== null,
    createdAt: remark.createdAt.toISOString(),
  };
}

const selectRemarks = (db: Database, where: SQL) =>
  db
    .select({ remark: comments, user: userRefColumns })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(where)
    .orderBy(asc(comments.createdAt), asc(comments.id));

/** Comments with their replies, each the oldest first: one query, however many there are. */
export async function listComments(db: Database, activityId: string): Promise<Comment[]> {
  const rows = await selectRemarks(db, eq(comments.activityId, activityId));
  const repliesTo = Map.groupBy(rows, ({ remark }) => remark.commentId);
  return (repliesTo.get(null) ?? []).map((row) => ({
    ...replyOf(row),
    replies: (repliesTo.get(row.remark.id) ?? []).map(replyOf),
  }));
}

/** The replies to a comment, the oldest first. */
export async function listReplies(db: Database, commentId: string): Promise<Reply[]> {
  return (await selectRemarks(db, eq(comments.commentId, commentId))).map(replyOf);
}

/** A comment or a reply. */
export async function findRemark(db: Database, id: string): Promise<Remark | null> {
  const [row] = await db.select().from(comments).where(eq(comments.id, id));
  return row ?? null;
}

export async function insertRemark(
  db: Database,
  remark: { activityId: string; commentId: string | null; user: Reply['user']; message: string },
): Promise<Reply> {
  const { user, ...values } = remark;
  const rows = await db
    .insert(comments)
    .values({ id: newId(), userId: user._id, ...values })
    .returning();
  const [row] = rows;
  if (!row) throw new Error('A comment that was stored did not come back');
  return replyOf({ remark: row, user });
}

/** The message is gone for good; the place stays. Null without such a remark of the author. */
export async function emptyRemark(db: Database, id: string, author: Reply['user']): Promise<Reply | null> {
  const [row] = await db
    .update(comments)
    .set({ message: '', removedAt: sql`coalesce(${comments.removedAt}, now())` })
    .where(and(eq(comments.id, id), eq(comments.userId, author._id)))
    .returning();
  return row ? replyOf({ remark: row, user: author }) : null;
}

export async function countLikes(db: Database, activityId: string, userId: string): Promise<Likes> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      didLike: sql<boolean>`coalesce(bool_or(${likes.userId} = ${userId}), false)`,
    })
    .from(likes)
    .where(eq(likes.activityId, activityId));
  return row ?? { count: 0, didLike: false };
}

export async function insertLikeIfMissing(db: Database, activityId: string, userId: string): Promise<void> {
  await db.insert(likes).values({ activityId, userId }).onConflictDoNothing();
}

export async function deleteLike(db: Database, activityId: string, userId: string): Promise<void> {
  await db.delete(likes).where(and(eq(likes.activityId, activityId), eq(likes.userId, userId)));
}
