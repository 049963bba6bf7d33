/** The program that a PM5 gets for a plan, and whether the monitor is set to it. */
import type { WorkoutProgram } from '@boathouse/pm5/csafe-workouts';
import {
  isSameWork,
  lengthLimits,
  lengthOf,
  programLimits,
  type PlannedPiece,
  type Work,
  type WorkoutPlan,
} from '@boathouse/pm5/plan';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import type { MonitorSetup } from '../reduce/state.ts';
import { clockOf, describePlan } from '@boathouse/workout-text/describe';

/** Usual lengths of splits: meters, seconds, kcal. */
const splitLengths = {
  distance: [100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000],
  time: [20, 30, 60, 120, 180, 240, 300, 600, 900, 1200, 1800, 3600, 7200],
  calories: [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000],
} as const;
const mostDefaultSplits = 6;

/** Returns the shortest usual split that divides the piece into at most six: 500 m of 2000 m, 4:00 of 20:00. */
export function splitOf(work: Work): number {
  const whole = lengthOf(work);
  return Math.min(
    whole,
    splitLengths[work.kind].find((length) => whole / length <= mostDefaultSplits) ?? whole,
  );
}

/**
 * Returns the program of a plan, or why a monitor can't have it, for the athlete.
 *
 * Equal intervals are variable ones, because the monitor's own repeat has no count. Equal intervals of calories repeat,
 * because variable ones have no calories. A single piece has no target on the monitor.
 */
export function programOf({ pieces }: WorkoutPlan): { program: WorkoutProgram } | { refusal: string } {
  const [first, ...others] = pieces;
  if (first === undefined) return { program: { kind: 'justRow' } };
  const refusal = refusalOf(pieces);
  if (refusal !== null) return { refusal };
  if (others.length === 0) return { program: { kind: 'single', work: workOf(first), split: splitOf(first) } };
  if (pieces.every(({ kind }) => kind !== 'calories')) return { program: { kind: 'variable', pieces } };
  return areEqual(pieces) && first.restSec !== null
    ? { program: { kind: 'repeat', piece: first } }
    : {
        refusal:
          'Calories can be sent to the monitor alone or in equal intervals, not mixed with other pieces.',
      };
}

/** Returns a text that is the same for two plans if the monitor gets the same program for both. */
export function programKeyOf(plan: WorkoutPlan): string {
  const read = programOf(plan);
  return JSON.stringify('program' in read ? read.program : plan);
}

function refusalOf(pieces: readonly PlannedPiece[]): string | null {
  const { mostIntervals, longestRestSec, slowestTargetPaceSec } = programLimits;
  if (pieces.length > mostIntervals) {
    return `The monitor takes ${mostIntervals} intervals at most; this workout has ${pieces.length}.`;
  }
  for (const piece of pieces) {
    const length = lengthOf(piece);
    const { least, most } = lengthLimits[piece.kind];
    if (!(length >= least && length <= most)) {
      return `The monitor takes ${wordsOf(withLength(piece, least))} to ${wordsOf(withLength(piece, most))} for a piece.`;
    }
    const value = piece.kind === 'time' ? length * 100 : length;
    if (Math.abs(value - Math.round(value)) > 1e-6) {
      return 'The monitor takes no parts of a meter, a calorie or a hundredth of a second.';
    }
    const restSec = piece.restSec ?? 0;
    if (!(restSec >= 0 && restSec <= longestRestSec && Number.isInteger(restSec))) {
      return `The monitor takes rests of whole seconds up to ${clockOf(longestRestSec)}.`;
    }
    const paceSec = piece.target?.paceSec ?? 1;
    if (!(paceSec >= 1 && paceSec <= slowestTargetPaceSec)) {
      return `The monitor takes a target pace up to ${clockOf(slowestTargetPaceSec)} per 500 m.`;
    }
  }
  return null;
}

export function withLength({ kind }: Work, length: number): Work {
  if (kind === 'distance') return { kind, distanceM: length };
  return kind === 'time' ? { kind, durationSec: length } : { kind, calories: length };
}

function workOf(piece: PlannedPiece): Work {
  return withLength(piece, lengthOf(piece));
}

/** Whether all pieces have one length, rest and target pace; the last rest does not count. */
export function areEqual(pieces: readonly PlannedPiece[]): boolean {
  const [first] = pieces;
  return (
    first !== undefined &&
    pieces.every((piece) => isSameWork(piece, first) && piece.target?.paceSec === first.target?.paceSec) &&
    pieces.slice(0, -1).every(({ restSec }) => restSec === first.restSec)
  );
}

export function wordsOf(work: Work): string {
  return describePlan({ pieces: [{ ...work, restSec: 0 }] });
}

/** Describes the lengths and rests of a plan, and the targets that `targetOf` returns. */
function planWords(
  { pieces }: WorkoutPlan,
  targetOf: (piece: PlannedPiece) => PlannedPiece['target'] = () => undefined,
): string {
  if (pieces.length === 0) return 'Just Row';
  return describePlan({
    pieces: pieces.map((piece) => {
      const target = targetOf(piece);
      const bare = { ...workOf(piece), restSec: pieces.length > 1 ? piece.restSec : 0 };
      return target === undefined ? bare : { ...bare, target };
    }),
  });
}

/** The target that the monitor gets: a pace, in intervals. */
function sentTarget({ target }: PlannedPiece): PlannedPiece['target'] {
  return target?.paceSec === undefined ? undefined : { paceSec: target.paceSec };
}

/** Returns the instructions for setting the monitor to a plan that it does not have. */
export function settingWords(plan: WorkoutPlan): string {
  return plan.pieces.length === 0
    ? 'Choose Just Row on your monitor.'
    : `Set your monitor to ${planWords(plan)}.`;
}

/** Returns the message for the athlete once the monitor has the plan's program. */
export function describeProgrammed(plan: WorkoutPlan): string {
  const read = programOf(plan);
  const isRepeated = 'program' in read && read.program.kind === 'repeat';
  const words = `Your monitor is set to ${planWords(plan, plan.pieces.length > 1 ? sentTarget : undefined)}.`;
  return isRepeated ? `${words} ${endAfter(plan.pieces.length)}` : words;
}

export function endAfter(count: number): string {
  return `The monitor repeats the interval without end: finish after ${count}.`;
}

/** The monitor's numbers of workout types. Source: Concept2 PM CSAFE Definition 0.25, `WorkoutType` in packages/pm5. */
const justRowTypes: readonly number[] = [0, 1];
const variableTypes: readonly number[] = [8, 9];

/**
 * Returns a sentence if the monitor is certainly set to something else than the plan; otherwise null. Rests and later
 * intervals are not compared, because the monitor reports only the first length. A waiting monitor without a workout
 * may be in its menu.
 */
export function mismatchOf(plan: WorkoutPlan, setup: MonitorSetup | null): string | null {
  if (setup === null || isPossible(plan.pieces, setup)) return null;
  return `Your monitor is set to ${setupWords(setup)}; this item is ${planWords(plan)}.`;
}

function isPossible(pieces: readonly PlannedPiece[], { workoutType, work, isBegun }: MonitorSetup): boolean {
  const [first, ...others] = pieces;
  if (justRowTypes.includes(workoutType)) return !isBegun || first === undefined;
  if (first === undefined) return false;
  if (work === null) return !isBegun;
  const isFirst = isSameWork(first, work);
  if (variableTypes.includes(workoutType)) return isFirst;
  // Its first interval is the plan's only piece, or equals every piece.
  if (isIntervalWorkout(workoutType)) return isFirst && others.every((piece) => isSameWork(piece, work));
  return others.length === 0 ? isFirst : isWholeWithSplits(pieces, work);
}

/** Apps send equal intervals without rest as one piece with splits. */
function isWholeWithSplits(pieces: readonly PlannedPiece[], work: Work): boolean {
  const total = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const hasRest = pieces.slice(0, -1).some(({ restSec }) => restSec !== 0);
  return (
    !hasRest && pieces.every(({ kind }) => kind === work.kind) && isSameWork(withLength(work, total), work)
  );
}

function setupWords({ workoutType, work }: MonitorSetup): string {
  if (justRowTypes.includes(workoutType)) return 'Just Row';
  if (work === null) return 'another workout';
  if (variableTypes.includes(workoutType)) return `intervals that begin with ${wordsOf(work)}`;
  return isIntervalWorkout(workoutType) ? `intervals of ${wordsOf(work)}` : wordsOf(work);
}
