import type { Activity } from '@boathouse/contract/activities';
import type { entries as calls, Sheet } from '@boathouse/contract/activities/entries';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describePlan } from '@boathouse/workout-text/describe';
import { formatDuration } from '@boathouse/workout/pace';
import { problemOfResult } from '@boathouse/workout/typed';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { badField, HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import {
  deleteCompleted,
  findActivity,
  insertTags,
  isDiscarded,
  lockActivity,
  ownActivity,
  planOf,
  replacesEntered,
} from '../activities/index.ts';
import { lockManagedSession, lockSessionOf, managedSession } from '../../sessions/sessions/index.ts';
import { askAboutSameRows } from '../samerows/index.ts';
import { singlePlanOf } from '../plans/index.ts';
import { changeDays, dayIn, updateBests, type Completed } from '../statistics/index.ts';
import { derivedOf, isSame, pairsOf, sheetResultOf, type OfItem } from './rules.ts';
import {
  deleteEntered,
  deleteRefusals,
  findCommonStart,
  insertEntered,
  insertNote,
  listAthletes,
  listOfItem,
  listRefusals,
  lockClubOfSession,
  updateEntered,
  updateOwn,
  upsertRefusal,
  type EnteredToInsert,
} from './store.ts';

/** Files of other apps have the same. */
const firstYearMs = Date.UTC(1995, 0, 1);
/** How far clocks of pages may be ahead. */
const aheadMs = 60_000;

const dayOf = (at: Date, timeZone: string) =>
  dayIn(Temporal.Instant.fromEpochMilliseconds(at.getTime()), timeZone).toString();

type OwnResult = EndpointInput<typeof calls.correct>['body'];

/**
 * Returns the stored values of a result that its athlete has typed in.
 * @throws HttpError 400 createdAt, elapsedTime or timeZone
 */
function ownResultOf(callerId: string, given: OwnResult, now: Date) {
  const { machine, distance, elapsedTime, strokeRate, heartRate, timeZone } = given;
  const createdAt = new Date(given.createdAt);
  const endMs = createdAt.getTime() + elapsedTime * 1_000;
  if (createdAt.getTime() < firstYearMs || endMs > now.getTime() + aheadMs) {
    throw badField('createdAt', 'must be after 1995, and the workout over by now');
  }
  const problem = problemOfResult(machine, distance, elapsedTime);
  if (problem !== null) throw badField('elapsedTime', problem);
  const plan = given.workout === '' ? singlePlanOf(distance, elapsedTime) : parseWorkoutText(given.workout);
  const workout = given.workout || (plan === null ? 'Just row' : describePlan(plan));
  const figures = { distance, elapsedTime, strokeRate, heartRate };
  return {
    ...figures,
    ...derivedOf(machine, plan, figures),
    userId: callerId,
    enteredBy: callerId,
    title: titleOf(workout),
    workout,
    plan,
    source: 'entered' as const,
    machine,
    createdAt,
    day: dayOf(createdAt, timeZone),
    totalCalories: null,
  };
}

/** It applies until the athlete sets another title. */
const titleOf = (workout: string) => workout.slice(0, limits.sessionTitleMax);

/**
 * Stores a result that the caller rowed without this app. Idempotent by `_id`.
 * @throws HttpError 400 createdAt, elapsedTime, timeZone or _id, 404 for one that was deleted
 */
export async function enterOwn(
  db: Database,
  callerId: string,
  { _id: id, note, tags, ...given }: EndpointInput<typeof calls.enter>['body'],
  now: Date,
): Promise<Activity> {
  const row: EnteredToInsert = {
    ...ownResultOf(callerId, given, now),
    id,
    sessionId: null,
    workoutItemIndex: null,
    visibility: 'me',
  };
  await db.transaction(async (tx) => {
    const [stored] = await insertEntered(tx, [row], now);
    if (stored === undefined) return;
    if (await isDiscarded(tx, { userId: callerId, activityId: id })) {
      throw new HttpError(404, 'not_found', 'You have deleted this result');
    }
    if (note !== '') await insertNote(tx, id, note, now);
    await insertTags(tx, [{ id, userId: callerId, tags }]);
    await changeDays(tx, { added: [row], removed: [] });
    await askAboutSameRows(tx, { id, userId: callerId }, given.timeZone, now);
  });
  const activity = await findActivity(db, id);
  if (activity?.user._id !== callerId || activity.source !== 'entered') {
    throw badField('_id', 'is the id of another activity');
  }
  return activity;
}

/**
 * Corrects a result that the caller has entered for themselves. The athlete's own title stays. Idempotent.
 * @throws HttpError 400 createdAt, elapsedTime or timeZone, 404, 403, 409 activity_completed
 */
export async function correctOwn(
  db: Database,
  callerId: string,
  id: string,
  given: OwnResult,
  now: Date,
): Promise<Activity> {
  const corrected = ownResultOf(callerId, given, now);
  await ownActivity(db, callerId, id);
  await db.transaction(async (tx) => {
    const stored = orNotFound(await lockActivity(tx, id, callerId), 'activity');
    const { source, enteredBy, sessionId, day } = stored;
    if (source !== 'entered' || enteredBy !== callerId || sessionId !== null || day === null) {
      throw new HttpError(
        409,
        'activity_completed',
        'Only a result that you have entered yourself can be corrected',
      );
    }
    const title = stored.title === titleOf(stored.workout) ? corrected.title : stored.title;
    await updateOwn(tx, id, { ...corrected, title }, now);
    await changeDays(tx, { added: [corrected], removed: [{ ...stored, day }] });
  });
  return orNotFound(await findActivity(db, id), 'activity');
}

/** @throws HttpError 404, 403, 400 item */
export async function sheetOf(
  db: Database,
  callerId: string,
  sessionId: string,
  item: number,
): Promise<Sheet> {
  const { title, workoutItems } = await managedSession(db, sessionId, callerId);
  if (workoutItems[item] === undefined) throw notFound('workout item');
  const [athletes, results, refusals] = await Promise.all([
    listAthletes(db, sessionId, callerId),
    listOfItem(db, sessionId, item),
    listRefusals(db, sessionId, item),
  ]);
  const pairs = pairsOf(results);
  const rows = athletes.map((user) => {
    const { entered = null, own = null } = pairs.get(user._id) ?? {};
    return {
      user,
      entered: entered && sheetResultOf(entered),
      own: own && sheetResultOf(own),
      refusal: entered === null ? (refusals.get(user._id) ?? null) : null,
    };
  });
  return { title, workoutItems, rows };
}

type SheetToSave = EndpointInput<typeof calls.save>['body'] & { sessionId: string; item: number };

/** The outcome of saving a sheet, by activity. */
type Saved = {
  stored: string[];
  removed: string[];
  problems: Array<{ user: string; message: string }>;
};

/**
 * Enters, corrects and removes results of an item, all that can be in one transaction, and notifies the athletes. A row
 * that changes nothing is skipped.
 * @throws HttpError 404, 403
 */
export function saveSheet(
  notifier: Notifier,
  callerId: string,
  given: SheetToSave,
  now: Date,
): Promise<Saved> {
  const { sessionId, item } = given;
  return notifier.transaction(async (tx, notify) => {
    await lockClubOfSession(tx, sessionId);
    const session = await lockManagedSession(tx, sessionId, callerId);
    const workout = session.workoutItems[item];
    if (workout === undefined) throw notFound('workout item');
    const startAt = (await findCommonStart(tx, sessionId, item)) ?? new Date(session.startAt);
    const createdAt = new Date(Math.min(startAt.getTime(), now.getTime()));
    const { problems, inserted, corrected, removed, added, taken } = sheetChangesOf(given, {
      callerId,
      title: session.title,
      workout,
      createdAt,
      athletes: new Map((await listAthletes(tx, sessionId, callerId)).map((user) => [user._id, user])),
      pairs: pairsOf(await listOfItem(tx, sessionId, item)),
    });
    for (const { id, change } of corrected) await updateEntered(tx, id, change, now);
    await insertEntered(tx, inserted, now);
    await deleteEntered(
      tx,
      removed.map(({ id }) => id),
    );
    await deleteRefusals(
      tx,
      sessionId,
      item,
      inserted.map(({ userId }) => userId),
    );
    const stored = [...inserted, ...corrected].map(({ id }) => id);
    if (added.length + taken.length + removed.length > 0) {
      await changeDays(tx, { added, removed: [...taken, ...removed] });
    }
    await updateBests(tx, stored);
    for (const activity of stored) await notify({ kind: 'entered', by: callerId, activity });
    return { stored, removed: removed.map(({ id }) => id), problems };
  });
}

type SheetFacts = {
  callerId: string;
  /** Of the session. */
  title: string;
  workout: string;
  /** When new results began. */
  createdAt: Date;
  athletes: ReadonlyMap<string, { displayName: string }>;
  pairs: ReturnType<typeof pairsOf>;
};

/** The changes of a sheet, and those of its athletes' days: `added` and `taken`, without the removed. */
type SheetChanges = {
  problems: Saved['problems'];
  inserted: EnteredToInsert[];
  corrected: Array<{ id: string; change: Parameters<typeof updateEntered>[2] }>;
  removed: OfItem[];
  added: Completed[];
  taken: Completed[];
};

/** Decides the outcome for each row of a sheet. */
function sheetChangesOf({ sessionId, item, machine, timeZone, rows }: SheetToSave, facts: SheetFacts) {
  const { callerId, title, workout, createdAt, athletes, pairs } = facts;
  const plan = parseWorkoutText(workout);
  const day = dayOf(createdAt, timeZone);
  const changes: SheetChanges = {
    problems: [],
    inserted: [],
    corrected: [],
    removed: [],
    added: [],
    taken: [],
  };
  for (const { user, result } of rows) {
    const athlete = athletes.get(user);
    const { entered = null, own = null } = pairs.get(user) ?? {};
    const refuse = (message: string) => changes.problems.push({ user, message });
    if (athlete === undefined) {
      refuse('is not an athlete of this session any more');
    } else if (result === null) {
      if (entered !== null) changes.removed.push(entered);
    } else if (own !== null && replacesEntered(own)) {
      const rowed = `${formatDuration(own.elapsedTime)}, ${Math.floor(own.distance)} m`;
      refuse(`The monitor of ${athlete.displayName} has stored a result since: ${rowed}.`);
    } else if (entered === null || !isSame(entered, machine, result)) {
      const problem = problemOfResult(machine, result.distance, result.elapsedTime);
      if (problem !== null) {
        refuse(problem);
        continue;
      }
      // A correction changes the rowed result, even if the item was edited since.
      const rowedPlan = entered === null ? plan : planOf(entered);
      const change = { ...result, ...derivedOf(machine, rowedPlan, result), machine, enteredBy: callerId };
      const counted = { ...result, userId: user, machine, source: 'entered' as const, totalCalories: null };
      if (entered === null) {
        const place = { sessionId, workoutItemIndex: item, visibility: null };
        const row = { ...change, ...counted, ...place, id: newId(), title, workout, plan, createdAt, day };
        changes.inserted.push(row);
        changes.added.push(row);
      } else {
        changes.corrected.push({ id: entered.id, change });
        changes.added.push({ ...counted, day: entered.day });
        changes.taken.push(entered);
      }
    }
  }
  return changes;
}

/**
 * Deletes a result that another user entered for the caller, and notifies that user and the next reader of the sheet.
 * @throws HttpError 404, 403, 409 activity_completed
 */
export async function refuseEntry(
  db: Database,
  notifier: Notifier,
  callerId: string,
  id: string,
  reason: string,
  now: Date,
): Promise<{ _id: string; session: { _id: string } }> {
  await ownActivity(db, callerId, id);
  return notifier.transaction(async (tx, notify) => {
    // No result can be entered for the item until the transaction ends.
    await lockSessionOf(tx, id);
    const stored = orNotFound(await lockActivity(tx, id, callerId), 'activity');
    const { sessionId, workoutItemIndex: item, enteredBy, distance, elapsedTime } = stored;
    if (stored.source !== 'entered' || enteredBy === callerId || sessionId === null || item === null) {
      throw new HttpError(409, 'activity_completed', 'Only a result that was entered for you can be refused');
    }
    await deleteCompleted(tx, id);
    const of = { sessionId, workoutItemIndex: item, userId: callerId };
    await upsertRefusal(tx, { ...of, distance, elapsedTime, reason, refusedAt: now });
    if (enteredBy !== null) {
      await notify({ kind: 'entryRefused', by: callerId, to: enteredBy, session: sessionId, item });
    }
    return { _id: id, session: { _id: sessionId } };
  });
}
