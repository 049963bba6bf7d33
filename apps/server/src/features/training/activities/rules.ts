import type {
  Activity,
  ActivityCompletion,
  ActivityPatch,
  ActivitySource,
  ErgometerFields,
  HeartRateSource,
  ListedActivity,
  Machine,
  NewActivity,
  OwnActivity,
  WorkoutSummary,
} from '@boathouse/contract/activities';
import { limits, monitorBounds as bounds } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import { powerWOn } from '@boathouse/workout/machine';
import { paceSecOf } from '@boathouse/workout/pace';
import type { PlannedPiece, WorkoutPlan } from '@boathouse/workout-text/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import type { activities } from '../../../db/tables.ts';
import { HttpError } from '../../../http/errors.ts';
import { dayIn } from '../statistics/index.ts';

/** Called after a change of an activity is stored. */
export type ActivityListener = (activity: Activity) => void;

/** The entered result of an item that a new one has replaced. */
type Replaced = { id: string; sessionId: string };

export type ResultListeners = { onChange: ActivityListener; onReplaced: (entered: Replaced) => void };

/** The activity to begin. */
export type Wanted = Pick<NewActivity, 'session' | 'workoutItemIndex' | 'title' | 'workout' | 'visibility'>;

/** Whether a begun activity belongs to the same item. An activity without a session is recognized only by its id. */
export function isSameItem({ session, workoutItemIndex }: Activity, wanted: Wanted): boolean {
  return (
    (session?._id ?? null) === (wanted.session ?? null) &&
    workoutItemIndex === (wanted.workoutItemIndex ?? null)
  );
}

export function itemOf(userId: string, { session, workoutItemIndex }: Wanted) {
  return { userId, sessionId: session ?? null, workoutItemIndex: workoutItemIndex ?? null };
}

/** Returns the calendar day of a start, in a time zone. */
export function dayOfStart(createdAt: Date, timeZone = 'UTC'): string {
  return dayIn(Temporal.Instant.fromEpochMilliseconds(createdAt.getTime()), timeZone).toString();
}

/**
 * An activity as in its table, with its user, the user who entered it, and its session; `summary` with splits or
 * without.
 */
type StoredActivity<S> = {
  activity: Omit<typeof activities.$inferSelect, 'summary'> & { summary: S };
  user: Activity['user'];
  enteredBy: NonNullable<Activity['enteredBy']> | null;
  session: Activity['session'];
};

/** The plan of an activity's text; if none is stored, the text is read now. */
export function planOf({ plan, workout }: { plan: WorkoutPlan | null; workout: string }): WorkoutPlan | null {
  return plan ?? parseWorkoutText(workout);
}

export function activityOf<S>({
  activity,
  user,
  enteredBy,
  session,
}: StoredActivity<S>): Omit<ListedActivity, 'summary'> & { summary: S } {
  return {
    _id: activity.id,
    user,
    title: activity.title,
    workout: activity.workout,
    session,
    workoutItemIndex: activity.workoutItemIndex,
    visibility: activity.visibility,
    source: activity.source,
    enteredBy,
    machine: activity.machine,
    heartRateSource: activity.heartRateSource,
    isCompleted: activity.isCompleted,
    createdAt: activity.createdAt.toISOString(),
    completedAt: activity.completedAt?.toISOString() ?? null,
    elapsedTime: activity.elapsedTime,
    currentPace: activity.currentPace,
    averagePace: activity.averagePace,
    distance: activity.distance,
    strokeRate: activity.strokeRate,
    workoutType: activity.workoutType,
    heartRate: activity.heartRate,
    dragFactor: activity.dragFactor,
    averagePower: activity.averagePower,
    totalCalories: activity.totalCalories,
    isSimulated: activity.source === 'simulated',
    summary: activity.summary,
    isPartial: activity.isPartial,
    isLeft: activity.isLeft,
    heardAt: activity.heardAt.toISOString(),
    startOffset: activity.startOffset,
  };
}

/** Every live field, so that a patch changes only these. */
const ergometerFields = [
  'elapsedTime',
  'currentPace',
  'averagePace',
  'distance',
  'strokeRate',
  'workoutType',
  'heartRate',
  'dragFactor',
  'averagePower',
  'totalCalories',
  'isSimulated',
] as const satisfies ReadonlyArray<keyof ErgometerFields>;

type LiveChange = Partial<ErgometerFields & { machine: Machine; heartRateSource: HeartRateSource | null }>;

/**
 * Returns the merged part of a patch: the ergometer's fields that are present, its kind, and the source of the
 * heart rates. The athlete, the session and the completion never change.
 */
export function liveChangeOf(patch: ActivityPatch, stored: Pick<Activity, 'heartRateSource'>): LiveChange {
  const change: LiveChange = Object.fromEntries(
    ([...ergometerFields, 'machine', 'heartRateSource'] as const).flatMap((field) =>
      patch[field] === undefined ? [] : [[field, patch[field]]],
    ),
  );
  const { heartRateSource: given = null } = change;
  const { heartRateSource: before = null } = stored;
  // Another device of the athlete may have rowed the first part, with a belt or without.
  const isMixed = given !== null && before !== null && given !== before;
  return isMixed ? { ...change, heartRateSource: 'mixed' } : change;
}

export type StoredChange = Omit<LiveChange, 'isSimulated'> & { source?: ActivitySource };

/** Returns a change in the form in which it is stored. */
export function storedChangeOf({ isSimulated, ...change }: LiveChange): StoredChange {
  return isSimulated === undefined ? change : { ...change, source: isSimulated ? 'simulated' : 'monitor' };
}

/** Returns a summary with the earlier intervals, and `splits` of a file instead of its own. */
export function storedSummaryOf(
  summary: WorkoutSummary,
  stored: Pick<Stored, 'summary'>,
  splits: WorkoutSummary['splits'] = summary.splits,
): WorkoutSummary {
  const recoveryHeartRate = summary.recoveryHeartRate ?? stored.summary?.recoveryHeartRate ?? null;
  return { ...summary, splits, recoveryHeartRate };
}

/** How long a page may keep an activity that it began offline. */
const offlineMaxMs = 30 * 24 * 3_600_000;

/**
 * Returns when an activity began, so that a row begun offline keeps its real time: by the page's `begunAgoMs`, which
 * cancels the error of its clock. Older pages send only an id with the time of their clock. Never after now, and at
 * most 30 days before.
 */
export function beganAtMs(
  { begunAgoMs, idTimeMs }: { begunAgoMs: number | undefined; idTimeMs: number },
  nowMs: number,
): number {
  const claimedMs = begunAgoMs === undefined ? idTimeMs : nowMs - begunAgoMs;
  return Math.min(nowMs, Math.max(claimedMs, nowMs - offlineMaxMs));
}

/** Half of 0.1 m and 0.1 s, the monitor's resolution: sums of intervals are far more exact. */
const resultTolerance = 0.05;

/** `totalCalories` is null if unknown: then nothing shows that the item's calories were reached. */
type Rowed = { distance: number; elapsedTime: number; totalCalories: number | null };

/** The whole watts that a machine's monitor shows for a pace (s/500 m), stored in that form. */
export function powerOn(machine: Machine, paceSec: number | null): number | null {
  const power = powerWOn(machine, paceSec);
  // Less than half a watt counts as none.
  return power === null ? null : Math.min(bounds.powerWMax, Math.round(power)) || null;
}

/**
 * Whether a result is shorter than its plan. A text without a readable plan has no length to fall short of.
 * The intervals decide if a plan mixes distances and times, because meters rowed in a timed interval do not make up for
 * meters missing in another.
 */
export function isPartialResult(
  plan: WorkoutPlan | null,
  result: Rowed & { summary: Pick<WorkoutSummary, 'splits'> | null },
): boolean {
  const pieces = plan?.pieces ?? [];
  const intervals = result.summary?.splits ?? [];
  const isMixed = new Set(pieces.map(({ kind }) => kind)).size > 1;
  if (isMixed && intervals.length > 0) {
    return pieces.some((piece, index) => {
      const interval = intervals[index];
      // Intervals are stored without their calories.
      const { distance, time } = interval ?? { distance: 0, time: 0 };
      return !interval || isShort([piece], { distance, elapsedTime: time, totalCalories: Infinity });
    });
  }
  return isShort(pieces, result);
}

function isShort(pieces: readonly PlannedPiece[], { distance, elapsedTime, totalCalories }: Rowed): boolean {
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const plannedM = sumOf(pieces.map((piece) => (piece.kind === 'distance' ? piece.distanceM : 0)));
  const plannedSec = sumOf(pieces.map((piece) => (piece.kind === 'time' ? piece.durationSec : 0)));
  const planned = sumOf(pieces.map((piece) => (piece.kind === 'calories' ? piece.calories : 0)));
  return (
    distance < plannedM - resultTolerance ||
    elapsedTime < plannedSec - resultTolerance ||
    (totalCalories ?? 0) < planned
  );
}

/** Whether a page states that its result lacks the time of a part: the monitor's summary always has all of it. */
export function isTimeMissing({
  isPartial,
  summary,
}: Pick<ActivityCompletion, 'isPartial' | 'summary'>): boolean {
  return isPartial === true && summary?.source !== 'summary';
}

/**
 * Returns the values of a result that the monitor has not confirmed, raised to the values stored while it was rowed: a
 * reloaded page can be a stroke behind the samples that it sent. Unknown calories and an unknown average pace stay
 * unknown, because the stored ones are from an earlier moment, or cover only a part.
 */
export function neverLess(
  given: LiveChange,
  stored: Pick<ErgometerFields, 'distance' | 'elapsedTime' | 'totalCalories'> & { machine: Machine },
): LiveChange {
  const distance = Math.max(given.distance ?? 0, stored.distance);
  const elapsedTime = Math.max(given.elapsedTime ?? 0, stored.elapsedTime);
  const totalCalories =
    typeof given.totalCalories === 'number'
      ? Math.max(given.totalCalories, stored.totalCalories ?? 0)
      : given.totalCalories;
  const raised = totalCalories === undefined ? given : { ...given, totalCalories };
  if (distance === given.distance && elapsedTime === given.elapsedTime) return raised;
  if (given.averagePace === null) return { ...raised, distance, elapsedTime };
  const averagePace = paceSecOf(distance, elapsedTime);
  const powerW = powerWOn(given.machine ?? stored.machine, averagePace);
  return { ...raised, distance, elapsedTime, averagePace, averagePower: powerW && Math.round(powerW) };
}

type Stored = { source: ActivitySource; summary: WorkoutSummary | null };

/** A result is final, but the monitor's own summary replaces one that ended by hand or without a summary. */
export function isReplacedBy({ source, summary }: Stored, given: WorkoutSummary | null): boolean {
  return source !== 'entered' && summary?.source !== 'summary' && given?.source === 'summary';
}

/** Whether a result replaces the one entered for the same item: it must be complete, and from a real erg. */
export function replacesEntered({
  source,
  isPartial,
  isLeft,
}: {
  source: ActivitySource;
  isPartial: boolean;
  isLeft: boolean;
}): boolean {
  return source !== 'simulated' && !isPartial && !isLeft;
}

/**
 * Whether a result completes the plan, by the monitor's own summary: then the athlete did not leave the monitor's
 * workout. Without a plan that has a length nothing shows that.
 */
export function isWholePlan(
  plan: WorkoutPlan | null,
  result: Rowed & { summary: Pick<WorkoutSummary, 'splits' | 'source'> | null },
): boolean {
  const hasLength = plan !== null && plan.pieces.length > 0;
  return hasLength && result.summary?.source === 'summary' && !isPartialResult(plan, result);
}

/**
 * Whether a result may be withdrawn: the monitor's own summary is final, and an entered result was never in progress.
 */
export function isReopenable({ source, summary }: Stored): boolean {
  return source !== 'entered' && summary?.source !== 'summary';
}

/** Whether another device owns the activity; a request that names no owner is never refused because of this. */
export function isOwnedByAnother(stored: string | null, given: string | null): boolean {
  return stored !== null && given !== null && stored !== given;
}

/**
 * Returns the latest moment of the first stroke that a sample allows, regardless of its delay; null if it contains
 * none. It uses the server's time and the monitor's, so the page's clock does not matter.
 */
export function firstStrokeBefore({ phase, elapsedTime }: LiveSample, receivedAt: Date): Date | null {
  if (phase !== 'rowing' || elapsedTime <= 0) return null;
  return new Date(receivedAt.getTime() - elapsedTime * 1000);
}

/** If an activity's last message is before this time, it is stale: the host may then end or remove it. */
export function staleBefore(nowMs: number): Date {
  return new Date(nowMs - limits.staleActivityMs);
}

/** The activity as lists show it: without its splits, and without its owner, which only the athlete may read. */
export function listedActivityOf({
  summary,
  owner: _owner,
  ...activity
}: Activity & Partial<OwnActivity>): ListedActivity {
  if (summary === null) return { ...activity, summary };
  const { splits: _splits, ...rest } = summary;
  return { ...activity, summary: rest };
}

export function completed(): HttpError {
  return new HttpError(409, 'activity_completed', 'This activity is complete; its result is final');
}

export function hadResult(): HttpError {
  return new HttpError(
    409,
    'activity_completed',
    "This activity had a result, which is the athlete's. End it instead.",
  );
}

export function rowedAgain(): HttpError {
  return new HttpError(
    409,
    'activity_completed',
    'This piece was left, and the athlete has rowed the workout again since. It stays as it is.',
  );
}

export function rowsAnother(): HttpError {
  return new HttpError(409, 'activity_in_progress', 'The athlete has another workout in progress');
}

export function stillRowing(): HttpError {
  return new HttpError(
    409,
    'still_rowing',
    'This athlete rowed less than 10 minutes ago and may still be rowing',
  );
}

export function notTheOwner(): HttpError {
  return new HttpError(409, 'not_the_owner', 'You are rowing this on another device');
}
