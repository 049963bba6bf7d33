import type { Activity, ListedActivity } from '@boathouse/contract/activities';
import type { Place } from '@boathouse/contract/activities/moves';
import type { Session } from '@boathouse/contract/sessions';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import type { Database } from '../../../db/database.ts';
import { isDuplicate } from '../../../db/failures.ts';
import { badField, HttpError, orNotFound } from '../../../http/errors.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import {
  activityForViewer,
  deleteEnteredOf,
  findActivity,
  findActivityOfItem,
  isPartialResult,
  lockActivity,
  managesSessionOf,
  mayReadActivity,
  planOf,
  replacesEntered,
  type ResultListeners,
} from '../activities/index.ts';
import { listSessionsOfUser } from '../../sessions/calendar/index.ts';
import {
  findRowMove,
  isManagedBy,
  lockSession,
  lockSessionOf,
  noteMoved,
  noteTakenOut,
  readableSession,
} from '../../sessions/sessions/index.ts';
import { changeDays, updateBests } from '../statistics/index.ts';
import {
  byFit,
  fitOf,
  inASession,
  itemIsTaken,
  notMoved,
  notRowedHere,
  notTheirs,
  stillInProgress,
} from './rules.ts';
import { listBeside, listTakenItems, updatePlace } from './store.ts';

type Item = { session: string; workoutItemIndex: number };

/** Sources of rows on an erg that a page connected. */
const isRowedHere = ({ source }: Pick<Activity, 'source'>) => source === 'monitor' || source === 'simulated';

/**
 * Moves a completed row without a session into an item of one. Idempotent. Nothing is copied: strokes, result,
 * comments, the day and its totals still belong to the one activity. The database decides between two rows of one item.
 * The athlete is notified of a move by a host.
 * @throws HttpError 404 activity or session, 403, 400 workoutItemIndex, 409 activity_in_progress, already_exists,
 *   activity_completed
 */
export async function moveRow(
  db: Database,
  notifier: Notifier,
  callerId: string,
  id: string,
  to: Item,
  { onChange, onReplaced }: ResultListeners,
): Promise<Activity | null> {
  const { user } = await activityForViewer(db, id, callerId);
  const isOwn = user._id === callerId;
  const store = () =>
    notifier.transaction(async (tx, notify) => {
      // Its host may be deleting the session or the item.
      await lockSession(tx, to.session, 'share');
      // Nor into a session that the athlete may no longer read, because a host can't give the right back.
      const session = await readableSession(tx, to.session, user._id);
      if (!isOwn) await requireHost(tx, callerId, id, to.session);
      const stored = await storeMove(tx, id, to, session, isOwn);
      if (stored !== null && !isOwn) await notify({ kind: 'rowMoved', by: callerId, activity: id });
      return stored;
    });
  const moved = await store().catch((error: unknown) => {
    throw isDuplicate(error) ? itemIsTaken(isOwn) : error;
  });
  const activity = orNotFound(await findActivity(db, id), 'activity');
  if (moved !== null) onChange(activity);
  if (moved?.replaced) onReplaced(moved.replaced);
  return (await mayReadActivity(db, id, callerId)) ? activity : null;
}

/** @throws HttpError 404 for a session that the caller may not read, 403 */
async function requireHost(tx: Database, callerId: string, id: string, sessionId: string): Promise<void> {
  await readableSession(tx, sessionId, callerId);
  const { besideSessionId, own } = await findRowMove(tx, id);
  // A row that is already in the session is returned to users who may move it out.
  const isOfSession = besideSessionId === sessionId || own !== null;
  if (!isOfSession || !(await isManagedBy(tx, sessionId, callerId))) throw notTheirs();
}

/** Returns null for a row that is in the item already. */
async function storeMove(tx: Database, id: string, to: Item, session: Session, isOwn: boolean) {
  const workout = session.workoutItems[to.workoutItemIndex];
  if (workout === undefined) {
    throw badField(
      'workoutItemIndex',
      `must be below ${session.workoutItems.length}, the session's workout items`,
    );
  }
  const stored = orNotFound(await lockActivity(tx, id), 'activity');
  if (stored.sessionId === to.session && stored.workoutItemIndex === to.workoutItemIndex) return null;
  if (stored.sessionId !== null || stored.visibility === null) throw inASession();
  if (!stored.isCompleted) throw stillInProgress();
  if (!isRowedHere(stored)) throw notRowedHere();
  const item = { userId: stored.userId, sessionId: to.session, workoutItemIndex: to.workoutItemIndex };
  if ((await findActivityOfItem(tx, item)) !== null) throw itemIsTaken(isOwn);

  const plan = parseWorkoutText(workout);
  const fit = fitOf(plan, stored);
  const { title, visibility, isPartial, isLeft } = stored;
  await noteMoved(tx, id, {
    title,
    workout: stored.workout,
    plan: stored.plan,
    visibility,
    isPartial,
    isLeft,
  });
  // Left on the monitor, or without the time of a part: partial even if it matches the item.
  const lacksMore = isPartial && !isPartialResult(planOf(stored), stored);
  const text =
    fit === 'other'
      ? { workout: stored.workout, plan: stored.plan, isPartial, isLeft }
      : {
          workout,
          plan,
          isPartial: fit === 'part' || lacksMore,
          isLeft: isLeft && fit === 'part',
        };
  const { sessionId, workoutItemIndex } = item;
  await updatePlace(tx, id, {
    ...text,
    sessionId,
    workoutItemIndex,
    title: session.title,
    visibility: null,
    startOffset: null,
  });
  const isReplacing = replacesEntered({ source: stored.source, ...text });
  const replaced = isReplacing ? await deleteEnteredOf(tx, { ...item, ...text }) : null;
  if (replaced !== null) await changeDays(tx, { added: [], removed: [replaced] });
  await updateBests(tx, [id]);
  return { replaced };
}

/**
 * Makes a moved row its athlete's own again. Idempotent.
 * @throws HttpError 404, 403, 409 activity_completed for one that was begun in its session, 409 activity_in_progress
 */
export async function takeRowOut(
  db: Database,
  callerId: string,
  id: string,
  onTakenOut: (taken: { _id: string; session: { _id: string } }) => void,
): Promise<Activity | null> {
  const { user } = await activityForViewer(db, id, callerId);
  if (user._id !== callerId && !(await managesSessionOf(db, id, callerId))) {
    throw new HttpError(
      403,
      'forbidden',
      'Only its athlete and those who manage the session may take it out',
    );
  }
  const sessionId = await db.transaction(async (tx) => {
    await lockSessionOf(tx, id);
    const stored = orNotFound(await lockActivity(tx, id), 'activity');
    if (stored.sessionId === null) return null;
    const { own } = await findRowMove(tx, id);
    if (own === null || stored.isAthleteGone) throw notMoved();
    if (!stored.isCompleted) throw stillInProgress();
    await updatePlace(tx, id, { ...own, sessionId: null, workoutItemIndex: null, startOffset: null });
    await noteTakenOut(tx, id);
    await updateBests(tx, [id]);
    return stored.sessionId;
  });
  const activity = orNotFound(await findActivity(db, id), 'activity');
  if (sessionId !== null) onTakenOut({ _id: id, session: { _id: sessionId } });
  return (await mayReadActivity(db, id, callerId)) ? activity : null;
}

/** Sessions that begin within this time of a row are offered to its athlete. */
const aroundMs = 12 * 3_600_000;

/** Returns where the caller may move a row, the likeliest session first. @throws HttpError 404 */
export async function placesOf(db: Database, callerId: string, id: string): Promise<Place[]> {
  const activity = await activityForViewer(db, id, callerId);
  if (activity.session !== null || !activity.isCompleted || !isRowedHere(activity)) return [];
  const { besideSessionId } = await findRowMove(db, id);
  const isOwn = activity.user._id === callerId;
  const beside = besideSessionId === null ? null : await besideOf(db, callerId, activity, besideSessionId);
  const begunMs = Date.parse(activity.createdAt);
  const around = isOwn
    ? await listSessionsOfUser(db, callerId, new Date(begunMs - aroundMs), new Date(begunMs + aroundMs))
    : [];
  const awayMs = ({ startAt }: Session) => Math.abs(Date.parse(startAt) - begunMs);
  const others = around
    .filter(({ _id }) => _id !== beside?._id)
    .toSorted((one, other) => awayMs(one) - awayMs(other));
  const sessions = [...(beside === null ? [] : [beside]), ...others].slice(0, placesMax);
  const taken = await listTakenItems(
    db,
    activity.user._id,
    sessions.map(({ _id }) => _id),
  );
  return sessions.map((session) => placeOf(activity, session, taken.get(session._id)));
}

const placesMax = 10;

/** Returns the session on whose page a row was rowed, if the caller may move it there. */
async function besideOf(
  db: Database,
  callerId: string,
  { user }: Activity,
  sessionId: string,
): Promise<Session | null> {
  const mayMove = user._id === callerId || (await isManagedBy(db, sessionId, callerId));
  if (!mayMove) return null;
  try {
    return await readableSession(db, sessionId, user._id);
  } catch (error) {
    // Deleted, or no longer its athlete's.
    if (error instanceof HttpError && error.code === 'not_found') return null;
    throw error;
  }
}

/** @param taken the items of the session that the athlete has rowed or is rowing */
function placeOf(activity: Activity, session: Session, taken?: ReadonlySet<number | null>): Place {
  const { _id, title, startAt, workoutItems } = session;
  const items = workoutItems.map((workout, index) => ({
    index,
    workout,
    fit: fitOf(parseWorkoutText(workout), activity),
    isTaken: taken?.has(index) ?? false,
  }));
  return { _id, title, startAt, items: items.toSorted(byFit) };
}

/** Returns the rows that were rowed on a session's page and are in no session. @throws HttpError 404 */
export async function rowsBeside(
  db: Database,
  callerId: string,
  sessionId: string,
): Promise<ListedActivity[]> {
  await readableSession(db, sessionId, callerId);
  const isHost = await isManagedBy(db, sessionId, callerId);
  return listBeside(db, sessionId, callerId, isHost ? null : callerId);
}
