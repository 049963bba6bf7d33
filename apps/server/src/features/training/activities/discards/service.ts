import type { Activity } from '@boathouse/contract/activities';
import { NewIdSchema } from '@boathouse/contract/ids';
import type { Database } from '../../../../db/database.ts';
import { orNotFound } from '../../../../http/errors.ts';
import { lockSession } from '../../../sessions/sessions/index.ts';
import { changeDays } from '../../statistics/index.ts';
import { findOrigin } from '../files/store.ts';
import { completed, hadResult, staleBefore, stillRowing, type ActivityListener } from '../rules.ts';
import { ownActivity } from '../service.ts';
import {
  deleteActivity,
  deleteActivityInProgress,
  findActivity,
  lockActivity,
  managesSessionOf,
} from '../store.ts';
import { noteDiscard } from './store.ts';

/**
 * Discards an activity in progress, or deletes an imported or entered one, with its strokes. Its athlete may at any
 * time, users who manage the session only when it is stale. If it had a result and was reopened, only the athlete may
 * discard it; the others may end it. A discarded id can't begin again, even if the request to begin it arrives later.
 * @throws HttpError 404, 403, 409 activity_completed, 409 still_rowing
 */
export async function discardActivity(
  db: Database,
  callerId: string,
  id: string,
  onDiscard: ActivityListener,
): Promise<{ _id: string }> {
  const found = await findActivity(db, id);
  let discarded: Activity | null = null;
  if (found !== null && found.user._id !== callerId) {
    await removeStale(db, callerId, found);
    discarded = found;
  } else if (found !== null || NewIdSchema.safeParse(id).success) {
    discarded = await discardOf(db, callerId, id, found);
  }
  onDiscard(orNotFound(discarded, 'activity'));
  return { _id: id };
}

/**
 * Discards an activity of its athlete. Returns the deleted one; null if it has not begun.
 * @throws HttpError 409 activity_completed
 */
export function discardOf(db: Database, athleteId: string, id: string, found: Activity | null) {
  return db.transaction(async (tx) => {
    // The session is locked before the user and the activity, in the same order as when results are entered.
    if (found?.source === 'entered' && found.session !== null) {
      await lockSession(tx, found.session._id, 'share');
    }
    await noteDiscard(tx, { userId: athleteId, activityId: id }, new Date());
    const activity = await findActivity(tx, id);
    if (activity !== null && (await deleteActivityInProgress(tx, id))) return activity;
    const isOfNoMonitor = activity?.source === 'file' || activity?.source === 'entered';
    const isDeletable = isOfNoMonitor || (await findOrigin(tx, id)) !== null;
    if (activity !== null && isDeletable && (await deleteCompleted(tx, id))) return activity;
    if ((await findActivity(tx, id)) !== null) throw completed();
    return null;
  });
}

/** Deletes a completed activity and subtracts it from its day; false if it is deleted or in progress. */
export async function deleteCompleted(tx: Database, id: string): Promise<boolean> {
  const stored = await lockActivity(tx, id);
  if (stored === null || !stored.isCompleted) return false;
  await deleteActivity(tx, id);
  await changeDays(tx, { added: [], removed: [stored] });
  return true;
}

async function removeStale(db: Database, callerId: string, activity: Activity): Promise<void> {
  const id = activity._id;
  if (!(await managesSessionOf(db, id, callerId))) await ownActivity(db, callerId, id);
  if (activity.isCompleted) throw completed();
  if (await deleteActivityInProgress(db, id, staleBefore(Date.now()))) return;
  const left = orNotFound(await db.transaction((tx) => lockActivity(tx, id)), 'activity');
  if (left.isCompleted) throw completed();
  throw left.reopenedAt === null ? stillRowing() : hadResult();
}
