import { elapsedBefore, withTotals } from './interval.ts';
import {
  isIntervalWorkout,
  stageOf,
  toHundredths,
  toTenths,
  type RowAdditionalStrokeData,
  type RowStrokeData,
} from './records.ts';
import type { RowProgress, RowStroke } from './state.ts';

/** Bounds the strokes between two status records. */
const earlyStrokeLimit = 8;

/** Status comes at least once a second, so a stroke of the same interval is never further ahead of it. */
const aheadOfStatusSec = 3;

function strokeOf(progress: RowProgress, intervalNumber: number, record: RowStrokeData): RowStroke {
  const { track } = progress;
  const power = track.earlyPower?.strokeCount === record.strokeCount ? track.earlyPower : null;
  return {
    intervalNumber,
    strokeCount: record.strokeCount,
    elapsedSec: toHundredths(elapsedBefore(track, progress.workoutType).elapsedSec + record.elapsedSec),
    distanceM: toTenths(track.finishedDistanceM + record.distanceM),
    driveLengthM: record.driveLengthM,
    driveTimeSec: record.driveTimeSec,
    recoveryTimeSec: null,
    strokeDistanceM: record.strokeDistanceM,
    peakForceLbf: record.peakForceLbf,
    averageForceLbf: record.averageForceLbf,
    workPerStrokeJ: record.workPerStrokeJ ?? power?.workPerStrokeJ ?? null,
    powerW: power?.powerW ?? null,
    strokeRateSpm: progress.strokeRateSpm,
    heartRateBpm: progress.heartRateBpm,
  };
}

/** Emits the open stroke as complete, with its recovery if known. */
export function closeStroke(progress: RowProgress, recoveryTimeSec: number | null): RowProgress {
  const { openStroke } = progress.track;
  if (openStroke === null) return progress;
  return {
    ...progress,
    lastStroke: { ...openStroke, recoveryTimeSec },
    track: { ...progress.track, openStroke: null },
  };
}

function hold(progress: RowProgress, record: RowStrokeData): RowProgress {
  const { track } = progress;
  const newest = track.earlyStrokes.at(-1);
  const isHeld = newest?.strokeCount === record.strokeCount && newest.elapsedSec === record.elapsedSec;
  if (isHeld) return progress;
  return {
    ...progress,
    track: { ...track, earlyStrokes: [...track.earlyStrokes, record].slice(-earlyStrokeLimit) },
  };
}

/** Handles the second copy of a stroke already emitted without its recovery. */
function correctLastStroke(
  progress: RowProgress,
  intervalNumber: number,
  record: RowStrokeData,
): RowProgress {
  const { lastStroke } = progress;
  const isIt = lastStroke?.intervalNumber === intervalNumber && lastStroke.strokeCount === record.strokeCount;
  if (!isIt || lastStroke.recoveryTimeSec !== null || record.elapsedSec <= progress.track.openStrokeAtSec) {
    return progress;
  }
  return { ...progress, lastStroke: { ...lastStroke, recoveryTimeSec: record.recoveryTimeSec } };
}

/**
 * Handles 0x35, which arrives at the end of the drive with the previous stroke's recovery, and again at the end of the
 * recovery with its own. Count 0 marks the end of a rest and is not a stroke.
 */
export function followStroke(progress: RowProgress, record: RowStrokeData): RowProgress {
  const { track, phase } = progress;
  if (record.strokeCount === 0 || phase === 'finished') return progress;
  if (track.interval === null || phase === 'waiting') {
    // Strokes after the end of an earlier piece are ignored.
    const isAfterAnEnd = track.workoutState !== null && stageOf(track.workoutState) === 'over';
    return isAfterAnEnd ? progress : hold(progress, record);
  }

  const { interval, openStroke } = track;
  const isIntervals = isIntervalWorkout(progress.workoutType);
  if (isIntervals && record.elapsedSec > interval.elapsedSec + aheadOfStatusSec) {
    // The clock has restarted: this is still the recovery of the previous interval.
    return correctLastStroke(progress, interval.number - 1, record);
  }
  if (record.strokeCount < interval.strokeCount) {
    const isOfTheNext = isIntervals && record.elapsedSec < interval.elapsedSec - 1;
    return isOfTheNext ? hold(progress, record) : progress;
  }
  if (record.strokeCount === interval.strokeCount) {
    if (openStroke === null) return correctLastStroke(progress, interval.number, record);
    // The same moment again is a repeat of the first copy, not the end of the recovery.
    return record.elapsedSec > track.openStrokeAtSec
      ? closeStroke(progress, record.recoveryTimeSec)
      : progress;
  }

  const isSuccessor = openStroke?.strokeCount === record.strokeCount - 1;
  const closed = closeStroke(progress, isSuccessor ? record.recoveryTimeSec : null);
  return withTotals({
    ...closed,
    track: {
      ...closed.track,
      openStroke: strokeOf(progress, interval.number, record),
      openStrokeAtSec: record.elapsedSec,
      earlyPower: null,
      interval: { ...interval, strokeCount: record.strokeCount },
    },
  });
}

/** Handles 0x36, which arrives just after or just before the first copy of its stroke. */
export function followStrokePower(progress: RowProgress, record: RowAdditionalStrokeData): RowProgress {
  if (record.strokeCount === 0 || progress.phase === 'finished') return progress;
  const { openStroke } = progress.track;
  const powerW = record.strokePowerW;
  if (openStroke?.strokeCount === record.strokeCount) {
    const workPerStrokeJ = openStroke.workPerStrokeJ ?? record.workPerStrokeJ;
    return {
      ...progress,
      track: { ...progress.track, openStroke: { ...openStroke, powerW, workPerStrokeJ } },
    };
  }
  const { lastStroke, track } = progress;
  const isOfLast =
    lastStroke?.strokeCount === record.strokeCount && lastStroke.intervalNumber === track.interval?.number;
  if (isOfLast) {
    return lastStroke.powerW === null ? { ...progress, lastStroke: { ...lastStroke, powerW } } : progress;
  }
  const { strokeCount, workPerStrokeJ } = record;
  return { ...progress, track: { ...track, earlyPower: { strokeCount, powerW, workPerStrokeJ } } };
}

/** Processes the held strokes once their piece or interval has begun. */
export function followEarlyStrokes(progress: RowProgress): RowProgress {
  const { earlyStrokes } = progress.track;
  if (earlyStrokes.length === 0) return progress;
  const released = { ...progress, track: { ...progress.track, earlyStrokes: [] } };
  return earlyStrokes.reduce(followStroke, released);
}
