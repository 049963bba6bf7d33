import type { RowProgress } from '@boathouse/workout/row-progress';
import { parseWorkoutText } from '@boathouse/workout/workout-text';
import type { CockpitReading } from './cockpit.tsx';

/** What the cockpit shows of a row; after the end the result, which is what counts. */
export function readingOf(progress: RowProgress): CockpitReading {
  const { result } = progress;
  return {
    elapsedSec: result?.elapsedSec ?? progress.elapsedSec,
    distanceM: result?.distanceM ?? progress.distanceM,
    left: leftOf(progress),
    paceSec: progress.currentPaceSec,
    averagePaceSec: result?.averagePaceSec ?? progress.averagePaceSec,
    strokeRateSpm: progress.phase === 'waiting' ? null : progress.strokeRateSpm,
    heartRateBpm: progress.heartRateBpm,
    powerW: progress.powerW,
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

/** How much of the workout is rowed, 0 to 1, where its text tells one kind of total; else null. */
export function shareRowed(workout: string, progress: RowProgress): number | null {
  if (progress.result !== null) return 1;
  const pieces = parseWorkoutText(workout)?.pieces ?? [];
  if (pieces.length === 0) return null;
  let totalM = 0;
  let totalSec = 0;
  for (const piece of pieces) {
    if (piece.kind === 'distance') totalM += piece.distanceM;
    else totalSec += piece.durationSec;
  }
  if (totalM > 0 && totalSec > 0) return null;
  const share = totalM > 0 ? progress.distanceM / totalM : progress.elapsedSec / totalSec;
  return Math.min(1, Math.max(0, share));
}
