import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { withEarlyCurve } from './force-curve.ts';
import { withStrokeHeard } from './counted.ts';
import { elapsedBefore, withTotals } from './interval.ts';
import {
  newtonsOf,
  stageOf,
  toHundredths,
  toTenths,
  type AdditionalStatus1,
  type AdditionalStrokeData,
  type StrokeData,
} from './records.ts';
import { paceSecOfRowPower } from './machine.ts';
import {
  withStrokes,
  withWork,
  type IntervalTrack,
  type RowPhase,
  type RowProgress,
  type RowStroke,
  type StrokeTrack,
} from './state.ts';

/** Bounds the strokes between two status records. */
const earlyStrokeLimit = 8;

/** The monitor sends a status at least once a second, so a stroke of the same interval is never further ahead of it. */
const aheadOfStatusSec = 3;

/**
 * A stroke received before a status of the same interval is only as far ahead of it as the order within one burst
 * allows.
 */
const aheadOfLaterStatusSec = 1;

/** How long to wait for the recovery of a stroke that the end of its interval cut short. */
const recoveryWithinMs = 3_000;

function strokeOf(
  progress: RowProgress,
  intervalNumber: number,
  record: StrokeData,
  heardAtMs: number,
): RowStroke {
  const { work, strokes } = progress.track;
  const power = strokes.earlyPower?.strokeCount === record.strokeCount ? strokes.earlyPower : null;
  return {
    pieceNumber: progress.pieceNumber,
    heardAtMs,
    number: record.strokeCount,
    interval: intervalNumber,
    elapsedTime: toHundredths(elapsedBefore(work, progress.workoutType).elapsedSec + record.elapsedSec),
    distance: toTenths(work.finishedDistanceM + record.distanceM),
    pace: progress.currentPaceSec,
    strokeRate: progress.strokeRateSpm,
    heartRate: progress.heartRateBpm,
    power: power?.powerW ?? null,
    driveLength: record.driveLengthM,
    driveTime: record.driveTimeSec,
    recoveryTime: null,
    strokeDistance: record.strokeDistanceM,
    peakForce: toTenths(newtonsOf(record.peakForceLbf)),
    averageForce: toTenths(newtonsOf(record.averageForceLbf)),
    workPerStroke: record.workPerStrokeJ ?? power?.workPerStrokeJ ?? null,
    calories: progress.totalCalories,
    forceCurve: null,
    rowedAfterMs: null,
  };
}

/** Emits the open stroke as complete, with its recovery if known. */
export function closeStroke(progress: RowProgress, recoveryTime: number | null): RowProgress {
  const { openStroke } = progress.track.strokes;
  if (openStroke === null) return progress;
  const powerPaceSec = paceSecOfRowPower(progress, openStroke.power);
  const closed = {
    ...openStroke,
    recoveryTime,
    pace: powerPaceSec === null ? openStroke.pace : toHundredths(powerPaceSec),
  };
  const withIt = { ...progress, closedStrokes: [...progress.closedStrokes, closed] };
  return withStrokes(withIt, { openStroke: null, openStrokeUntilMs: null });
}

/** Takes the strokes that have been completed since the last call. */
export function takeStrokes(progress: RowProgress): { progress: RowProgress; strokes: RowStroke[] } {
  const strokes = progress.closedStrokes;
  return strokes.length === 0
    ? { progress, strokes }
    : { progress: { ...progress, closedStrokes: [] }, strokes };
}

/**
 * Bounds the wait for the recovery of a stroke whose interval or workout has ended, because no next stroke closes it
 * soon.
 */
export function limitWait(strokes: StrokeTrack, atMs: number): StrokeTrack {
  const { openStroke, openStrokeUntilMs } = strokes;
  if (openStroke === null || openStrokeUntilMs !== null) return strokes;
  return { ...strokes, openStrokeUntilMs: atMs + recoveryWithinMs };
}

export function closeOverdueStroke(progress: RowProgress, atMs: number): RowProgress {
  const { openStrokeUntilMs } = progress.track.strokes;
  return openStrokeUntilMs !== null && atMs >= openStrokeUntilMs ? closeStroke(progress, null) : progress;
}

/** Holds a stroke whose workout or interval has not begun. */
export function hold(strokes: StrokeTrack, record: StrokeData): StrokeTrack {
  const newest = strokes.earlyStrokes.at(-1);
  const isRepeat = newest?.strokeCount === record.strokeCount && newest.elapsedSec === record.elapsedSec;
  if (isRepeat) return strokes;
  return { ...strokes, earlyStrokes: [...strokes.earlyStrokes, record].slice(-earlyStrokeLimit) };
}

/** Closes the open stroke with its second copy; the same moment again is a repeat of the first. */
function closeWithSecondCopy(progress: RowProgress, intervalNumber: number, record: StrokeData): RowProgress {
  const { openStroke, openStrokeAtSec } = progress.track.strokes;
  const isIts =
    openStroke?.interval === intervalNumber &&
    openStroke.number === record.strokeCount &&
    record.elapsedSec > openStrokeAtSec;
  return isIts ? closeStroke(progress, record.recoveryTimeSec) : progress;
}

/**
 * Handles 0x35, which arrives at the end of the drive with the previous stroke's recovery, and again at the end of the
 * recovery with its own. Count 0 marks the end of a rest and is not a stroke.
 */
export function followStroke(
  progress: RowProgress,
  record: StrokeData,
  atMs: number,
  isHeld = false,
): RowProgress {
  const { phase } = progress;
  const { work, strokes } = progress.track;
  const { interval, workoutState } = work;
  const { openStroke } = strokes;
  if (record.strokeCount === 0 || phase === 'finished') return progress;
  if (interval === null || phase === 'waiting') {
    // Strokes after the end of an earlier workout are ignored.
    const isAfterAnEnd = workoutState !== null && stageOf(workoutState) === 'over';
    return isAfterAnEnd ? progress : withStrokes(progress, hold(strokes, record));
  }

  const isIntervals = isIntervalWorkout(progress.workoutType);
  const isAhead = record.elapsedSec > interval.elapsedSec + aheadOfStatusSec;
  if (isIntervals && isAhead) {
    // The clock has restarted: this is still the recovery of the previous interval.
    return closeWithSecondCopy(progress, interval.number - 1, record);
  }
  // It belongs to the previous workout, which sent nothing else here: a stroke of this workout would precede the status
  // that came after it.
  if (isHeld && record.elapsedSec > interval.elapsedSec + aheadOfLaterStatusSec) return progress;
  if (record.strokeCount === interval.strokeCount) {
    return closeWithSecondCopy(progress, interval.number, record);
  }

  // The clock has restarted, and the status of the next interval or workout has not arrived yet.
  if (!isHeld && record.elapsedSec < interval.elapsedSec - 1)
    return withStrokes(progress, hold(strokes, record));
  if (record.strokeCount < interval.strokeCount) return progress;

  const isSuccessor =
    openStroke?.interval === interval.number && openStroke.number === record.strokeCount - 1;
  const closed = closeStroke(progress, isSuccessor ? record.recoveryTimeSec : null);
  const begun = withEarlyCurve({
    ...closed.track.strokes,
    openStroke: strokeOf(progress, interval.number, record, atMs),
    openStrokeAtSec: record.elapsedSec,
    earlyPower: null,
  });
  const counted = withWork(closed, { interval: withStrokeHeard(interval, record) });
  return withTotals(withStrokes(counted, begun));
}

/** Handles 0x36, which arrives just after or just before the first copy of its stroke. */
export function withStrokePower(
  strokes: StrokeTrack,
  record: AdditionalStrokeData,
  interval: IntervalTrack | null,
): StrokeTrack {
  const { strokeCount, strokePowerW: power, workPerStrokeJ } = record;
  const { openStroke } = strokes;
  if (strokeCount === 0) return strokes;
  if (openStroke?.number === strokeCount) {
    const workPerStroke = openStroke.workPerStroke ?? workPerStrokeJ;
    return { ...strokes, openStroke: { ...openStroke, power, workPerStroke } };
  }
  // The power belongs to a stroke that is already complete.
  if (strokeCount === interval?.strokeCount) return strokes;
  return { ...strokes, earlyPower: { strokeCount, powerW: power, workPerStrokeJ } };
}

/** Gives the open stroke the rate, heart rate and pace that the monitor shows during its recovery. */
export function withStrokeStatus(
  strokes: StrokeTrack,
  record: AdditionalStatus1,
  {
    heartRateBpm,
    phase,
    interval,
  }: { heartRateBpm: number | null; phase: RowPhase; interval: IntervalTrack | null },
): StrokeTrack {
  const { openStroke } = strokes;
  const isIts = openStroke !== null && openStroke.interval === interval?.number;
  if (!isIts || phase !== 'rowing') return strokes;
  const { strokeRateSpm: strokeRate, currentPaceSec: pace } = record;
  return { ...strokes, openStroke: { ...openStroke, strokeRate, heartRate: heartRateBpm, pace } };
}

/** Processes the held strokes once their workout or interval has begun. */
export function followEarlyStrokes(progress: RowProgress, atMs: number): RowProgress {
  const { earlyStrokes } = progress.track.strokes;
  if (earlyStrokes.length === 0) return progress;
  const released = withStrokes(progress, { earlyStrokes: [] });
  return earlyStrokes.reduce<RowProgress>(
    (before, record) => followStroke(before, record, atMs, true),
    released,
  );
}
