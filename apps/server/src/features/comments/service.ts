import type { Comment, Likes, Reply } from '@boathouse/contract/comments';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../db/database.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import { mayReadActivity } from '../activities/index.ts';
import { mayRemove } from './rules.ts';
import {
  countLikes,
  deleteLike,
  emptyRemark,
  findRemark,
  insertLikeIfMissing,
  insertRemark,
  listComments,
  listReplies,
  type Remark,
} from './store.ts';

/** @throws HttpError 404, the same for an activity that does not exist and for one the viewer may not read */
async function requireActivity(db: Database, id: string, viewerId: string): Promise<void> {
  if (!(await mayReadActivity(db, id, viewerId))) throw notFound('activity');
}

export async function commentsOn(db: Database, activityId: string, viewerId: string): Promise<Comment[]> {
  await requireActivity(db, activityId, viewerId);
  return listComments(db, activityId);
}

type NewRemark = { parent: string; message: string };

export async function comment(
  db: Database,
  caller: UserRef,
  { parent, message }: NewRemark,
): Promise<Comment> {
  await requireActivity(db, parent, caller._id);
  const made = await insertRemark(db, { activityId: parent, commentId: null, user: caller, message });
  return { ...made, replies: [] };
}

/** A comment that was removed keeps its place for its replies, so it can still be answered. */
export async function reply(db: Database, caller: UserRef, { parent, message }: NewRemark): Promise<Reply> {
  const { activityId } = await readableRemark(db, caller._id, parent, { commentId: null });
  return insertRemark(db, { activityId, commentId: parent, user: caller, message });
}

export async function removeComment(db: Database, caller: UserRef, id: string): Promise<Comment> {
  const removed = await removeRemark(db, caller, id, { commentId: null });
  return { ...removed, replies: await listReplies(db, id) };
}

export function removeReply(
  db: Database,
  caller: UserRef,
  { reply: id, parent }: { reply: string; parent: string },
): Promise<Reply> {
  return removeRemark(db, caller, id, { commentId: parent });
}

/**
 * Removing twice answers the same.
 * @throws HttpError 404, 403 when it is somebody else's and the caller may see it at all
 */
async function removeRemark(
  db: Database,
  caller: UserRef,
  id: string,
  place: { commentId: string | null },
): Promise<Reply> {
  const remark = await readableRemark(db, caller._id, id, place);
  if (!mayRemove(caller._id, remark)) {
    throw new HttpError(403, 'forbidden', 'Only its author can delete a message');
  }
  const removed = await emptyRemark(db, id, caller);
  if (removed === null) throw notFound(nameOf(place));
  return removed;
}

const nameOf = ({ commentId }: { commentId: string | null }) => (commentId === null ? 'comment' : 'reply');

/**
 * A comment (`commentId` null) or a reply to that comment, on an activity that the caller may read.
 * @throws HttpError 404
 */
async function readableRemark(
  db: Database,
  callerId: string,
  id: string,
  place: { commentId: string | null },
): Promise<Remark> {
  const remark = await findRemark(db, id);
  if (
    remark === null ||
    remark.commentId !== place.commentId ||
    !(await mayReadActivity(db, remark.activityId, callerId))
  ) {
    throw notFound(nameOf(place));
  }
  return remark;
}

export async function likesOf(db: Database, activityId: string, viewerId: string): Promise<Likes> {
  await requireActivity(db, activityId, viewerId);
  return countLikes(db, activityId, viewerId);
}

export async function like(db: Database, activityId: string, callerId: string): Promise<Likes> {
  await requireActivity(db, activityId, callerId);
  await insertLikeIfMissing(db, activityId, callerId);
  return countLikes(db, activityId, callerId);
}

export async function unlike(db: Database, activityId: string, callerId: string): Promise<Likes> {
  await requireActivity(db, activityId, callerId);
  await deleteLike(db, activityId, callerId);
  return countLikes(db, activityId, callerId);
}
