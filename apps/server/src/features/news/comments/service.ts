import type { Comment, Likes, Reply } from '@boathouse/contract/comments';
import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { badField, HttpError, notFound, orNotFound, orNotListed } from '../../../http/errors.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import { mayReadActivity, requireReadableActivity } from '../../training/activities/index.ts';
import { mayRemove } from './rules.ts';
import {
  findLikes,
  deleteLike,
  clearCommentRow,
  findCommentRow,
  insertLikeIfMissing,
  insertCommentRow,
  listComments,
  listReplies,
  replyOf,
  type CommentRow,
} from './store.ts';

/**
 * @param after the id of a comment on the activity: returns the comments after it
 * @throws HttpError 400, 404
 */
export async function commentsOn(
  db: Database,
  activityId: string,
  viewerId: string,
  after?: string,
): Promise<Comment[]> {
  await requireReadableActivity(db, activityId, viewerId);
  if (after !== undefined) {
    const last = await findCommentRow(db, after, viewerId);
    if (last?.activityId !== activityId || last.commentId !== null) return orNotListed<Comment>(null);
  }
  return listComments(db, { activityId, viewerId, max: limits.listedMax, after });
}

type NewMessage = { parent: string; message: string; _id?: string | undefined };

/**
 * Stores a comment. Idempotent with an `_id`: a repeated call returns the present comment.
 * @throws HttpError 404, 400 _id for that of another message
 */
export async function comment(
  db: Database,
  notifier: Notifier,
  caller: UserRef,
  { parent, message, _id: id = newId() }: NewMessage,
): Promise<Comment> {
  await requireReadableActivity(db, parent, caller._id);
  const made = await store(notifier, { id, activityId: parent, commentId: null, user: caller, message });
  return { ...made, replies: await listReplies(db, made._id, caller._id) };
}

/** Stores a reply like `comment`, even to a removed comment, which stays in the list with its replies. */
export async function reply(
  db: Database,
  notifier: Notifier,
  caller: UserRef,
  { parent, message, _id: id = newId() }: NewMessage,
): Promise<Reply> {
  const { activityId } = await requireReadable(db, caller._id, parent, { commentId: null });
  return store(notifier, { id, activityId, commentId: parent, user: caller, message });
}

/** Stores a comment or a reply, and notifies the athlete and the author of the comment. */
function store(notifier: Notifier, row: Parameters<typeof insertCommentRow>[1]): Promise<Reply> {
  return notifier.transaction(async (tx, notify) => {
    const { activityId: activity, commentId: repliesTo, user } = row;
    const made = await insertCommentRow(tx, row);
    if (made === null) {
      const same = await findCommentRow(tx, row.id, user._id);
      const isSame =
        same?.userId === user._id && same.activityId === activity && same.commentId === repliesTo;
      if (!isSame) throw badField('_id', 'is the id of another message');
      return replyOf({ comment: same, user });
    }
    await notify({ kind: 'comment', user: user._id, activity, comment: made._id, repliesTo });
    return made;
  });
}

export async function removeComment(db: Database, caller: UserRef, id: string): Promise<Comment> {
  const removed = await removeOwn(db, caller, id, { commentId: null });
  return { ...removed, replies: await listReplies(db, id, caller._id) };
}

export function removeReply(
  db: Database,
  caller: UserRef,
  { reply: id, parent }: { reply: string; parent: string },
): Promise<Reply> {
  return removeOwn(db, caller, id, { commentId: parent });
}

/**
 * Clears a comment or reply of the caller. Idempotent.
 * @throws HttpError 404 when it does not exist or the caller may not read it, 403 when another user wrote it
 */
async function removeOwn(
  db: Database,
  caller: UserRef,
  id: string,
  place: { commentId: string | null },
): Promise<Reply> {
  const row = await requireReadable(db, caller._id, id, place);
  if (!mayRemove(caller._id, row)) {
    throw new HttpError(403, 'forbidden', 'Only the author can delete a message');
  }
  return orNotFound(await clearCommentRow(db, id, caller), nameOf(place));
}

const nameOf = ({ commentId }: { commentId: string | null }) => (commentId === null ? 'comment' : 'reply');

/**
 * Returns a comment (`commentId` null) or a reply to that comment.
 * @throws HttpError 404 if there is none, or if the caller may not read its activity
 */
async function requireReadable(
  db: Database,
  callerId: string,
  id: string,
  place: { commentId: string | null },
): Promise<CommentRow> {
  const row = await findCommentRow(db, id, callerId);
  if (
    row === null ||
    row.commentId !== place.commentId ||
    !(await mayReadActivity(db, row.activityId, callerId))
  ) {
    throw notFound(nameOf(place));
  }
  return row;
}

export async function likesOf(db: Database, activityId: string, viewerId: string): Promise<Likes> {
  await requireReadableActivity(db, activityId, viewerId);
  return findLikes(db, activityId, viewerId);
}

export async function like(
  db: Database,
  notifier: Notifier,
  activityId: string,
  callerId: string,
): Promise<Likes> {
  await requireReadableActivity(db, activityId, callerId);
  await notifier.transaction(async (tx, notify) => {
    await insertLikeIfMissing(tx, activityId, callerId);
    await notify({ kind: 'like', user: callerId, activity: activityId });
  });
  return findLikes(db, activityId, callerId);
}

export async function unlike(db: Database, activityId: string, callerId: string): Promise<Likes> {
  await requireReadableActivity(db, activityId, callerId);
  await deleteLike(db, activityId, callerId);
  return findLikes(db, activityId, callerId);
}
