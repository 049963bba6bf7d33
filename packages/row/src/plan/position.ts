/**
 * Compares a row with the plan of its workout item: the current piece, the next piece, and the completed share. Returns
 * no piece while the monitor is set to something else.
 */
import { isSameWork, lengthOf, type PlannedPiece, type Work, type WorkoutPlan } from '@boathouse/pm5/plan';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { mismatchOf } from './program.ts';
import { finishedSplits, type RowSplit } from '../reduce/splits.ts';
import type { RowProgress } from '../reduce/state.ts';

/** The current piece, or the piece before the current rest. */
type PlanPosition = {
  /** From 0. */
  index: number;
  count: number;
  piece: PlannedPiece;
  /** null after the last. */
  next: PlannedPiece | null;
};

/**
 * Returns the row's position in the plan; null if the monitor is set to something else, has not begun, or intervals
 * were missed, so that their number is a guess.
 */
export function positionOf(plan: WorkoutPlan, progress: RowProgress): PlanPosition | null {
  const { workoutType, track } = progress;
  const { interval, uncertainFrom, isAbandoned } = track.work;
  const count = plan.pieces.length;
  if (interval === null || uncertainFrom !== null || isAbandoned) return null;
  if (isIntervalWorkout(workoutType) !== count > 1) return null;
  const index = interval.number - 1;
  const piece = plan.pieces[index];
  if (piece === undefined) return null;
  // If the first record arrives in a rest, the interval has no target yet, and its number alone proves nothing.
  if (interval.target === null || !isSameWork(piece, interval.target)) return null;
  if (mismatchOf(plan, progress.setup) !== null || !areRowed(plan, finishedSplits(progress))) return null;
  return { index, count, piece, next: plan.pieces[index + 1] ?? null };
}

/** Meters and seconds by which a finished interval may differ from its piece: the monitor sends whole ones. */
const sameSplit = 1;

/** Whether the intervals finished so far are the plan's; calories of a split are rounded, so they prove nothing. */
function areRowed({ pieces }: WorkoutPlan, splits: readonly RowSplit[]): boolean {
  if (pieces.length === 1) return true;
  return splits.every(({ splitNumber, distanceM, timeSec }) => {
    const piece = pieces[splitNumber - 1];
    if (piece === undefined) return false;
    if (piece.kind === 'distance') return Math.abs(piece.distanceM - distanceM) <= sameSplit;
    return piece.kind !== 'time' || Math.abs(piece.durationSec - timeSec) <= sameSplit;
  });
}

/** The amount rowed, work only; null while unknown. */
type Rowed = { elapsedSec: number; distanceM: number; calories: number | null };

type Totals = { [kind in Work['kind']]: number };

/**
 * Returns the completed share of the plan, 0 to 1. A plan of one unit counts by that unit, a mixed one by its pieces,
 * which needs `position` and the rest of the piece. null for Just Row and while unknown.
 */
export function shareRowed(
  plan: WorkoutPlan,
  rowed: Rowed,
  at: { position: PlanPosition; remaining: Work | null; isResting: boolean } | null = null,
): number | null {
  if (plan.pieces.length === 0) return null;
  const totals: Totals = { distance: 0, time: 0, calories: 0 };
  for (const piece of plan.pieces) totals[piece.kind] += lengthOf(piece);
  const kinds = new Set(plan.pieces.map(({ kind }) => kind));
  const [kind] = kinds;
  if (kinds.size === 1 && kind !== undefined) {
    const done = { distance: rowed.distanceM, time: rowed.elapsedSec, calories: rowed.calories }[kind];
    return done === null ? null : within(done / totals[kind]);
  }
  if (at === null) return null;
  const { index, count, piece } = at.position;
  const isSame = at.remaining !== null && at.remaining.kind === piece.kind;
  if (!at.isResting && !isSame) return null;
  const left = at.isResting || at.remaining === null ? 0 : lengthOf(at.remaining) / lengthOf(piece);
  return within((index + 1 - within(left)) / count);
}

const within = (share: number): number => Math.min(1, Math.max(0, share));
