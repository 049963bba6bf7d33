import { limits } from '@boathouse/contract/limits';
import { rankedPieces } from '@boathouse/contract/statistics';
import type { PlannedPiece, WorkoutPlan } from '@boathouse/workout-text/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describePlan } from '@boathouse/workout-text/describe';

const justRow = 'Just row';

const setDistances = new Set<number>(
  rankedPieces.flatMap((piece) => ('distanceM' in piece ? piece.distanceM : [])),
);

export function isRoundDistance(meters: number): boolean {
  return meters > 0 && (meters % 100 === 0 || setDistances.has(meters));
}

export function isRoundTime(sec: number): boolean {
  return sec > 0 && sec % 30 === 0;
}

/** A workout of one piece that ended at an amount to which monitors are usually set, or was ended by hand. */
export function singlePlanOf(distance: number, elapsedTime: number): WorkoutPlan | null {
  const meters = Math.round(distance);
  const sec = Math.round(elapsedTime);
  if (Math.abs(distance - meters) < 0.2 && isRoundDistance(meters)) {
    return checkedPlan([{ kind: 'distance', distanceM: meters, restSec: 0 }]);
  }
  if (Math.abs(elapsedTime - sec) < 0.05 && isRoundTime(sec)) {
    return checkedPlan([{ kind: 'time', durationSec: sec, restSec: 0 }]);
  }
  return parseWorkoutText(justRow);
}

/** Null for a plan whose text would be too long or read differently. */
export function checkedPlan(pieces: PlannedPiece[]): WorkoutPlan | null {
  const text = describePlan({ pieces });
  if (text.length > limits.workoutItemMax) return null;
  return parseWorkoutText(text);
}
