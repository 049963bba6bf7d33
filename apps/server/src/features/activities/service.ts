import type {
  Activity,
  ActivityCompletion,
  ActivityPatch,
  ListedActivity,
} from '@boathouse/contract/activities';
import type { Database } from '../../db/database.ts';
import { newId, timeOfId } from '../../db/ids.ts';
import { badField, HttpError, notFound, orNotFound } from '../../http/errors.ts';
import { readableSession } from '../sessions/index.ts';
import { addToDays, dayIn, updateBests } from '../statistics/index.ts';
import { beganAtMs, liveChangeOf } from './rules.ts';
import {
  countPastActivities,
  deleteActivityInProgress,
  findActivity,
  findActivityInProgress,
  findActivityOfItem,
  insertActivity,
  listActivitiesOfSession,
  listPastActivities,
  mayReadActivity,
  updateActivityInProgress,
  updateRecoveryHeartRate,
  updateToCompleted,
  type ActivitySearch,
} from './store.ts';

/** Called after an activity is begun or completed and stored. */
export type ActivityListener = (activity: Activity) => void;

export async function activitiesOfSession(
  db: Database,
  sessionId: string,
  viewerId: string,
): Promise<ListedActivity[][]> {
  const session = await readableSession(db, sessionId, viewerId);
  const found = await listActivitiesOfSession(db, sessionId);
  return session.workoutItems.map((_, index) =>
    found.filter((activity) => activity.workoutItemIndex === index),
  );
}

/** @throws HttpError 404, the same for an activity that does not exist and for one the viewer may not read */
export async function activityForViewer(db: Database, id: string, viewerId: string): Promise<Activity> {
  await requireReadableActivity(db, id, viewerId);
  return orNotFound(await findActivity(db, id), 'activity');
}

/**
 * Begins an item. Idempotent: repeating the call with the same `_id`, or for the item in progress, returns the same
 * activity, which has another id than `_id` if another page began it. The database decides between two requests at once.
 * @throws HttpError 404 session, 400 workoutItemIndex or _id, 409 if another is in progress or this item is completed
 */
export async function beginActivity(
  db: Database,
  callerId: string,
  wanted: { _id?: string | undefined; session: string; workoutItemIndex: number },
  onChange: ActivityListener,
): Promise<Activity> {
  const session = await readableSession(db, wanted.session, callerId);
  if (wanted.workoutItemIndex >= session.workoutItems.length) {
    throw badField(
      'workoutItemIndex',
      `must be below ${session.workoutItems.length}, the session's workout items`,
    );
  }
  const item = { userId: callerId, sessionId: session._id, workoutItemIndex: wanted.workoutItemIndex };
  const nowMs = Date.now();
  const newActivityId = wanted._id ?? newId();
  const createdAt = new Date(beganAtMs(timeOfId(newActivityId), nowMs));
  const id = await insertActivity(db, { id: newActivityId, createdAt, ...item });
  if (id !== null) {
    const begun = orNotFound(await findActivity(db, id), 'activity');
    onChange(begun);
    return begun;
  }
  const same = await findActivityOfItem(db, item);
  if (same?.isCompleted && same._id !== wanted._id) {
    throw new HttpError(409, 'activity_completed', 'You have already completed this workout item');
  }
  if (same) return same;
  if (wanted._id !== undefined && (await findActivity(db, wanted._id)) !== null) {
    throw badField('_id', 'is the id of another activity');
  }
  const other = await findActivityInProgress(db, callerId);
  throw new HttpError(
    409,
    'activity_in_progress',
    other
      ? `Finish your workout in progress first: ${other.session.workoutItems[other.workoutItemIndex]} of ${other.session.title}`
      : 'Finish your workout in progress first',
  );
}

/** Merges live figures; after the end only the recovery heart rate, which the monitor sends a minute later. */
export async function patchActivity(
  db: Database,
  callerId: string,
  id: string,
  patch: ActivityPatch,
): Promise<Activity> {
  const activity = await ownActivity(db, callerId, id);
  if (activity.isCompleted || !(await updateActivityInProgress(db, id, liveChangeOf(patch)))) {
    const recovery = patch.summary?.recoveryHeartRate;
    if (recovery === undefined || recovery === null || Object.keys(liveChangeOf(patch)).length > 0)
      throw completed();
    await updateRecoveryHeartRate(db, id, recovery);
  }
  return orNotFound(await findActivity(db, id), 'activity');
}

/**
 * Completes an activity. Idempotent: a repeated call returns the first result, so that clients can retry, no later
 * values overwrite the result and nothing counts twice. The activity counts on the day of its start in the athlete's
 * time zone.
 * @throws HttpError 404, 403, 400 timeZone
 */
export async function completeActivity(
  db: Database,
  callerId: string,
  id: string,
  result: ActivityCompletion | null | undefined,
  onChange: ActivityListener,
): Promise<Activity> {
  const { createdAt } = await ownActivity(db, callerId, id);
  const completion = {
    change: result ? liveChangeOf(result) : {},
    summary: result?.summary ?? null,
    day: dayIn(Temporal.Instant.from(createdAt), result?.timeZone ?? 'UTC').toString(),
  };
  const isNew = await db.transaction(async (tx) => {
    const completed = await updateToCompleted(tx, id, completion);
    if (completed === null) return false;
    await addToDays(tx, [completed]);
    await updateBests(tx, [id]);
    return true;
  });
  const activity = orNotFound(await findActivity(db, id), 'activity');
  if (isNew) onChange(activity);
  return activity;
}

/**
 * Discards the caller's activity in progress, with its strokes.
 * @throws HttpError 404, 403, 409 if it is completed
 */
export async function discardActivity(
  db: Database,
  callerId: string,
  id: string,
  onDiscard: ActivityListener,
): Promise<{ _id: string }> {
  const activity = await ownActivity(db, callerId, id);
  if (activity.isCompleted) throw completed();
  if (!(await deleteActivityInProgress(db, id))) {
    orNotFound(await findActivity(db, id), 'activity');
    throw completed();
  }
  onDiscard(activity);
  return { _id: id };
}

/** Returns a page of the user's completed activities, including simulated ones. */
export async function searchActivities(
  db: Database,
  userId: string,
  search: ActivitySearch,
): Promise<{ count: number; activities: ListedActivity[] }> {
  const [count, activities] = await Promise.all([
    countPastActivities(db, userId, search),
    listPastActivities(db, userId, search),
  ]);
  return { count, activities };
}

/**
 * Returns the caller's own activity.
 * @throws HttpError 404, also for an activity that the caller may not read; 403 for another user's that they may read
 */
export async function ownActivity(db: Database, callerId: string, id: string): Promise<Activity> {
  const activity = orNotFound(await findActivity(db, id), 'activity');
  if (activity.user._id === callerId) return activity;
  await requireReadableActivity(db, id, callerId);
  throw new HttpError(403, 'not_the_caller', 'This is another user’s activity');
}

const completed = () =>
  new HttpError(409, 'activity_completed', 'This activity is complete; its result is final');

/** @throws HttpError 404, the same for an activity that does not exist and for one the viewer may not read */
export async function requireReadableActivity(db: Database, id: string, viewerId: string): Promise<void> {
  if (!(await mayReadActivity(db, id, viewerId))) throw notFound('activity');
}
