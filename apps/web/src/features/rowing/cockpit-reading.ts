import type { ListedActivity } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import type { RowProgress } from '@boathouse/row/progress';
import { parseWorkoutText } from '@boathouse/row/text';
import type { CockpitReading } from './cockpit.tsx';

/**
 * Returns the values that the cockpit shows; after the end, the result. `stored` has the server's values, for a row
 * resumed from another device that this device has no values of.
 */
export function readingOf(progress: RowProgress, stored: ListedActivity | null = null): CockpitReading {
  const { result } = progress;
  if (stored !== null && (progress.pieceNumber === 0 || (stored.isCompleted && result === null))) {
    return readingOfStored(stored);
  }
  // The monitor keeps its last pace and rate in a rest or a pause, so hide them.
  const isMoving = progress.phase === 'rowing' || progress.phase === 'ending';
  return {
    elapsedSec: result?.elapsedSec ?? progress.elapsedSec,
    distanceM: result?.distanceM ?? progress.distanceM,
    left: leftOf(progress),
    paceSec: isMoving ? progress.currentPaceSec : null,
    averagePaceSec: result?.averagePaceSec ?? progress.averagePaceSec,
    strokeRateSpm: isMoving ? progress.strokeRateSpm : (result?.averageStrokeRateSpm ?? null),
    heartRateBpm: result?.averageHeartRateBpm ?? progress.heartRateBpm,
    powerW: isMoving ? progress.powerW : (result?.averagePowerW ?? null),
  };
}

function readingOfStored(stored: ListedActivity): CockpitReading {
  return {
    elapsedSec: stored.elapsedTime,
    distanceM: stored.distance,
    left: null,
    paceSec: null,
    averagePaceSec: stored.averagePace,
    strokeRateSpm: stored.isCompleted && stored.strokeRate > 0 ? stored.strokeRate : null,
    heartRateBpm: stored.heartRate,
    powerW: stored.averagePower,
  };
}

function leftOf({ phase, remaining, restTimeSec }: RowProgress): CockpitReading['left'] {
  if (phase === 'finished') return null;
  if (phase === 'resting' && restTimeSec !== null) return { kind: 'rest', timeSec: restTimeSec };
  if (remaining === null) return null;
  return remaining.kind === 'distance'
    ? { kind: 'distance', distanceM: remaining.distanceM }
    : { kind: 'time', timeSec: remaining.durationSec };
}

/** Returns the completed share of the workout, 0 to 1; null if its text has no single total. */
export function shareRowed(
  workout: string,
  { distanceM, elapsedSec }: Pick<CockpitReading, 'distanceM' | 'elapsedSec'>,
): number | null {
  const pieces = parseWorkoutText(workout)?.pieces ?? [];
  if (pieces.length === 0) return null;
  let totalM = 0;
  let totalSec = 0;
  for (const piece of pieces) {
    if (piece.kind === 'calories') return null;
    if (piece.kind === 'distance') totalM += piece.distanceM;
    else totalSec += piece.durationSec;
  }
  if (totalM > 0 && totalSec > 0) return null;
  const share = totalM > 0 ? distanceM / totalM : elapsedSec / totalSec;
  return Math.min(1, Math.max(0, share));
}

/** Returns the values that another device of the athlete sends to the room. */
export function readingOfSample(sample: LiveSample): CockpitReading {
  return {
    elapsedSec: sample.elapsedTime,
    distanceM: sample.distance,
    left: null,
    paceSec: sample.currentPace,
    averagePaceSec: sample.averagePace,
    strokeRateSpm: sample.strokeRate > 0 ? sample.strokeRate : null,
    heartRateBpm: sample.heartRate,
    powerW: null,
  };
}
