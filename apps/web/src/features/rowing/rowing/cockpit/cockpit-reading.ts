import type { ListedActivity, Machine } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import { machineOfRow } from '@boathouse/row/reduce/machine';
import type { RowProgress } from '@boathouse/row/reduce/progress';
import type { Work } from '@boathouse/workout-text/plan';
import { knownMeters } from '@boathouse/workout/machine';
import { paceSecOf } from '@boathouse/workout/pace';
import { finishedSplits, type RowSplit } from '@boathouse/row/reduce/splits';

/** The monitor's latest values; null for missing ones (no belt, not moving yet). */
export type CockpitReading = {
  phase: RowProgress['phase'];
  /** A RowErg until another one is known. */
  machine: Machine;
  elapsedSec: number;
  /** null on a machine that sends no meters. */
  distanceM: number | null;
  /** The remainder of the piece; null for a workout without an end. */
  left:
    | Work
    /** A planned rest counts down; null until the monitor has sent its time. */
    | { kind: 'rest'; timeSec: number | null }
    | null;
  /** Seconds per 500 m. */
  paceSec: number | null;
  averagePaceSec: number | null;
  strokeRateSpm: number | null;
  heartRateBpm: number | null;
  powerW: number | null;
  /** kcal of the whole row. */
  calories: number | null;
  dragFactor: number | null;
  projection: RowProgress['projection'];
  /** Finished splits or intervals, oldest first. */
  splits: RowSplit[];
};

/**
 * Returns the values that the cockpit shows; after the end, the result. `stored` has the server's values: for a row
 * resumed from another device without own values, and for a reloaded page that is behind the samples it has sent. Only
 * the monitor's own summary overrides them.
 */
export function readingOf(progress: RowProgress, stored: ListedActivity | null = null): CockpitReading {
  const { result } = progress;
  const isUnheard = progress.pieceNumber === 0 && (stored?.distance ?? 0) > 0;
  if (stored !== null && (isUnheard || (stored.isCompleted && result === null))) {
    return readingOfStored(stored);
  }
  if (stored !== null && result?.source !== 'summary' && stored.isCompleted) {
    return { ...readingOfStored(stored), splits: finishedSplits(progress) };
  }
  const own = ownReadingOf(progress, stored?.machine);
  return stored === null || result?.source === 'summary' ? own : notBehind(own, stored);
}

/** Raises the totals of a page to the server's. */
function notBehind(own: CockpitReading, stored: ListedActivity): CockpitReading {
  const elapsedSec = Math.max(own.elapsedSec, stored.elapsedTime);
  const ownM = own.distanceM ?? 0;
  const distanceM = Math.max(ownM, stored.distance);
  const isBehind = elapsedSec > own.elapsedSec || distanceM > ownM;
  return isBehind
    ? {
        ...own,
        elapsedSec,
        distanceM: knownMeters(distanceM, elapsedSec),
        averagePaceSec: paceSecOf(distanceM, elapsedSec),
      }
    : own;
}

function ownReadingOf(progress: RowProgress, stored: Machine = 'rower'): CockpitReading {
  const { result } = progress;
  // The monitor keeps its last pace and rate in a rest or a pause, so hide them.
  const isMoving = progress.phase === 'rowing' || progress.phase === 'ending';
  const elapsedSec = result?.elapsedSec ?? progress.elapsedSec;
  return {
    phase: progress.phase,
    machine: machineOfRow(progress) ?? stored,
    elapsedSec,
    distanceM: knownMeters(result?.distanceM ?? progress.distanceM, elapsedSec),
    left: leftOf(progress),
    paceSec: isMoving ? progress.currentPaceSec : null,
    averagePaceSec: result?.averagePaceSec ?? progress.averagePaceSec,
    strokeRateSpm: isMoving ? progress.strokeRateSpm || null : (result?.averageStrokeRateSpm ?? null),
    heartRateBpm: result === null ? progress.heartRateBpm : result.averageHeartRateBpm,
    powerW: isMoving ? progress.powerW : (result?.averagePowerW ?? null),
    calories: result === null ? progress.totalCalories : result.totalCalories,
    dragFactor: result?.dragFactor ?? progress.dragFactor,
    // After a reset the monitor has no values of the projected workout.
    projection: progress.phase === 'waiting' ? null : progress.projection,
    splits: finishedSplits(progress),
  };
}

/** The values of a row in progress that the server lacks. */
const nothingMore = { calories: null, dragFactor: null, projection: null, splits: [] };

function readingOfStored(stored: ListedActivity): CockpitReading {
  return {
    ...nothingMore,
    phase: stored.isCompleted ? 'finished' : 'rowing',
    machine: stored.machine,
    elapsedSec: stored.elapsedTime,
    distanceM: knownMeters(stored.distance, stored.elapsedTime),
    left: null,
    paceSec: null,
    averagePaceSec: stored.averagePace,
    strokeRateSpm: stored.isCompleted ? stored.strokeRate || null : null,
    heartRateBpm: stored.heartRate,
    powerW: stored.averagePower,
    calories: stored.totalCalories,
    dragFactor: stored.dragFactor > 0 ? stored.dragFactor : null,
  };
}

function leftOf({ phase, remaining, restTimeSec }: RowProgress): CockpitReading['left'] {
  if (phase === 'finished') return null;
  if (phase === 'resting') return { kind: 'rest', timeSec: restTimeSec };
  return remaining;
}

/** Returns the values that another device of the athlete sends to the room. */
export function readingOfSample(sample: LiveSample, machine: Machine): CockpitReading {
  return {
    ...nothingMore,
    phase: sample.phase,
    machine,
    elapsedSec: sample.elapsedTime,
    distanceM: knownMeters(sample.distance, sample.elapsedTime),
    left: null,
    paceSec: sample.currentPace,
    averagePaceSec: sample.averagePace,
    strokeRateSpm: sample.strokeRate > 0 ? sample.strokeRate : null,
    heartRateBpm: sample.heartRate,
    powerW: null,
  };
}
