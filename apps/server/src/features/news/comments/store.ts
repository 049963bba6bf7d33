import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Comment, Likes, Reply } from '@boathouse/contract/comments';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { comments, likes, users } from '../../../db/tables.ts';
import { isUnblocked, isUserVisibleTo, userRefColumns } from '../../people/users/index.ts';

const parents = alias(comments, 'parents');

/** A comment or a reply. `commentId` is null for a comment; `activityId` is set for both. */
export type CommentRow = typeof comments.$inferSelect;

/** A comment or a reply as the API has it. */
export function replyOf({ comment, user }: { comment: CommentRow; user: Reply['user'] }): Reply {
  return {
    _id: comment.id,
    parent: comment.commentId ?? comment.activityId,
    user,
    message: comment.message,
    removed: comment.removedAt !== null,
    createdAt: comment.createdAt.toISOString(),
  };
}

/**
 * Returns the condition for comments that a viewer reads: none from users who have blocked them or whom they have
 * blocked, and no replies to those, because a conversation can't be followed without its first message.
 */
export function isCommentShownTo(db: Database, viewerId: string): SQL | undefined {
  // Not `exists`: PostgreSQL would first read all comments of the installation into a table.
  const parentAuthor = db
    .select({ userId: parents.userId })
    .from(parents)
    .where(eq(parents.id, comments.commentId));
  return and(
    isUnblocked(comments.userId, viewerId),
    or(isNull(comments.commentId), isUnblocked(sql`(${parentAuthor})`, viewerId)),
  );
}

const selectComments = (db: Database, where: SQL | undefined) =>
  db
    .select({ comment: comments, user: userRefColumns })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(where)
    .orderBy(asc(comments.createdAt), asc(comments.id));

type CommentsWanted = {
  activityId: string;
  viewerId: string;
  /** Comments in the response, without their replies. */
  max: number;
  /** The id of a comment on the activity: the comments after it. */
  after?: string | undefined;
};

/** Returns the first comments that the viewer reads, or the first after one, with their replies, each oldest first. */
export async function listComments(
  db: Database,
  { activityId, viewerId, max, after }: CommentsWanted,
): Promise<Comment[]> {
  const isOfActivity = and(eq(comments.activityId, activityId), isCommentShownTo(db, viewerId));
  // Compared in the database: its times are finer than JavaScript's.
  const isAfter =
    after === undefined
      ? undefined
      : sql`(${comments.createdAt}, ${comments.id}) > (
          select ${parents.createdAt}, ${parents.id} from ${comments} parents where ${parents.id} = ${after})`;
  const firsts = await selectComments(db, and(isOfActivity, isNull(comments.commentId), isAfter)).limit(max);
  if (firsts.length === 0) return [];
  const repliesOf =
    firsts.length < max && after === undefined
      ? isNotNull(comments.commentId)
      : inArray(
          comments.commentId,
          firsts.map(({ comment }) => comment.id),
        );
  const replies = await selectComments(db, and(isOfActivity, repliesOf));
  const repliesTo = Map.groupBy(replies, ({ comment }) => comment.commentId);
  return firsts.map((row) => ({
    ...replyOf(row),
    replies: (repliesTo.get(row.comment.id) ?? []).map(replyOf),
  }));
}

/** Returns the replies to a comment that the viewer reads, oldest first. */
export async function listReplies(db: Database, commentId: string, viewerId: string): Promise<Reply[]> {
  const rows = await selectComments(
    db,
    and(eq(comments.commentId, commentId), isCommentShownTo(db, viewerId)),
  );
  return rows.map(replyOf);
}

/** Returns a comment or a reply that the viewer has written or reads. */
export async function findCommentRow(db: Database, id: string, viewerId: string): Promise<CommentRow | null> {
  const [row] = await db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), or(eq(comments.userId, viewerId), isCommentShownTo(db, viewerId))));
  return row ?? null;
}

/** Returns null if a message has this id. */
export async function insertCommentRow(
  db: Database,
  comment: { id: string; activityId: string; commentId: string | null; user: Reply['user']; message: string },
): Promise<Reply | null> {
  const { user, ...values } = comment;
  const [row] = await db
    .insert(comments)
    .values({ userId: user._id, ...values })
    .onConflictDoNothing({ target: comments.id })
    .returning();
  return row === undefined ? null : replyOf({ comment: row, user });
}

/**
 * Deletes the message and keeps the row, so that replies keep their comment; a hidden message is not shown again.
 * Returns null when the author has no such comment.
 */
export async function clearCommentRow(
  db: Database,
  id: string,
  author: Reply['user'],
): Promise<Reply | null> {
  const [row] = await db
    .update(comments)
    .set({ message: '', removedAt: sql`now()` })
    .where(and(eq(comments.id, id), eq(comments.userId, author._id)))
    .returning();
  return row ? replyOf({ comment: row, user: author }) : null;
}

/** Deletes the message of a comment or reply of any user, and keeps the row. */
export async function hideComment(tx: Database, id: string, removedAt: Date): Promise<void> {
  await tx
    .update(comments)
    .set({
      message: '',
      removedAt: sql`coalesce(${comments.removedAt}, ${removedAt.toISOString()}::timestamptz)`,
    })
    .where(eq(comments.id, id));
}

/** Shows a comment again that was hidden at this time; returns false if it was removed in another way. */
export async function showComment(
  tx: Database,
  { id, removedAt, message }: { id: string; removedAt: Date; message: string },
): Promise<boolean> {
  const rows = await tx
    .update(comments)
    .set({ message, removedAt: null })
    .where(and(eq(comments.id, id), eq(comments.removedAt, removedAt)))
    .returning({ id: comments.id });
  return rows.length > 0;
}

/** Deletes a comment with its replies, or a reply. */
export async function deleteComment(tx: Database, id: string): Promise<void> {
  await tx.delete(comments).where(eq(comments.id, id));
}

type Named = { count: number; didLike: boolean; likers: NonNullable<Likes['likers']> };

export const noLikes = { count: 0, didLike: false, likers: [] };

export async function findLikes(db: Database, activityId: string, viewerId: string): Promise<Likes> {
  return (await listLikesOfAll(db, [activityId], viewerId)).get(activityId) ?? noLikes;
}

/**
 * By activity, without activities that have no likes, and without likes of users whom the viewer has blocked or who
 * have blocked them. Likes of all other users count, but only users whom the viewer may see are named.
 */
export async function listLikesOfAll(
  db: Database,
  activityIds: readonly string[],
  viewerId: string,
): Promise<Map<string, Named>> {
  const isNamed = sql<boolean>`${isUserVisibleTo(viewerId)}`;
  const ofActivity = sql`partition by ${likes.activityId}`;
  // One statement: the first row of each activity has the figures of all its likes.
  const named = db
    .select({
      activityId: likes.activityId,
      ...userRefColumns,
      isNamed: isNamed.as('is_named'),
      count: sql<number>`(count(*) over (${ofActivity}))::int`.as('count'),
      didLike: sql<boolean>`bool_or(${likes.userId} = ${viewerId}) over (${ofActivity})`.as('did_like'),
      place: sql<number>`row_number() over (
        ${ofActivity} order by ${isNamed} desc, ${likes.createdAt} desc, ${likes.userId})`.as('place'),
    })
    .from(likes)
    .innerJoin(users, eq(users.id, likes.userId))
    .where(and(inArray(likes.activityId, [...activityIds]), isUnblocked(likes.userId, viewerId)))
    .as('named');
  const rows = await db
    .select()
    .from(named)
    .where(lte(named.place, limits.likersMax))
    .orderBy(asc(named.activityId), asc(named.place));
  const likesOf = new Map<string, Named>();
  for (const { activityId, isNamed: isShown, count, didLike, place: _place, ...liker } of rows) {
    const found: Named = likesOf.get(activityId) ?? { count, didLike, likers: [] };
    likesOf.set(activityId, found);
    if (isShown) found.likers.push(liker);
  }
  return likesOf;
}

/**
 * Comments and replies that the viewer reads and that are not removed, by activity; activities without any are absent.
 */
export async function countCommentsOfAll(
  db: Database,
  activityIds: readonly string[],
  viewerId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: comments.activityId, count: sql<number>`count(*)::int` })
    .from(comments)
    .where(
      and(
        inArray(comments.activityId, [...activityIds]),
        isNull(comments.removedAt),
        isCommentShownTo(db, viewerId),
      ),
    )
    .groupBy(comments.activityId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function insertLikeIfMissing(db: Database, activityId: string, userId: string): Promise<void> {
  await db.insert(likes).values({ activityId, userId }).onConflictDoNothing();
}

export async function deleteLike(db: Database, activityId: string, userId: string): Promise<void> {
  await db.delete(likes).where(and(eq(likes.activityId, activityId), eq(likes.userId, userId)));
}
