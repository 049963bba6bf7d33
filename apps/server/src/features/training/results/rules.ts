import type { ActivitySource, Machine } from '@boathouse/contract/activities';
import { rankedPieces, type DecidingFigure, type RankedPiece } from '@boathouse/contract/statistics';
import { isCompared } from '@boathouse/workout/machine';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import type { PlannedPiece, WorkoutPlan } from '@boathouse/workout-text/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';

/** The fields that decide with which results an activity is compared. Units: meters, seconds. */
export type Rowed = {
  userId: string;
  createdAt: Date;
  machine: Machine;
  source: ActivitySource;
  /** The club of its session allows entered results as bests. */
  ranksEntered: boolean;
  isCompleted: boolean;
  isPartial: boolean;
  workout: string;
  /** The plan that was read when the workout began; null if its text must be read now. */
  plan: WorkoutPlan | null;
  workoutType: number | null;
  distance: number;
  elapsedTime: number;
  /** The ranked pieces that this result completes. */
  pieces: readonly RankedPiece[];
};

/** Inclusive. */
export type Range = { from: number; to: number };
/** The limits within which a result ended at its plan's end; null without limits. */
type Ends = { distanceM: Range | null; elapsedSec: Range | null };

/** Which of the athlete's results a result is compared with. */
export type Comparison = { decides: DecidingFigure } & (
  | { by: 'piece'; piece: RankedPiece }
  /** `shape` is the plan's pieces without their targets. */
  | { by: 'plan'; shape: readonly Omit<PlannedPiece, 'target'>[]; isOfIntervals: boolean; ends: Ends }
);

/** As for personal bests: half of the monitor's resolution, and a piece ended by hand a little late. */
const tolerance = 0.05;
const overrunM = 1;

/**
 * Returns the results to compare a result with, or null for none: complete results on a real Concept2 erg are compared,
 * and entered ones if their club lets these be bests. Results of a ranked piece are compared like personal bests
 * (decision 015), even if one was rowed as Just Row; others with results of the same plan that ended at its end.
 */
export function comparisonOf(rowed: Rowed): Comparison | null {
  if (!rowed.isCompleted || rowed.isPartial || rowed.source === 'simulated') return null;
  if (!isCompared(rowed.machine)) return null;
  if (rowed.source === 'entered' && !rowed.ranksEntered) return null;
  const pieces = (rowed.plan ?? parseWorkoutText(rowed.workout))?.pieces ?? [];
  const decides = decidingOf(pieces);
  // 5,000 m in exactly 20:00 match two ranked pieces: the plan shows which one was meant.
  const piece = rowed.pieces.find((each) => pieces.length === 0 || decidingOfPiece(each) === decides);
  if (piece !== undefined) return { by: 'piece', piece, decides: decidingOfPiece(piece) };
  const comparison = comparisonOfPieces(pieces);
  if (comparison === null) return null;
  const { isOfIntervals, ends } = comparison;
  if (rowed.workoutType !== null && isIntervalWorkout(rowed.workoutType) !== isOfIntervals) return null;
  if (!isWithin(ends.distanceM, rowed.distance) || !isWithin(ends.elapsedSec, rowed.elapsedTime)) return null;
  return comparison;
}

/** Compares the results of a plan; null without pieces. */
function comparisonOfPieces(pieces: readonly PlannedPiece[]): (Comparison & { by: 'plan' }) | null {
  if (pieces.length === 0) return null;
  return {
    by: 'plan',
    shape: pieces.map(({ target: _target, ...piece }) => piece),
    isOfIntervals: pieces.length > 1,
    ends: endsOf(pieces),
    decides: decidingOf(pieces),
  };
}

/** Returns the ranked piece that a plan equals; null for another plan. */
export function rankedPieceOf([piece, ...others]: readonly Omit<
  PlannedPiece,
  'target'
>[]): RankedPiece | null {
  if (piece === undefined || others.length > 0) return null;
  const found = rankedPieces.find((ranked) =>
    'distanceM' in ranked
      ? 'distanceM' in piece && piece.distanceM === ranked.distanceM
      : 'durationSec' in piece && piece.durationSec === ranked.durationSec,
  );
  return found?.piece ?? null;
}

/** Returns the comparison of all results of a workout; null for a text without pieces. */
export function comparisonOfText(workout: string): Comparison | null {
  const pieces = parseWorkoutText(workout)?.pieces ?? [];
  const piece = rankedPieceOf(pieces);
  if (piece === null) return comparisonOfPieces(pieces);
  return { by: 'piece', piece, decides: decidingOfPiece(piece) };
}

/** Returns the plan of a ranked piece. */
export function planOfPiece(piece: RankedPiece): WorkoutPlan {
  const ranked = rankedPieces.find((each) => each.piece === piece);
  if (ranked === undefined) return { pieces: [] };
  const work =
    'distanceM' in ranked
      ? ({ kind: 'distance', distanceM: ranked.distanceM } as const)
      : ({ kind: 'time', durationSec: ranked.durationSec } as const);
  return { pieces: [{ ...work, restSec: 0 }] };
}

function decidingOf(pieces: readonly PlannedPiece[]): DecidingFigure {
  const kinds = new Set(pieces.map(({ kind }) => kind));
  if (kinds.size !== 1) return 'averagePace';
  return kinds.has('time') ? 'distance' : 'elapsedTime';
}

function decidingOfPiece(piece: RankedPiece): DecidingFigure {
  return rankedPieces.some((each) => each.piece === piece && 'durationSec' in each)
    ? 'distance'
    : 'elapsedTime';
}

/** More meters in more time prove nothing: a result of only times ends with the last, and one of only distances too. */
function endsOf(pieces: readonly PlannedPiece[]): Ends {
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const kinds = new Set(pieces.map(({ kind }) => kind));
  const [kind] = kinds;
  const none = { distanceM: null, elapsedSec: null };
  if (kinds.size !== 1) return none;
  if (kind === 'distance') {
    const plannedM = sumOf(pieces.map((piece) => (piece.kind === 'distance' ? piece.distanceM : 0)));
    return { ...none, distanceM: { from: plannedM - tolerance, to: plannedM + overrunM } };
  }
  if (kind !== 'time') return none;
  const plannedSec = sumOf(pieces.map((piece) => (piece.kind === 'time' ? piece.durationSec : 0)));
  return { ...none, elapsedSec: { from: plannedSec - tolerance, to: plannedSec + tolerance } };
}

const isWithin = (range: Range | null, value: number): boolean =>
  range === null || (value >= range.from && value <= range.to);
