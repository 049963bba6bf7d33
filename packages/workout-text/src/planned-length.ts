/** The length of a plan whose pieces are all distances or all times, so that a result need not repeat it. */
import type { WorkoutPlan } from '@boathouse/pm5/plan';

/** Meters and seconds of work; null if the plan does not fix them. */
export type PlannedLength = { distanceM: number | null; elapsedSec: number | null };

/** Returns the sum of the pieces. */
export function plannedLengthOf(plan: WorkoutPlan | null): PlannedLength {
  const pieces = plan?.pieces ?? [];
  let distanceM = 0;
  let elapsedSec = 0;
  for (const piece of pieces) {
    if (piece.kind === 'distance') distanceM += piece.distanceM;
    else if (piece.kind === 'time') elapsedSec += piece.durationSec;
  }
  const isOnly = (kind: 'distance' | 'time') =>
    pieces.length > 0 && pieces.every((piece) => piece.kind === kind);
  return {
    distanceM: isOnly('distance') ? distanceM : null,
    elapsedSec: isOnly('time') ? elapsedSec : null,
  };
}
