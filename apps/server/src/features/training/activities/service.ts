import type {
  Activity,
  ActivityCompletion,
  ActivityPatch,
  ListedActivity,
  NewActivity,
  OwnActivity,
} from '@boathouse/contract/activities';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import type { Database } from '../../../db/database.ts';
import { isDuplicate } from '../../../db/failures.ts';
import { newId, timeOfId } from '../../../db/ids.ts';
import { badField, HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import {
  findRowMove,
  isOpenToHosts,
  lockSession,
  lockSessionOf,
  noteRowBeside,
  readableSession,
  sessionInSight,
} from '../../sessions/sessions/index.ts';
import { takeInSameRows } from '../samerows/index.ts';
import { changeDays, updateBests } from '../statistics/index.ts';
import { findOwnParts, keptOfFiles, noOwnParts } from './files/store.ts';
import { isDiscarded } from './discards/store.ts';
import { deleteEnteredOf } from './entered/store.ts';
import {
  beganAtMs,
  dayOfStart,
  isOwnedByAnother,
  isSameItem,
  isPartialResult,
  isTimeMissing,
  isReopenable,
  isReplacedBy,
  isWholePlan,
  itemOf,
  liveChangeOf,
  neverLess,
  planOf,
  storedChangeOf,
  storedSummaryOf,
  completed,
  rowedAgain,
  replacesEntered,
  rowsAnother,
  notTheOwner,
  type ActivityListener,
  type ResultListeners,
  type Wanted,
} from './rules.ts';
import {
  findActivity,
  findActivityInProgress,
  findActivityOfItem,
  findOwnActivity,
  insertActivity,
  listActivitiesOfSession,
  lockActivity,
  managesSessionOf,
  mayReadActivity,
  reopenActivity,
  updateActivityInProgress,
  updateOwner,
  updateRecoveryHeartRate,
  updateResult,
  type Begun,
} from './store.ts';

export async function activitiesOfSession(
  db: Database,
  sessionId: string,
  viewerId: string,
): Promise<ListedActivity[][]> {
  const { session, sight } = await sessionInSight(db, sessionId, viewerId);
  const listed = await listActivitiesOfSession(db, sessionId);
  const found = sight === 'all' ? listed : listed.filter(({ user }) => user._id === viewerId);
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
 * The same with the data that its page shows with it; only its athlete gets the files and tags. @throws HttpError 404
 */
export async function activityWithParts(db: Database, id: string, viewerId: string) {
  const activity = await activityForViewer(db, id, viewerId);
  const move = await findRowMove(db, id);
  const shown = { ...activity, isMoved: move.own !== null };
  if (activity.user._id !== viewerId) return { ...shown, ...noOwnParts };
  const isBeside = activity.session === null && move.besideSessionId !== null;
  return {
    ...shown,
    ...(await findOwnParts(db, id)),
    isOpenToHosts: isBeside && (await isOpenToHosts(db, id)),
  };
}

/**
 * Begins an item of a session, or a workout without one. Idempotent: repeating the call with the same `_id`, or for the
 * item in progress, returns the same activity and keeps its owner. Its id differs from `_id` if another page began it.
 * The database decides between two requests at once. An item that the caller has only left can be begun again.
 * @throws HttpError 404 session or discarded activity, 400 workoutItemIndex or _id, 409 if another is in progress or this
 *   item is completed
 */
export async function beginActivity(
  db: Database,
  callerId: string,
  wanted: Omit<NewActivity, 'user'>,
  onChange: ActivityListener,
): Promise<OwnActivity> {
  const newActivityId = wanted._id ?? newId();
  const createdAt = new Date(
    beganAtMs({ begunAgoMs: wanted.begunAgoMs, idTimeMs: timeOfId(newActivityId) }, Date.now()),
  );
  const owner = wanted.owner ?? null;
  const id = await db.transaction(async (tx) => {
    const begun = await whatBegins(tx, callerId, wanted);
    const inserted = await insertActivity(tx, {
      id: newActivityId,
      createdAt,
      owner,
      userId: callerId,
      machine: wanted.machine,
      day: dayOfStart(createdAt, wanted.timeZone),
      ...begun,
    });
    if (await isDiscarded(tx, { userId: callerId, activityId: newActivityId })) {
      throw new HttpError(404, 'not_found', 'You have discarded this workout');
    }
    if (inserted !== null) await noteRowBeside(tx, inserted, callerId, wanted.beside);
    return inserted;
  });
  if (id !== null) {
    const begun = orNotFound(await findOwnActivity(db, id), 'activity');
    onChange(begun);
    return begun;
  }
  const begunBefore = wanted._id === undefined ? null : await findOwnActivity(db, wanted._id);
  const isRepeated = begunBefore?.user._id === callerId && isSameItem(begunBefore, wanted);
  const same = isRepeated ? begunBefore : await findActivityOfItem(db, itemOf(callerId, wanted));
  if (same?.isCompleted && same._id !== wanted._id) {
    throw new HttpError(409, 'activity_completed', 'You have already completed this workout item');
  }
  if (same) {
    await updateActivityInProgress(db, same._id, {});
    return orNotFound(await findOwnActivity(db, same._id), 'activity');
  }
  if (wanted._id !== undefined && (await findActivity(db, wanted._id)) !== null) {
    throw badField('_id', 'is the id of another activity');
  }
  const other = await findActivityInProgress(db, callerId);
  throw new HttpError(
    409,
    'activity_in_progress',
    other
      ? `Finish your workout in progress first: ${[...new Set([other.workout, other.title])].join(' of ')}`
      : 'Finish your workout in progress first',
  );
}

/** Returns the present texts. @throws HttpError 404 session, 400 workoutItemIndex */
async function whatBegins(tx: Database, callerId: string, wanted: Wanted): Promise<Begun> {
  const { session: sessionId, workoutItemIndex = 0, visibility = 'me' } = wanted;
  if (sessionId === undefined) {
    const { title = '', workout = '' } = wanted;
    const plan = parseWorkoutText(workout);
    return { title, workout, plan, sessionId: null, workoutItemIndex: null, visibility };
  }
  // Its host may be deleting the session or the item.
  await lockSession(tx, sessionId, 'share');
  const { title, workoutItems } = await readableSession(tx, sessionId, callerId);
  const workout = workoutItems[workoutItemIndex];
  if (workout === undefined) {
    throw badField('workoutItemIndex', `must be below ${workoutItems.length}, the session's workout items`);
  }
  const plan = parseWorkoutText(workout);
  return { title, workout, plan, sessionId, workoutItemIndex, visibility: null };
}

/**
 * Merges live figures; after the end only the recovery heart rate, which the monitor sends a minute later.
 * @throws HttpError 404, 403, 409 activity_completed, 409 not_the_owner
 */
export async function patchActivity(
  db: Database,
  callerId: string,
  id: string,
  patch: ActivityPatch,
  onOtherMachine: (id: string) => Promise<void>,
): Promise<OwnActivity> {
  const activity = await ownActivity(db, callerId, id);
  const change = liveChangeOf(patch, activity);
  if (
    activity.isCompleted ||
    !(await updateActivityInProgress(db, id, storedChangeOf(change), patch.owner ?? null))
  ) {
    if (!orNotFound(await findActivity(db, id), 'activity').isCompleted) throw notTheOwner();
    const recovery = patch.summary?.recoveryHeartRate;
    if (recovery === undefined || recovery === null || Object.keys(change).length > 0) throw completed();
    await updateRecoveryHeartRate(db, id, callerId, recovery);
  }
  if (change.machine !== undefined && change.machine !== activity.machine) await onOtherMachine(id);
  return orNotFound(await findOwnActivity(db, id), 'activity');
}

/**
 * Completes an activity. Idempotent: a repeated call returns the first result, so clients can retry, no later values
 * overwrite the result and nothing counts twice. Only the monitor's own summary replaces a result that ended by hand or
 * without one, from any device: it is the result of this workout, regardless of where it was ended. A complete result
 * deletes the athlete's entered result for the same item. The activity counts on the day of its start in the athlete's
 * time zone.
 * @throws HttpError 404, 403, 409 not_the_owner
 */
export async function completeActivity(
  db: Database,
  callerId: string,
  id: string,
  result: ActivityCompletion | null | undefined,
  { onChange, onReplaced }: ResultListeners,
): Promise<OwnActivity> {
  await ownActivity(db, callerId, id);
  const store = () =>
    db.transaction(async (tx) => {
      await lockSessionOf(tx, id);
      const stored = orNotFound(await lockActivity(tx, id, callerId), 'activity');
      const owner = result?.owner ?? null;
      if (stored.isCompleted && !isReplacedBy(stored, result?.summary ?? null)) return null;
      if (!stored.isCompleted && isOwnedByAnother(stored.owner, owner)) throw notTheOwner();
      return storeResult(tx, stored, result ?? {});
    });
  const changed = await store().catch((error: unknown) => {
    // The athlete began the item of the left activity again at this moment.
    if (isDuplicate(error)) return store();
    throw error;
  });
  const activity = orNotFound(await findOwnActivity(db, id), 'activity');
  if (changed === null) return activity;
  onChange(activity);
  if (changed.replaced !== null) onReplaced(changed.replaced);
  return activity;
}

type Stored = NonNullable<Awaited<ReturnType<typeof lockActivity>>>;

/**
 * Stores the first or a better result of a locked activity. It counts and ranks instead of the previous one, of other
 * records of the row, and of the entered result, which is returned. Its session is locked too, so that no result is
 * entered for the item before this ends.
 */
export async function storeResult(tx: Database, stored: Stored, result: ActivityCompletion) {
  const summary = result.summary ?? null;
  const { splits, ...kept } = await keptOfFiles(tx, stored, { ...result, summary });
  const given = { ...liveChangeOf(result, stored), ...kept };
  const isUnconfirmed = summary !== null && summary.source !== 'summary' && !stored.isCompleted;
  const change = isUnconfirmed ? neverLess(given, stored) : given;
  const wasLeft = stored.isLeft || result.isLeft === true;
  const plan = planOf(stored);
  const rowed = { ...stored, ...change, summary };
  const isWhole = isWholePlan(plan, rowed);
  // A workout that was left on the monitor and rowed again stays in addition to the other, complete or not.
  const other = wasLeft && isWhole ? await findActivityOfItem(tx, stored) : null;
  const isLeft = wasLeft && !(isWhole && (other === null || other._id === stored.id));
  const isPartial = isWhole ? false : wasLeft || isTimeMissing(result) || isPartialResult(plan, rowed);
  const counted = await updateResult(tx, stored.id, {
    change: storedChangeOf(change),
    summary: summary && storedSummaryOf(summary, stored, splits),
    day: result.timeZone === undefined ? stored.day : dayOfStart(stored.createdAt, result.timeZone),
    isPartial,
    isLeft,
    completedAt: stored.completedAt ?? new Date(),
    owner: result.owner ?? null,
  });
  const isReplacing = replacesEntered({ source: counted.source, isPartial, isLeft });
  const entered = isReplacing ? await deleteEnteredOf(tx, { ...stored, plan }) : null;
  const taken = await takeInSameRows(tx, stored, result.timeZone, new Date());
  const removed = [stored.isCompleted ? stored : null, entered, ...taken].filter((each) => each !== null);
  await changeDays(tx, { added: [counted], removed });
  await updateBests(tx, [stored.id]);
  return { replaced: entered };
}

/** Makes the device `owner` row the caller's activity in progress. @throws HttpError 404, 403, 409 activity_completed */
export async function takeOver(
  db: Database,
  callerId: string,
  id: string,
  owner: string,
): Promise<OwnActivity> {
  await ownActivity(db, callerId, id);
  const isUpdated = await updateOwner(db, id, owner);
  const activity = orNotFound(await findOwnActivity(db, id), 'activity');
  if (!isUpdated) throw completed();
  return activity;
}

/**
 * Returns the caller's response after a change: null if the athlete has blocked them, because they may not see the
 * result.
 */
export async function forCaller(
  db: Database,
  activity: Activity,
  callerId: string,
): Promise<Activity | null> {
  return (await mayReadActivity(db, activity._id, callerId)) ? activity : null;
}

/**
 * Puts a result that was completed by mistake back in progress, and subtracts it from its day and the personal bests.
 * Idempotent: returns an activity in progress unchanged.
 * @throws HttpError 404, 403, 409 activity_completed for the monitor's own result, for one of a deleted user, and in a
 * deleted session, which has no page to row it on, and for one that was left on the monitor and rowed again, 409
 * activity_in_progress
 */
export async function reopen(
  db: Database,
  callerId: string,
  id: string,
  onReopen: ActivityListener,
): Promise<Activity | null> {
  if (!(await managesSessionOf(db, id, callerId))) {
    const { user } = await activityForViewer(db, id, callerId);
    if (user._id !== callerId) {
      throw new HttpError(
        403,
        'forbidden',
        'Only the athlete and those who manage the session may open it again',
      );
    }
  }
  let isChanged: boolean;
  try {
    isChanged = await db.transaction(async (tx) => {
      // The lock prevents deleting its session before this ends.
      await lockSessionOf(tx, id);
      const stored = orNotFound(await lockActivity(tx, id), 'activity');
      if (!stored.isCompleted) return false;
      if (!isReopenable(stored) || stored.isSessionDeleted || stored.isAthleteGone) throw completed();
      const isRowedAgain = stored.isLeft && (await findActivityOfItem(tx, stored)) !== null;
      if (isRowedAgain) throw rowedAgain();
      if (!(await reopenActivity(tx, stored))) throw rowsAnother();
      await changeDays(tx, { added: [], removed: [stored] });
      await updateBests(tx, [id]);
      return true;
    });
  } catch (error) {
    // The athlete began another at the same moment.
    throw isDuplicate(error) ? rowsAnother() : error;
  }
  const activity = orNotFound(await findActivity(db, id), 'activity');
  if (isChanged) onReopen(activity);
  return forCaller(db, activity, callerId);
}

/**
 * Returns the caller's own activity.
 * @throws HttpError 404, also for an activity that the caller may not read; 403 for another user's that they may read
 */
export async function ownActivity(db: Database, callerId: string, id: string): Promise<Activity> {
  const activity = orNotFound(await findActivity(db, id), 'activity');
  if (activity.user._id === callerId) return activity;
  await requireReadableActivity(db, id, callerId);
  throw new HttpError(403, 'not_the_caller', "This is another user's activity");
}

/** @throws HttpError 404, the same for an activity that does not exist and for one the viewer may not read */
export async function requireReadableActivity(db: Database, id: string, viewerId: string): Promise<void> {
  if (!(await mayReadActivity(db, id, viewerId))) throw notFound('activity');
}
