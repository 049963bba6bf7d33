import type { ListedActivity } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import type { RowProgress } from '@boathouse/row/progress';
import { positionOf, shareRowed } from '@boathouse/row/plan';
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
  if (phase === 'resting') return { kind: 'rest', timeSec: restTimeSec };
  return remaining;
}

/** Returns the completed share of the workout, 0 to 1; null if it is not known. */
export function shareOf(workout: string, progress: RowProgress, reading: CockpitReading): number | null {
  const plan = parseWorkoutText(workout);
  if (plan === null) return null;
  const position = positionOf(plan, progress);
  const calories = progress.result?.totalCalories ?? progress.totalCalories;
  return shareRowed(
    plan,
    { ...reading, calories: progress.pieceNumber === 0 ? null : calories },
    position && { position, remaining: progress.remaining, isResting: progress.phase === 'resting' },
  );
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
