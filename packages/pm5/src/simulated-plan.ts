import type { PlannedPiece } from './plan.ts';
import { DurationType, IntervalType, WorkoutType } from './records.ts';

/** The workout of a simulated rower. No pieces means Just Row, which ends only when terminated. */
export type SimulatedPlan = {
  /** The rest of the last piece is ignored: nothing follows it. */
  pieces: ReadonlyArray<PlannedPiece>;
  /** Mean pace in s/500 m; strokes vary around it. */
  paceSec: number;
  strokeRateSpm: number;
  /** Whether a heart rate belt is paired with the monitor. */
  heartRate?: boolean;
};

/** Ticks of 0.01 s, the resolution of every time on the wire. */
export const ticksPerSec = 100;

/** One interval as the monitor runs it. `goal` is in `unit`; null never ends. */
export type ProgrammedPiece = {
  unit: 'metres' | 'ticks';
  goal: number | null;
  /** Length of a split in `unit`; null where the interval itself is the split. */
  split: number | null;
  restTicks: number;
};

export type ProgrammedPlan = {
  first: ProgrammedPiece;
  following: ReadonlyArray<ProgrammedPiece>;
  workoutType: number;
  isIntervals: boolean;
  /** Of 0x3A, in m or s; 0 for a variable workout. */
  splitSize: number;
  /** Of 0x3A, in s; 0 where rests differ. */
  commonRestSec: number;
};

const shortestSplitM = 100;
const shortestSplitTicks = 20 * ticksPerSec;
const justRowSplitM = 500;

/** Converts a plan to the workout a monitor would be programmed with. Throws RangeError for an impossible plan. */
export function programPlan(plan: SimulatedPlan): ProgrammedPlan {
  checkPositive('pace', plan.paceSec);
  checkPositive('stroke rate', plan.strokeRateSpm);
  const pieces = plan.pieces.map(programPiece);
  const [first, ...following] = pieces;
  if (first === undefined) {
    return {
      first: { unit: 'metres', goal: null, split: justRowSplitM, restTicks: 0 },
      following,
      workoutType: WorkoutType.justRowSplits,
      isIntervals: false,
      splitSize: justRowSplitM,
      commonRestSec: 0,
    };
  }
  if (following.length === 0) {
    const split = defaultSplit(first);
    const isDistance = first.unit === 'metres';
    return {
      first: { ...first, split },
      following,
      workoutType: isDistance ? WorkoutType.fixedDistanceSplits : WorkoutType.fixedTimeSplits,
      isIntervals: false,
      splitSize: isDistance ? split : split / ticksPerSec,
      commonRestSec: 0,
    };
  }
  const isSameWork = following.every(({ unit, goal }) => unit === first.unit && goal === first.goal);
  const isSameRest = pieces.slice(0, -1).every(({ restTicks }) => restTicks === first.restTicks);
  const isFixed = isSameWork && isSameRest;
  const size = first.unit === 'metres' ? first.goal : (first.goal ?? 0) / ticksPerSec;
  const fixedType =
    first.unit === 'metres' ? WorkoutType.fixedDistanceInterval : WorkoutType.fixedTimeInterval;
  return {
    first,
    following,
    workoutType: isFixed ? fixedType : WorkoutType.variableInterval,
    isIntervals: true,
    splitSize: isFixed ? (size ?? 0) : 0,
    commonRestSec: isSameRest ? first.restTicks / ticksPerSec : 0,
  };
}

export function intervalTypeOf(piece: ProgrammedPiece): number {
  return piece.unit === 'metres' ? IntervalType.distance : IntervalType.time;
}

/** Type and value of 0x31's workout duration, the value in m or s; 0 for Just Row. */
export function durationOf(piece: ProgrammedPiece): { type: number; value: number } {
  if (piece.unit === 'metres') return { type: DurationType.distance, value: piece.goal ?? 0 };
  return { type: DurationType.time, value: (piece.goal ?? 0) / ticksPerSec };
}

function programPiece(piece: PlannedPiece): ProgrammedPiece {
  const restSec = piece.restSec ?? 0;
  if (!(restSec >= 0 && Number.isFinite(restSec))) {
    throw new RangeError(`A rest lasts 0 s or more, not ${restSec}`);
  }
  const restTicks = Math.round(restSec * ticksPerSec);
  if (piece.kind === 'calories') return { unit: 'metres', goal: null, split: null, restTicks };
  if (piece.kind === 'distance') {
    checkPositive('distance', piece.distanceM);
    return { unit: 'metres', goal: piece.distanceM, split: null, restTicks };
  }
  checkPositive('time', piece.durationSec);
  const goal = Math.max(1, Math.round(piece.durationSec * ticksPerSec));
  return { unit: 'ticks', goal, split: null, restTicks };
}

/** A fifth of the piece, the monitor's own default, but at least the shortest split. */
function defaultSplit(piece: ProgrammedPiece): number {
  const goal = piece.goal ?? 0;
  const shortest = piece.unit === 'metres' ? shortestSplitM : shortestSplitTicks;
  return Math.min(goal, Math.max(shortest, Math.ceil(goal / 5)));
}

function checkPositive(what: string, value: number): void {
  if (!(value > 0 && Number.isFinite(value))) {
    throw new RangeError(`A simulated ${what} is more than 0, not ${value}`);
  }
}
