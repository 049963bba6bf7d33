import type {
  ActivityCompletion,
  ActivityPatch,
  ListedActivity,
  WorkoutSummary,
} from '@boathouse/contract/activities';
import { monitorBounds as bounds } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import type { Stroke } from '@boathouse/contract/strokes';
import { ownPlanOf } from '@boathouse/workout-text/bests';
import { paceSecOf } from '@boathouse/workout/pace';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { isLeftByItsDevice, isOnOtherDevice } from '@boathouse/row/life/begin/watcher';
import { isNothingRowed, type KeptLife, type Life, type RowPlace } from '@boathouse/row/life/life';
import { heartRateSourceOf } from '@boathouse/row/reduce/heart-rate';
import { machineOfRow, powerWOfRow, shownMachineOf, type ErgMachine } from '@boathouse/row/reduce/machine';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import type { RowProgress, RowResult } from '@boathouse/row/reduce/progress';
import { keepsTargets, type TargetCount, type TargetTally } from '@boathouse/row/plan/targets';
import type { RowSnapshot } from './row-snapshot.ts';

/** Rounds values to the resolution of the monitor. */
const hundredths = (value: number) => Math.round(value * 100) / 100;
/** Averages over the first decimeter, or over an hour's pause, are meaningless, and the server rejects them. */
const upTo = (maximum: number, value: number | null) => (value === null || value > maximum ? null : value);
const paceOrNull = (paceSec: number | null) =>
  upTo(bounds.paceSecMax, paceSec === null ? null : hundredths(paceSec));
const powerOrNull = (powerW: number | null) =>
  upTo(bounds.powerWMax, powerW === null ? null : Math.round(powerW));
const rateOrNull = (strokeRateSpm: number | null) => upTo(bounds.strokeRateMax, strokeRateSpm);

/** Builds the live values of a row that are merged into its activity. */
export function livePatchOf(progress: RowProgress, isSimulated: boolean): ActivityPatch {
  const machine = machineOfRow(progress);
  const heartRateSource = heartRateSourceOf(progress);
  return {
    elapsedTime: hundredths(progress.elapsedSec),
    distance: hundredths(progress.distanceM),
    currentPace: paceOrNull(progress.currentPaceSec),
    averagePace: paceOrNull(progress.averagePaceSec),
    strokeRate: progress.strokeRateSpm,
    workoutType: progress.workoutType,
    heartRate: progress.heartRateBpm,
    dragFactor: progress.dragFactor ?? 0,
    averagePower: powerOrNull(powerWOfRow(progress, progress.averagePaceSec)),
    totalCalories: Math.round(progress.totalCalories),
    isSimulated,
    ...(machine === null ? {} : { machine }),
    ...(heartRateSource === null ? {} : { heartRateSource }),
  };
}

/** The additional values for a result. */
type ResultContext = { isSimulated: boolean; targets: TargetTally };
type CompletionContext = ResultContext & { timeZone: string | null; isLeft: boolean };

/**
 * Builds the final values of an activity: the monitor's summary if there is one. Its rates and calories are those of
 * the whole row, and null if unknown: the last received values cover only a moment or a part.
 */
export function resultPatchOf(
  progress: RowProgress,
  result: RowResult,
  { isSimulated, targets }: ResultContext,
): ActivityPatch {
  return {
    ...livePatchOf(progress, isSimulated),
    elapsedTime: hundredths(result.elapsedSec),
    distance: hundredths(result.distanceM),
    averagePace: paceOrNull(result.averagePaceSec),
    strokeRate: rateOrNull(result.averageStrokeRateSpm),
    workoutType: result.workoutType ?? progress.workoutType,
    heartRate: result.averageHeartRateBpm,
    dragFactor: result.dragFactor ?? progress.dragFactor ?? 0,
    averagePower: powerOrNull(result.averagePowerW ?? powerWOfRow(progress, result.averagePaceSec)),
    totalCalories: result.totalCalories === null ? null : Math.round(result.totalCalories),
    summary: summaryOf(progress, result, targets),
  };
}

/**
 * Builds the body that completes an activity: the result, the time zone of the start, and whether the monitor's workout
 * was left. Without a result the last stored values count, except the rates of that moment. A result without the time
 * of a missed interval is partial.
 */
export function completionOf(
  progress: RowProgress,
  { timeZone, isLeft, ...context }: CompletionContext,
): ActivityCompletion {
  const { result } = progress;
  return {
    ...(result === null ? { strokeRate: null, heartRate: null } : resultPatchOf(progress, result, context)),
    ...(timeZone === null ? {} : { timeZone }),
    ...(isLeft ? { isLeft } : {}),
    ...(result === null || progress.elapsedIsExact ? {} : { isPartial: true }),
  };
}

/** Returns the figures of a row up to a stroke. */
export function figuresAt({ distance, elapsedTime }: Stroke) {
  return { distance, elapsedTime, averagePace: paceOrNull(paceSecOf(distance, elapsedTime)) };
}

export function summaryOf(progress: RowProgress, result: RowResult, targets: TargetTally): WorkoutSummary {
  return {
    logEntryDate: result.logEntry?.date ?? null,
    logEntryTime: result.logEntry?.time ?? null,
    averageStrokeRate: rateOrNull(result.averageStrokeRateSpm),
    averageHeartRate: result.averageHeartRateBpm,
    recoveryHeartRate: progress.recoveryHeartRateBpm,
    splits: progress.splits.map((split) => ({
      splitNumber: split.splitNumber,
      time: hundredths(split.timeSec),
      distance: hundredths(split.distanceM),
      averagePace: paceOrNull(split.averagePaceSec),
      restTime: hundredths(split.restTimeSec),
      strokeRate: split.averageStrokeRateSpm,
      heartRate: split.averageHeartRateBpm,
    })),
    targets: targetsOf(targets),
    source: result.source,
  };
}

function targetsOf({ strokeRate, pace }: TargetTally): WorkoutSummary['targets'] {
  const counted = (count: TargetCount) => (count.strokes === 0 ? null : count);
  return strokeRate.strokes + pace.strokes === 0
    ? null
    : { strokeRate: counted(strokeRate), pace: counted(pace) };
}

/** False in a rest or a pause, when the monitor repeats its last pace and rate. */
const isMoving = ({ phase }: RowProgress) => phase === 'rowing' || phase === 'ending' || phase === 'finished';

let read: { place: RowPlace; machine: ErgMachine; plan: WorkoutPlan | null } | null = null;

/** Parses a text once for all samples of a row. */
function planOf(place: RowPlace, machine: ErgMachine): WorkoutPlan | null {
  if (read !== null && read.place === place && read.machine === machine) return read.plan;
  const plan = ownPlanOf(place, machine);
  read = { place, machine, plan };
  return plan;
}

/** The additional values for a sample. */
type SampleContext = Pick<KeptLife, 'isSimulated' | 'place'> & Pick<Life['run'], 'unsent'>;

export function sampleOf(progress: RowProgress, { isSimulated, place, unsent }: SampleContext): LiveSample {
  const plan = planOf(place, shownMachineOf(progress));
  return {
    phase: progress.phase,
    elapsedTime: hundredths(progress.elapsedSec),
    distance: hundredths(progress.distanceM),
    currentPace: isMoving(progress) ? paceOrNull(progress.currentPaceSec) : null,
    averagePace: paceOrNull(progress.averagePaceSec),
    strokeRate: isMoving(progress) ? progress.strokeRateSpm : 0,
    heartRate: progress.heartRateBpm,
    isSimulated,
    ...present({
      power: isMoving(progress) ? powerOrNull(progress.powerW) : null,
      dragFactor: progress.dragFactor,
      interval: isIntervalWorkout(progress.workoutType) ? progress.intervalNumber : null,
      left: leftOf(progress),
      projected: projectedOf(progress),
      lastSplit: lastSplitOf(progress),
      unsent: unsent.length,
      inTarget: plan && keepsTargets(plan, progress),
    }),
  };
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Drops the fields without a value. */
function present<T extends object>(fields: T): Present<T>;
function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function leftOf({ phase, remaining, restTimeSec }: RowProgress): LiveSample['left'] | null {
  if (phase === 'resting') {
    return restTimeSec === null ? null : { kind: 'rest', value: hundredths(restTimeSec) };
  }
  switch (remaining?.kind) {
    case undefined:
      return null;
    case 'distance':
      return { kind: 'distance', value: hundredths(remaining.distanceM) };
    case 'time':
      return { kind: 'time', value: hundredths(remaining.durationSec) };
    case 'calories':
      return { kind: 'calories', value: remaining.calories };
  }
}

function projectedOf({ projection }: RowProgress): LiveSample['projected'] | null {
  if (projection === null) return null;
  return projection.kind === 'time'
    ? { kind: 'time', value: hundredths(projection.elapsedSec) }
    : { kind: 'distance', value: hundredths(projection.distanceM) };
}

/** The monitor sends its own record of an interval after the rest. */
function lastSplitOf({ splits, track }: RowProgress): LiveSample['lastSplit'] | null {
  const split = track.work.lastInterval ?? splits.at(-1);
  if (split === undefined) return null;
  return {
    number: split.splitNumber,
    time: hundredths(split.timeSec),
    distance: hundredths(split.distanceM),
    pace: paceOrNull(split.averagePaceSec),
  };
}

/** The page's view of a life. */
export function snapshotOf(
  life: Life,
  activity: ListedActivity | null,
  journalProblem: string | null,
): RowSnapshot {
  const { kept, run } = life;
  const isBegun = kept.begin === 'stored' || kept.stage !== 'rowing';
  return {
    ...kept.place,
    activityId: kept.id,
    begunAtMs: kept.begunAtMs,
    activity: activity?._id === kept.id ? activity : null,
    stage: isBegun ? kept.stage : 'beginning',
    progress: kept.progress,
    isSimulated: kept.isSimulated,
    lostTo: kept.lostTo,
    isEndedElsewhere: kept.isEndedElsewhere,
    isTakingOver: run.isTakingOver,
    isSilent: isOnOtherDevice(life) && isLeftByItsDevice(life),
    isNoDevices: isOnOtherDevice(life) && run.otherDevice === 'none',
    isEmpty: isNothingRowed(life) && (activity?.distance ?? 0) === 0,
    refusal: kept.refusal?.message ?? null,
    saving: {
      unsentStrokes: run.unsent.length,
      refusedStrokes: run.setAside.length,
      awaySinceMs: run.awaySinceMs,
      refusal: run.strokesRefusal ?? kept.patchRefusal,
      journalProblem,
    },
  };
}
