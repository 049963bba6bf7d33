import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { paceSecOf } from '@boathouse/workout/pace';
import {
  type LogEntry,
  type AdditionalEndOfWorkoutSummary,
  type AdditionalEndOfWorkoutSummary2,
  type EndOfWorkoutSummary,
} from './records.ts';
import { powerWOfRow } from './machine.ts';
import type { RowProgress, RowResult } from './state.ts';
import { isCounted } from './heard/counted.ts';
import { averageHeartRateOf } from './heard/heart-rate.ts';
import { isWithinLength } from './heard/other-workout.ts';
import { averagePowerOf } from './rower/counts.ts';
import { closeStroke } from './strokes.ts';

/** How long to wait for the monitor's summary after the end; real hardware took 1.5 s. */
export const summaryTimeoutMs = 5000;

/** Meters and seconds by which a summary of the same workout may differ from the values so far. */
const sameWorkoutM = 1;
const sameWorkoutSec = 1;
/** A status of the last moments of a workout can come after its summary. */
const lastStatusTolerance = { m: 15, sec: 2 };

function positiveOrNull(value: number): number | null {
  return value > 0 ? value : null;
}

function withResult(progress: RowProgress, result: RowResult): RowProgress {
  const closed = closeStroke(progress, null);
  return {
    ...closed,
    phase: 'finished',
    elapsedSec: Math.max(closed.elapsedSec, result.elapsedSec),
    distanceM: Math.max(closed.distanceM, result.distanceM),
    elapsedIsExact: closed.elapsedIsExact || result.source === 'summary',
    averagePaceSec: result.averagePaceSec,
    remaining: null,
    restTimeSec: null,
    projection: null,
    result,
    track: { ...closed.track, heldSummary: null, earlyStrokes: [], earlyPower: null },
  };
}

/** Returns the average rate of a row whose strokes are all counted; null otherwise. */
function strokeRateOf({ elapsedSec, elapsedIsExact, strokeCount, phase, track }: RowProgress): number | null {
  const { interval, areStrokesCounted } = track;
  const isKnown =
    elapsedIsExact && areStrokesCounted && interval !== null && isCounted(interval, phase === 'paused');
  return isKnown && elapsedSec > 0 && strokeCount > 0 ? Math.round((60 * strokeCount) / elapsedSec) : null;
}

/** Returns the calories of a row of which all were heard; null otherwise. */
function caloriesOf({ totalCalories, track }: RowProgress): number | null {
  return track.areCaloriesHeard && track.areCaloriesCounted ? totalCalories : null;
}

/** Builds the result from the status records. What they do not tell of a part that was not heard is null. */
export function finishFromStatus(progress: RowProgress, source: 'lastStatus' | 'byHand'): RowProgress {
  const { elapsedSec, distanceM, elapsedIsExact, track, workoutType } = progress;
  // With less than the whole time it would be too fast, and in intervals the monitor's average is not that of the row.
  const averagePaceSec = elapsedIsExact ? paceSecOf(distanceM, elapsedSec) : null;
  // In intervals, the monitor's average power may be the interval's; in a single piece it is more exact than a formula on
  // a rounded pace.
  const monitorPowerW = isIntervalWorkout(workoutType) ? null : track.monitorAveragePowerW;
  const rowerPowerW = track.rower === null ? null : averagePowerOf(track.rower);
  const powerW = monitorPowerW ?? rowerPowerW ?? powerWOfRow(progress, averagePaceSec);
  return withResult(progress, {
    elapsedSec,
    distanceM,
    averagePaceSec,
    averageStrokeRateSpm: strokeRateOf(progress),
    averagePowerW: powerW === null ? null : Math.round(powerW),
    totalCalories: caloriesOf(progress),
    averageHeartRateBpm: averageHeartRateOf(progress, elapsedSec, null),
    dragFactor: track.splitDragFactor ?? progress.dragFactor,
    workoutType,
    logEntry: null,
    source,
  });
}

function logEntryOf(record: { logEntryDate: LogEntry['date']; logEntryTime: LogEntry['time'] }): LogEntry {
  const { year, month, day } = record.logEntryDate;
  const { hour, minute } = record.logEntryTime;
  return { date: { year, month, day }, time: { hour, minute } };
}

function isSameEntry(left: LogEntry, right: LogEntry): boolean {
  return (
    left.date.year === right.date.year &&
    left.date.month === right.date.month &&
    left.date.day === right.date.day &&
    left.time.hour === right.time.hour &&
    left.time.minute === right.time.minute
  );
}

function finishFromSummary(progress: RowProgress, record: EndOfWorkoutSummary): RowProgress {
  const finished = finishFromStatus(progress, 'lastStatus');
  const fallback = finished.result;
  const averagePaceSec = record.averagePaceSec ?? paceSecOf(record.distanceM, record.timeElapsedSec);
  const powerW = powerWOfRow(progress, averagePaceSec);
  return {
    ...withResult(finished, {
      elapsedSec: record.timeElapsedSec,
      distanceM: record.distanceM,
      averagePaceSec,
      averageStrokeRateSpm:
        positiveOrNull(record.averageStrokeRateSpm) ?? fallback?.averageStrokeRateSpm ?? null,
      averagePowerW: powerW === null ? null : Math.round(powerW),
      totalCalories: fallback?.totalCalories ?? null,
      averageHeartRateBpm: averageHeartRateOf(progress, record.timeElapsedSec, record.averageHeartRateBpm),
      // Old firmware sends 0 here although its split record has the value.
      dragFactor: positiveOrNull(record.averageDragFactor) ?? fallback?.dragFactor ?? null,
      workoutType: record.workoutType,
      logEntry: logEntryOf(record),
      source: 'summary',
    }),
    recoveryHeartRateBpm: record.recoveryHeartRateBpm,
  };
}

function isRepeat(left: EndOfWorkoutSummary | null, right: EndOfWorkoutSummary): boolean {
  return (
    left !== null &&
    left.workoutType === right.workoutType &&
    isSameEntry(logEntryOf(left), logEntryOf(right)) &&
    left.timeElapsedSec === right.timeElapsedSec &&
    left.distanceM === right.distanceM
  );
}

type Tolerance = { m: number; sec: number };

type Totals = { elapsedSec: number; distanceM: number };

function agreesWith(
  record: EndOfWorkoutSummary,
  seen: Totals,
  { m, sec }: Tolerance = { m: sameWorkoutM, sec: sameWorkoutSec },
): boolean {
  return (
    Math.abs(record.distanceM - seen.distanceM) <= m &&
    Math.abs(record.timeElapsedSec - seen.elapsedSec) <= sec
  );
}

/**
 * Whether the summary can be of the workout that has ended now. That of the workout before may come late, after the
 * athlete has rowed on, and has other totals. The time of an interval workout with a gap is a lower bound.
 */
function isOfThisEnd(
  record: EndOfWorkoutSummary,
  { elapsedSec, distanceM, elapsedIsExact }: RowProgress,
): boolean {
  return agreesWith(record, { distanceM, elapsedSec: elapsedIsExact ? elapsedSec : record.timeElapsedSec });
}

function isAtLeast(record: EndOfWorkoutSummary, { elapsedSec, distanceM }: Totals): boolean {
  return record.distanceM >= distanceM - sameWorkoutM && record.timeElapsedSec >= elapsedSec - sameWorkoutSec;
}

/** Never below the values so far: the summary may be more exact, but no distance already rowed is removed. */
function reaches(record: EndOfWorkoutSummary, progress: RowProgress): boolean {
  const isOfLength = record.workoutType === progress.workoutType && isWithinLength(progress, record);
  // A time that is not exact can be too long.
  const elapsedSec = progress.elapsedIsExact ? progress.elapsedSec : 0;
  return isOfLength && isAtLeast(record, { elapsedSec, distanceM: progress.distanceM });
}

function followSummaryOfFinished(progress: RowProgress, record: EndOfWorkoutSummary): RowProgress {
  const { result, track } = progress;
  if (result === null) return progress;
  if (result.logEntry !== null) {
    const isRepeated =
      isSameEntry(result.logEntry, logEntryOf(record)) && result.workoutType === record.workoutType;
    if (!isRepeated || record.recoveryHeartRateBpm === null) return progress;
    return { ...progress, recoveryHeartRateBpm: record.recoveryHeartRateBpm };
  }
  if (isRepeat(track.foreignSummary, record)) return progress;
  // After the wait, or of a workout that went on after an end by hand: the monitor's own result is the truth.
  const isOurs =
    !track.isAbandoned &&
    (result.source === 'byHand'
      ? track.interval !== null && reaches(record, progress)
      : agreesWith(record, result));
  return isOurs ? finishFromSummary(progress, record) : progress;
}

/** Handles 0x39: finishes a workout of ours that has ended; otherwise the record is held, foreign, or a repeat. */
export function followSummary(progress: RowProgress, record: EndOfWorkoutSummary): RowProgress {
  const { phase, track } = progress;
  if (phase === 'finished') return followSummaryOfFinished(progress, record);
  if (isRepeat(track.foreignSummary, record)) return progress;
  if (track.interval === null) return { ...progress, track: { ...track, foreignSummary: record } };
  if (phase === 'ending') {
    // Less than what was heard is the workout before. More can be a part that was not.
    const isOurs = isIntervalWorkout(progress.workoutType) || isAtLeast(record, progress);
    return isOurs ? finishFromSummary(progress, record) : progress;
  }
  if (track.isAbandoned) return reaches(record, progress) ? finishFromSummary(progress, record) : progress;
  return { ...progress, track: { ...track, heldSummary: record } };
}

/**
 * Drops a held summary once the workout is rowed on: that of the workout before came late, and a workout has its own at
 * its end.
 */
export function dropLateSummary(progress: RowProgress): RowProgress {
  const { elapsedIsExact, workoutType, track } = progress;
  const { heldSummary } = track;
  // The totals of intervals of which some were missed are no measure.
  if (heldSummary === null || !elapsedIsExact || isIntervalWorkout(workoutType)) return progress;
  // Rowed past its totals, it is of an earlier workout, also a short one.
  if (agreesWith(heldSummary, progress, lastStatusTolerance) && isAtLeast(heldSummary, progress))
    return progress;
  return { ...progress, track: { ...track, heldSummary: null, foreignSummary: heldSummary } };
}

/**
 * Applies a summary that arrived before the status record of the end, unless it is of the workout before. `hasTotals`: the
 * record has the totals of the workout.
 */
export function followHeldSummary(progress: RowProgress, hasTotals: boolean): RowProgress {
  const { heldSummary } = progress.track;
  if (heldSummary === null) return progress;
  const isOurs = reaches(heldSummary, progress) && (!hasTotals || isOfThisEnd(heldSummary, progress));
  const foreignSummary = isOurs ? progress.track.foreignSummary : heldSummary;
  const released = { ...progress, track: { ...progress.track, heldSummary: null, foreignSummary } };
  return isOurs ? finishFromSummary(released, heldSummary) : released;
}

function isOfTheResult(
  result: RowResult | null,
  record: AdditionalEndOfWorkoutSummary | AdditionalEndOfWorkoutSummary2,
): boolean {
  return result !== null && result.logEntry !== null && isSameEntry(result.logEntry, logEntryOf(record));
}

/** 0x3A, right after its 0x39. */
export function followAdditionalSummary(
  progress: RowProgress,
  record: AdditionalEndOfWorkoutSummary,
): RowProgress {
  const { result } = progress;
  if (result === null || !isOfTheResult(result, record)) return progress;
  const averagePowerW = positiveOrNull(record.watts) ?? result.averagePowerW;
  return { ...progress, result: { ...result, averagePowerW, totalCalories: record.totalCalories } };
}

/** Handles 0x3C: in the multiplexed form the only record with the monitor's average pace. */
export function followAdditionalSummary2(
  progress: RowProgress,
  record: AdditionalEndOfWorkoutSummary2,
): RowProgress {
  const { result } = progress;
  const { averagePaceSec } = record;
  if (result === null || averagePaceSec === null || !isOfTheResult(result, record)) return progress;
  return { ...progress, averagePaceSec, result: { ...result, averagePaceSec } };
}
