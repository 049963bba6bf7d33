import { ErgometerFieldsSchema, type Activity } from '@boathouse/contract/activities';
import type { PastActivity, WorkoutKind } from '@boathouse/contract/activities/past';
import type { Stroke } from '@boathouse/contract/strokes';
import type { UserRef } from '@boathouse/contract/users';
import type { KeptLife } from '@boathouse/row/life/life';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { shownMachineOf } from '@boathouse/row/reduce/machine';
import { createJournal } from './journal.ts';
import type { JournalRows } from './journal-records.ts';
import { within } from '../../../../lib/within.ts';
import { hasKeptRows, storageSilent } from './kept-rows.ts';
import { completionOf, livePatchOf } from './row-mapping.ts';

/** A page of results waits no longer than this. */
const answerWithinMs = 5_000;

type KeptActivity = Activity & Pick<PastActivity, 'kind'>;

/** A rowed workout whose result the server does not have yet, from the journal of this device. */
export type KeptResult = {
  /** In the server's shape, but without its session, because the page knows only a part of it. */
  activity: KeptActivity;
  sessionId: string | null;
  strokes: Stroke[];
};

/**
 * Returns the stored part of an activity that has ended; null if there is none. Rejects if IndexedDB does not work or
 * does not respond.
 */
export async function findKeptResult(user: UserRef, activityId: string): Promise<KeptResult | null> {
  return (await findKeptResults(user)).find(({ activity }) => activity._id === activityId) ?? null;
}

/**
 * Returns a user's results that this device keeps until they are sent, the newest first. Rejects like `findKeptResult`.
 */
export async function findKeptResults(user: UserRef): Promise<KeptResult[]> {
  const rows = await keptRowsOf(user._id);
  return rows
    .filter(({ kept }) => kept.progress.result !== null && kept.stage !== 'discarding')
    .toSorted((one, other) => other.kept.begunAtMs - one.kept.begunAtMs)
    .map(({ kept, strokes }) => ({
      activity: activityOf(kept, user),
      sessionId: kept.place.sessionId,
      strokes: strokes.map(({ stroke }) => stroke),
    }));
}

/** Returns whether this device has any row of a user in a session. Rejects like `findKeptResult`. */
export async function findRowsOfSession(userId: string, sessionId: string): Promise<boolean> {
  const rows = await keptRowsOf(userId);
  return rows.some(({ kept }) => kept.place.sessionId === sessionId && kept.stage !== 'discarding');
}

async function keptRowsOf(userId: string): Promise<JournalRows['rows']> {
  // Opening the journal would create one.
  if (!(await hasKeptRows(userId))) return [];
  const journal = createJournal(userId);
  try {
    return (await within(answerWithinMs, storageSilent, journal.peek())).rows;
  } finally {
    // Closes its connection, which would block the deletion of the journal.
    journal.reopen();
  }
}

/** Returns the server's activity for a finished row. */
function activityOf(kept: KeptLife, { _id, displayName, iconURL }: UserRef): KeptActivity {
  const { progress, isSimulated, place, isLeft, targets } = kept;
  const result = completionOf(progress, { isSimulated, targets, timeZone: null, isLeft });
  const figures = { ...nothingHeard, ...livePatchOf(progress, isSimulated), ...result, isSimulated };
  const begunAt = new Date(kept.begunAtMs).toISOString();
  return {
    ...ErgometerFieldsSchema.parse(figures),
    _id: kept.id,
    user: { _id, displayName, iconURL },
    title: place.title,
    workout: place.workout,
    session: null,
    workoutItemIndex: null,
    visibility: null,
    source: isSimulated ? 'simulated' : 'monitor',
    machine: shownMachineOf(progress),
    isCompleted: true,
    createdAt: begunAt,
    completedAt: begunAt,
    heardAt: begunAt,
    heartRateSource: result.heartRateSource ?? null,
    isPartial: result.isPartial ?? false,
    isLeft,
    startOffset: null,
    summary: result.summary ?? null,
    kind: kindOf(place.workout),
  };
}

/** Returns the kind of the planned workout. The server returns the monitor's kind if it differs. */
function kindOf(workout: string): WorkoutKind | null {
  const plan = parseWorkoutText(workout);
  if (plan === null) return null;
  const [piece, ...others] = plan.pieces;
  if (piece === undefined) return 'open';
  return others.length === 0 ? piece.kind : 'intervals';
}

/** Defaults for the fields that a patch may omit. */
const nothingHeard = {
  elapsedTime: 0,
  currentPace: null,
  averagePace: null,
  distance: 0,
  strokeRate: null,
  workoutType: null,
  heartRate: null,
  dragFactor: 0,
  averagePower: null,
  totalCalories: null,
};
