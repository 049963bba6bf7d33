import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { paceSecOf } from '@boathouse/workout/pace';
import {
  type LogEntry,
  type AdditionalEndOfWorkoutSummary,
  type AdditionalEndOfWorkoutSummary2,
  type EndOfWorkoutSummary,
} from './records.ts';
import { powerWOfRow } from './machine.ts';
import { withStrokes, withSummary, type RowProgress, type RowResult } from './state.ts';
import { isCounted } from './counted.ts';
import { averageHeartRateOf } from './heart-rate.ts';
import { isWithinLength } from './other-workout.ts';
import { averagePowerOf } from './rower/counts.ts';
import { closeStroke } from './strokes.ts';

/** How long to wait for the monitor's summary after the end; real hardware took 1.5 s. */
export const summaryTimeoutMs = 5000;

/** Meters and seconds by which a summary of the same workout may differ from the values so far. */
const sameWorkoutM = 1;
const sameWorkoutSec = 1;
/** A status of the last moments of a workout can arrive after its summary. */
const lastStatusTolerance = { m: 15, sec: 2 };

function positiveOrNull(value: number): number | null {
  return value > 0 ? value : null;
}

function withResult(progress: RowProgress, result: RowResult): RowProgress {
  const closed = withSummary(
    withStrokes(closeStroke(progress, null), { earlyStrokes: [], earlyPower: null }),
    { heldSummary: null },
  );
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
  };
}

/** Returns the average rate of a row whose strokes are all counted; null otherwise. */
function strokeRateOf({ elapsedSec, elapsedIsExact, strokeCount, phase, track }: RowProgress): number | null {
  const { interval, areStrokesCounted } = track.work;
  const isKnown =
    elapsedIsExact && areStrokesCounted && interval !== null && isCounted(interval, phase === 'paused');
  return isKnown && elapsedSec > 0 && strokeCount > 0 ? Math.round((60 * strokeCount) / elapsedSec) : null;
}

/** Returns the calories of a row if all were received; null otherwise. */
function caloriesOf({ totalCalories, track }: RowProgress): number | null {
  return track.work.areCaloriesHeard && track.work.areCaloriesCounted ? totalCalories : null;
}

/** Builds the result from the status records. Values of missed parts are null. */
export function finishFromStatus(progress: RowProgress, source: 'lastStatus' | 'byHand'): RowProgress {
  const { elapsedSec, distanceM, elapsedIsExact, track, workoutType } = progress;
  // With a part of the time it would be too fast, and in intervals the monitor's average is not that of the row.
  const averagePaceSec = elapsedIsExact ? paceSecOf(distanceM, elapsedSec) : null;
  // In intervals, the monitor's average power may be the interval's; in a single piece it is more exact than a formula on
  // a rounded pace.
  const monitorPowerW = isIntervalWorkout(workoutType) ? null : track.work.monitorAveragePowerW;
  const rowerPowerW = track.rower === null ? null : averagePowerOf(track.rower);
  const powerW = monitorPowerW ?? rowerPowerW ?? powerWOfRow(progress, averagePaceSec);
  return withResult(progress, {
    elapsedSec,
    distanceM,
    averagePaceSec,
    averageStrokeRateSpm: strokeRateOf(progress),
    averagePowerW: powerW === null ? null : Math.round(powerW),
    totalCalories: caloriesOf(progress),
    averageHeartRateBpm: averageHeartRateOf(track.heart, elapsedSec, null),
    dragFactor: track.work.splitDragFactor ?? progress.dragFactor,
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
      averageHeartRateBpm: averageHeartRateOf(
        progress.track.heart,
        record.timeElapsedSec,
        record.averageHeartRateBpm,
      ),
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
 * Whether the summary can belong to the workout that has ended now. The previous workout's summary may arrive late,
 * after the athlete has continued, and has other totals. The time of an interval workout with a gap is a lower bound.
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

/** Whether a summary is not below the values so far: it may be more exact, but never removes distance already rowed. */
function reaches(record: EndOfWorkoutSummary, progress: RowProgress): boolean {
  const isOfLength = record.workoutType === progress.workoutType && isWithinLength(progress, record);
  // An inexact time can be too long.
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
  if (isRepeat(track.summary.foreignSummary, record)) return progress;
  // After the wait, or after an end by hand while the workout continued: the monitor's own result is right.
  const isOurs =
    !track.work.isAbandoned &&
    (result.source === 'byHand'
      ? track.work.interval !== null && reaches(record, progress)
      : agreesWith(record, result));
  return isOurs ? finishFromSummary(progress, record) : progress;
}

/** Handles 0x39: finishes a workout of this row that has ended; otherwise the record is held, foreign, or a repeat. */
export function followSummary(progress: RowProgress, record: EndOfWorkoutSummary): RowProgress {
  const { phase, track } = progress;
  if (phase === 'finished') return followSummaryOfFinished(progress, record);
  if (isRepeat(track.summary.foreignSummary, record)) return progress;
  if (track.work.interval === null) return withSummary(progress, { foreignSummary: record });
  if (phase === 'ending') {
    // A smaller total belongs to the previous workout; a larger one may include intervals we missed.
    const isOurs = isIntervalWorkout(progress.workoutType) || isAtLeast(record, progress);
    return isOurs ? finishFromSummary(progress, record) : progress;
  }
  if (track.work.isAbandoned)
    return reaches(record, progress) ? finishFromSummary(progress, record) : progress;
  return withSummary(progress, { heldSummary: record });
}

/**
 * Drops a held summary when the athlete rows on: it is the late summary of the previous workout, and this workout has
 * its own at its end.
 */
export function dropLateSummary(progress: RowProgress): RowProgress {
  const { elapsedIsExact, workoutType, track } = progress;
  const { heldSummary } = track.summary;
  // Totals are unreliable once an interval was missed.
  if (heldSummary === null || !elapsedIsExact || isIntervalWorkout(workoutType)) return progress;
  // If the athlete has rowed further than its totals, it belongs to an earlier workout, even if that was short.
  if (agreesWith(heldSummary, progress, lastStatusTolerance) && isAtLeast(heldSummary, progress))
    return progress;
  return withSummary(progress, { heldSummary: null, foreignSummary: heldSummary });
}

/**
 * Applies a summary that arrived before the status record of the end, unless it belongs to the previous workout.
 * `hasTotals`: the record has the totals of the workout.
 */
export function followHeldSummary(progress: RowProgress, hasTotals: boolean): RowProgress {
  const { heldSummary, foreignSummary } = progress.track.summary;
  if (heldSummary === null) return progress;
  const isOurs = reaches(heldSummary, progress) && (!hasTotals || isOfThisEnd(heldSummary, progress));
  const released = withSummary(progress, {
    heldSummary: null,
    foreignSummary: isOurs ? foreignSummary : heldSummary,
  });
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

/** Handles 0x3C, the only record of the multiplexed form with the monitor's average pace. */
export function followAdditionalSummary2(
  progress: RowProgress,
  record: AdditionalEndOfWorkoutSummary2,
): RowProgress {
  const { result } = progress;
  const { averagePaceSec } = record;
  if (result === null || averagePaceSec === null || !isOfTheResult(result, record)) return progress;
  return { ...progress, averagePaceSec, result: { ...result, averagePaceSec } };
}
