import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { followEarlyCurve } from './force-curve.ts';
import { withStrokeHeard } from './heard/counted.ts';
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
import type { RowProgress, RowStroke } from './state.ts';

/** Bounds the strokes between two status records. */
const earlyStrokeLimit = 8;

/** Status comes at least once a second, so a stroke of the same interval is never further ahead of it. */
const aheadOfStatusSec = 3;

/** A stroke that was heard before a status of the same interval is further ahead of it only by the order of one burst. */
const aheadOfLaterStatusSec = 1;

/** How long the recovery of a stroke is awaited that the end of its interval cut short. */
const recoveryWithinMs = 3_000;

function strokeOf(
  progress: RowProgress,
  intervalNumber: number,
  record: StrokeData,
  heardAtMs: number,
): RowStroke {
  const { track } = progress;
  const power = track.earlyPower?.strokeCount === record.strokeCount ? track.earlyPower : null;
  return {
    pieceNumber: progress.pieceNumber,
    heardAtMs,
    number: record.strokeCount,
    interval: intervalNumber,
    elapsedTime: toHundredths(elapsedBefore(track, progress.workoutType).elapsedSec + record.elapsedSec),
    distance: toTenths(track.finishedDistanceM + record.distanceM),
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
  const { openStroke } = progress.track;
  if (openStroke === null) return progress;
  const powerPaceSec = paceSecOfRowPower(progress, openStroke.power);
  const closed = {
    ...openStroke,
    recoveryTime,
    pace: powerPaceSec === null ? openStroke.pace : toHundredths(powerPaceSec),
  };
  return {
    ...progress,
    closedStrokes: [...progress.closedStrokes, closed],
    track: { ...progress.track, openStroke: null, openStrokeUntilMs: null },
  };
}

/** Takes the strokes that have been completed since the last call. */
export function takeStrokes(progress: RowProgress): { progress: RowProgress; strokes: RowStroke[] } {
  const strokes = progress.closedStrokes;
  return strokes.length === 0
    ? { progress, strokes }
    : { progress: { ...progress, closedStrokes: [] }, strokes };
}

/** Bounds the wait for the recovery of a stroke whose interval or workout has ended: no next stroke closes it soon. */
export function limitWait(progress: RowProgress, atMs: number): RowProgress {
  const { openStroke, openStrokeUntilMs } = progress.track;
  if (openStroke === null || openStrokeUntilMs !== null) return progress;
  return { ...progress, track: { ...progress.track, openStrokeUntilMs: atMs + recoveryWithinMs } };
}

export function closeOverdueStroke(progress: RowProgress, atMs: number): RowProgress {
  const { openStrokeUntilMs } = progress.track;
  return openStrokeUntilMs !== null && atMs >= openStrokeUntilMs ? closeStroke(progress, null) : progress;
}

/** Holds a stroke whose workout or interval has not begun. */
export function hold(progress: RowProgress, record: StrokeData): RowProgress {
  const { track } = progress;
  const newest = track.earlyStrokes.at(-1);
  const isRepeat = newest?.strokeCount === record.strokeCount && newest.elapsedSec === record.elapsedSec;
  if (isRepeat) return progress;
  return {
    ...progress,
    track: { ...track, earlyStrokes: [...track.earlyStrokes, record].slice(-earlyStrokeLimit) },
  };
}

/** Closes the open stroke with its second copy; the same moment again is a repeat of the first. */
function closeWithSecondCopy(progress: RowProgress, intervalNumber: number, record: StrokeData): RowProgress {
  const { openStroke, openStrokeAtSec } = progress.track;
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
  const { track, phase } = progress;
  if (record.strokeCount === 0 || phase === 'finished') return progress;
  if (track.interval === null || phase === 'waiting') {
    // Strokes after the end of an earlier workout are ignored.
    const isAfterAnEnd = track.workoutState !== null && stageOf(track.workoutState) === 'over';
    return isAfterAnEnd ? progress : hold(progress, record);
  }

  const { interval, openStroke } = track;
  const isIntervals = isIntervalWorkout(progress.workoutType);
  const isAhead = record.elapsedSec > interval.elapsedSec + aheadOfStatusSec;
  if (isIntervals && isAhead) {
    // The clock has restarted: this is still the recovery of the previous interval.
    return closeWithSecondCopy(progress, interval.number - 1, record);
  }
  // Of the workout before, of which nothing else was heard: one of this workout is behind the status that came after it.
  if (isHeld && record.elapsedSec > interval.elapsedSec + aheadOfLaterStatusSec) return progress;
  if (record.strokeCount === interval.strokeCount) {
    return closeWithSecondCopy(progress, interval.number, record);
  }

  // The clock has restarted, and the status of the next interval or workout has not arrived yet.
  if (!isHeld && record.elapsedSec < interval.elapsedSec - 1) return hold(progress, record);
  if (record.strokeCount < interval.strokeCount) return progress;

  const isSuccessor =
    openStroke?.interval === interval.number && openStroke.number === record.strokeCount - 1;
  const closed = closeStroke(progress, isSuccessor ? record.recoveryTimeSec : null);
  return followEarlyCurve(
    withTotals({
      ...closed,
      track: {
        ...closed.track,
        openStroke: strokeOf(progress, interval.number, record, atMs),
        openStrokeAtSec: record.elapsedSec,
        earlyPower: null,
        interval: withStrokeHeard(interval, record),
      },
    }),
  );
}

/** Handles 0x36, which arrives just after or just before the first copy of its stroke. */
export function followStrokePower(progress: RowProgress, record: AdditionalStrokeData): RowProgress {
  if (record.strokeCount === 0 || progress.phase === 'finished') return progress;
  const { track } = progress;
  const { openStroke, interval } = track;
  const power = record.strokePowerW;
  if (openStroke?.number === record.strokeCount) {
    const workPerStroke = openStroke.workPerStroke ?? record.workPerStrokeJ;
    return { ...progress, track: { ...track, openStroke: { ...openStroke, power, workPerStroke } } };
  }
  // Of a stroke that is complete already.
  if (record.strokeCount === interval?.strokeCount) return progress;
  const { strokeCount, workPerStrokeJ } = record;
  return { ...progress, track: { ...track, earlyPower: { strokeCount, powerW: power, workPerStrokeJ } } };
}

/** Gives the open stroke the rate, heart rate and pace that the monitor shows during its recovery. */
export function followStrokeStatus(progress: RowProgress, record: AdditionalStatus1): RowProgress {
  const { openStroke, interval } = progress.track;
  const isIts = openStroke !== null && openStroke.interval === interval?.number;
  if (!isIts || progress.phase !== 'rowing') return progress;
  const stroke = {
    ...openStroke,
    strokeRate: record.strokeRateSpm,
    heartRate: progress.heartRateBpm,
    pace: record.currentPaceSec,
  };
  return { ...progress, track: { ...progress.track, openStroke: stroke } };
}

/** Processes the held strokes once their workout or interval has begun. */
export function followEarlyStrokes(progress: RowProgress, atMs: number): RowProgress {
  const { earlyStrokes } = progress.track;
  if (earlyStrokes.length === 0) return progress;
  const released = { ...progress, track: { ...progress.track, earlyStrokes: [] } };
  return earlyStrokes.reduce<RowProgress>(
    (before, record) => followStroke(before, record, atMs, true),
    released,
  );
}
