import type { ActivityVisibility } from '@boathouse/contract/activities';
import type { Standing } from '@boathouse/contract/activities/results';
import type { Database } from '../../../db/database.ts';
import { HttpError, orNotFound } from '../../../http/errors.ts';
import {
  deleteCompleted,
  noteDiscard,
  ownActivity,
  replaceTags,
  requireReadableActivity,
} from '../activities/index.ts';
import { updateBests } from '../statistics/index.ts';
import { comparisonOf } from './rules.ts';
import {
  deleteNote,
  findBest,
  findLast,
  findNote,
  findRowed,
  updateWithoutSession,
  upsertNote,
} from './store.ts';

/**
 * Returns a result together with the athlete's other results of the same workout. An activity that the viewer may not
 * read changes nothing in it, as in personal bests.
 * @throws HttpError 404
 */
export async function standingOf(db: Database, id: string, viewerId: string): Promise<Standing> {
  await requireReadableActivity(db, id, viewerId);
  const rowed = orNotFound(await findRowed(db, id), 'activity');
  const comparison = comparisonOf(rowed);
  if (comparison === null) return { decides: null, last: null, best: null };
  const { decides } = comparison;
  const of = { id, rowed, comparison, viewerId };
  const [last, best] = await Promise.all([findLast(db, of), findBest(db, of)]);
  return { decides, last, best };
}

/** @throws HttpError 404, 403 */
export async function noteOf(db: Database, id: string, callerId: string): Promise<{ note: string }> {
  await ownActivity(db, callerId, id);
  return { note: (await findNote(db, id)) ?? '' };
}

/** Replaces the caller's note; an empty one removes it. @throws HttpError 404, 403 */
export async function setNote(
  db: Database,
  id: string,
  callerId: string,
  note: string,
): Promise<{ note: string }> {
  await ownActivity(db, callerId, id);
  await (note === '' ? deleteNote(db, id) : upsertNote(db, id, note));
  return { note };
}

/** Replaces the tags of the caller's activity. @throws HttpError 404, 403 */
export async function setTags(
  db: Database,
  id: string,
  callerId: string,
  tags: string[],
): Promise<{ tags: string[] }> {
  await ownActivity(db, callerId, id);
  await replaceTags(db, { id, userId: callerId, tags });
  return { tags };
}

/** Renames the caller's activity. @throws HttpError 404, 403, 409 for one of a session */
export async function setTitle(
  db: Database,
  id: string,
  callerId: string,
  title: string,
): Promise<{ title: string }> {
  await ownActivity(db, callerId, id);
  if (await updateWithoutSession(db, id, { title })) return { title };
  throw new HttpError(409, 'already_exists', "An activity of a session has the session's title");
}

/** Sets the readers of the caller's activity. @throws HttpError 404, 403, 409 for one of a session */
export async function setVisibility(
  db: Database,
  id: string,
  callerId: string,
  visibility: ActivityVisibility,
): Promise<{ visibility: ActivityVisibility }> {
  await ownActivity(db, callerId, id);
  const isChanged = await db.transaction(async (tx) => {
    if (!(await updateWithoutSession(tx, id, { visibility }))) return false;
    // Boards of tests and club records have the results that all members may read.
    await updateBests(tx, [id]);
    return true;
  });
  if (isChanged) return { visibility };
  throw new HttpError(409, 'already_exists', 'The session decides who sees an activity of it');
}

/**
 * Deletes the caller's completed activity with its strokes, and subtracts it from its day and the bests.
 * @throws HttpError 404, 403, 409 for one of a session or in progress
 */
export function removeResult(db: Database, id: string, callerId: string): Promise<{ _id: string }> {
  return db.transaction(async (tx) => {
    const { session } = await ownActivity(tx, callerId, id);
    if (session !== null) {
      throw new HttpError(409, 'already_exists', 'The others of the session are compared with this result');
    }
    // A device that still keeps the row must not begin it again.
    await noteDiscard(tx, { userId: callerId, activityId: id }, new Date());
    if (await deleteCompleted(tx, id)) return { _id: id };
    throw new HttpError(409, 'activity_in_progress', 'Finish or discard the workout first');
  });
}
