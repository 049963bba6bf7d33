/** Compares the stored figures of a completed row with the plan that it was rowed for. */
import { lengthOf, type PlannedPiece, type WorkoutPlan } from '@boathouse/pm5/plan';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';

/**
 * The figures of a row that decide whether it is the workout of a plan. Units: meters, seconds, kcal; null while
 * unknown.
 */
type RowedWork = {
  /** The monitor's code. */
  workoutType: number | null;
  distance: number;
  elapsedTime: number;
  totalCalories: number | null;
  /** For a single piece, its splits. */
  intervals: ReadonlyArray<{ distance: number; time: number; restTime: number }>;
};

/** Meters and seconds by which a finished interval may differ from its piece: the monitor sends whole ones. */
const sameSplit = 1;

/** As for personal bests: half of the monitor's resolution, or a piece ended by hand a little late. */
const toleranceSec = 0.05;
const overrunM = 1;

/** Whether a completed row does not match a plan with pieces: it continued after their end, or had other pieces. */
export function isOtherWorkout(plan: WorkoutPlan, rowed: RowedWork): boolean {
  const { pieces } = plan;
  const { workoutType, intervals } = rowed;
  const wereIntervals = isIntervalWorkout(workoutType) || intervals.some(({ restTime }) => restTime > 0);
  if (pieces.length === 1) return wereIntervals || isPastEnd(plan, rowed);
  if (!wereIntervals) {
    // Athletes can row pieces without rests as one.
    return pieces.slice(0, -1).some(({ restSec }) => restSec !== 0) || isPastEnd(plan, rowed);
  }
  if (intervals.length === 0) return isPastEnd(plan, rowed);
  return intervals.some(({ distance, time }, index) => {
    const piece = pieces[index];
    if (piece === undefined) return true;
    // Intervals are stored without their calories.
    const longer = amountOf(piece, { distance, time, calories: null }) - lengthOf(piece);
    const isLast = index === intervals.length - 1;
    return longer > sameSplit || (!isLast && longer < -sameSplit);
  });
}

/** Whether the row exceeds the sum of the pieces of a plan of one unit; false for a mixed plan. */
export function isPastEnd({ pieces }: WorkoutPlan, rowed: Omit<RowedWork, 'intervals'>): boolean {
  const [first, ...others] = pieces;
  if (first === undefined || others.some(({ kind }) => kind !== first.kind)) return false;
  const planned = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const most = { distance: overrunM, time: toleranceSec, calories: 0 }[first.kind];
  const { distance, elapsedTime: time, totalCalories: calories } = rowed;
  return ({ distance, time, calories }[first.kind] ?? 0) > planned + most;
}

type Amounts = { distance: number; time: number; calories: number | null };

/** An unknown amount counts as the piece's amount. */
const amountOf = (piece: PlannedPiece, amounts: Amounts) => amounts[piece.kind] ?? lengthOf(piece);
