import type { WorkoutProgram } from '../csafe-workouts.ts';
import { lengthOf } from '../plan.ts';
import type { PlannedPiece, Work } from '../plan.ts';
import { DurationType, IntervalType, WorkoutType } from '../records.ts';

/** How a simulated rower rows. */
export type SimulatedRower = {
  /** Mean pace in s/500 m; strokes vary around it. */
  paceSec: number;
  strokeRateSpm: number;
  /** Whether a heart rate belt is paired with the monitor. */
  heartRate?: boolean;
  /** The monitor's machine type; absent means a simulator's. */
  ergMachineType?: number;
};

/** A simulated rower and the workout that the monitor starts with. No pieces means Just Row, which ends when terminated. */
export type SimulatedPlan = SimulatedRower & {
  /** The rest of the last piece is ignored: nothing follows it. */
  pieces: ReadonlyArray<PlannedPiece>;
};

/** Ticks of 0.01 s, the resolution of every time on the wire. */
export const ticksPerSec = 100;

/** One interval as the monitor runs it. `goal` is in `unit`; null never ends. */
export type ProgrammedPiece = {
  unit: 'meters' | 'ticks' | 'calories';
  goal: number | null;
  /** Length of a split in `unit`; null if the interval itself is the split. */
  split: number | null;
  /** null: until the rower starts again. */
  restTicks: number | null;
};

export type ProgrammedPlan = {
  first: ProgrammedPiece;
  following: ReadonlyArray<ProgrammedPiece>;
  workoutType: number;
  isIntervals: boolean;
  /** Starts again after the last piece, until it is terminated. */
  repeats: boolean;
  /** For 0x3A, in m, s or kcal; 0 for a variable workout. */
  splitSize: number;
  /** For 0x3A, in s; 0 if rests differ. */
  commonRestSec: number;
};

const shortestSplits = { meters: 100, ticks: 20 * ticksPerSec, calories: 1 } as const;
const justRowSplitM = 500;

const justRow: ProgrammedPlan = {
  first: { unit: 'meters', goal: null, split: justRowSplitM, restTicks: 0 },
  following: [],
  workoutType: WorkoutType.justRowSplits,
  isIntervals: false,
  repeats: false,
  splitSize: justRowSplitM,
  commonRestSec: 0,
};

const singleTypes = {
  meters: WorkoutType.fixedDistanceSplits,
  ticks: WorkoutType.fixedTimeSplits,
  calories: WorkoutType.fixedCalorie,
} as const;
const repeatTypes = {
  meters: WorkoutType.fixedDistanceInterval,
  ticks: WorkoutType.fixedTimeInterval,
  calories: WorkoutType.fixedCaloriesInterval,
} as const;

/**
 * Converts a plan to the workout that the monitor starts with. Equal intervals get a fixed type, as apps that count
 * them send it. Throws RangeError for an impossible plan.
 */
export function planPieces({ pieces }: SimulatedPlan): ProgrammedPlan {
  const [first, ...following] = pieces.map(programPiece);
  if (first === undefined) return justRow;
  if (following.length === 0) return singleOf(first, defaultSplit(first));
  const isSameWork = following.every(({ unit, goal }) => unit === first.unit && goal === first.goal);
  const isSameRest = isRestCommon([first, ...following]);
  if (!isSameWork || !isSameRest) return variableOf(first, following);
  return { ...repeatOf(first), following, repeats: false };
}

/** Converts a program that the monitor has accepted to its workout. */
export function planProgram(program: WorkoutProgram): ProgrammedPlan {
  switch (program.kind) {
    case 'justRow':
      return justRow;
    case 'single': {
      const { work, split } = program;
      const piece = programPiece({ ...work, restSec: 0 });
      return singleOf(piece, piece.unit === 'ticks' ? Math.round(split * ticksPerSec) : split);
    }
    case 'repeat':
      return repeatOf(programPiece(program.piece));
    case 'variable': {
      const [first, ...following] = program.pieces.map(programPiece);
      return first === undefined ? justRow : variableOf(first, following);
    }
  }
}

function singleOf(piece: ProgrammedPiece, split: number): ProgrammedPlan {
  return {
    ...justRow,
    first: { ...piece, split },
    workoutType: singleTypes[piece.unit],
    splitSize: piece.unit === 'ticks' ? split / ticksPerSec : split,
  };
}

function repeatOf(piece: ProgrammedPiece): ProgrammedPlan {
  return {
    first: piece,
    following: [],
    workoutType: repeatTypes[piece.unit],
    isIntervals: true,
    repeats: true,
    splitSize: durationOf(piece).value,
    commonRestSec: (piece.restTicks ?? 0) / ticksPerSec,
  };
}

function variableOf(first: ProgrammedPiece, following: ReadonlyArray<ProgrammedPiece>): ProgrammedPlan {
  const all = [first, ...following];
  const hasUndefined = all.some(({ restTicks }) => restTicks === null);
  return {
    first,
    following,
    workoutType: hasUndefined ? WorkoutType.variableUndefinedRest : WorkoutType.variableInterval,
    isIntervals: true,
    repeats: false,
    splitSize: 0,
    commonRestSec: isRestCommon(all) ? (first.restTicks ?? 0) / ticksPerSec : 0,
  };
}

/** Whether all rests are equal, except the last one. */
function isRestCommon(pieces: ReadonlyArray<ProgrammedPiece>): boolean {
  return pieces.slice(0, -1).every(({ restTicks }) => restTicks === pieces[0]?.restTicks);
}

/** Returns the monitor's number for the piece's unit and rest. */
export function intervalTypeOf({ unit, restTicks }: ProgrammedPiece): number {
  const isUndefined = restTicks === null;
  switch (unit) {
    case 'meters':
      return isUndefined ? IntervalType.distanceRestUndefined : IntervalType.distance;
    case 'ticks':
      return isUndefined ? IntervalType.timeRestUndefined : IntervalType.time;
    case 'calories':
      return isUndefined ? IntervalType.caloriesRestUndefined : IntervalType.calories;
  }
}

/** Type and value of 0x31's workout duration, the value in m, s or kcal; 0 for Just Row. */
export function durationOf({ unit, goal }: ProgrammedPiece): { type: number; value: number } {
  if (unit === 'ticks') return { type: DurationType.time, value: (goal ?? 0) / ticksPerSec };
  return { type: unit === 'meters' ? DurationType.distance : DurationType.calories, value: goal ?? 0 };
}

const units = { distance: 'meters', time: 'ticks', calories: 'calories' } as const;

function programPiece(piece: PlannedPiece): ProgrammedPiece {
  const { restSec } = piece;
  if (restSec !== null && !(restSec >= 0 && Number.isFinite(restSec))) {
    throw new RangeError(`A rest lasts 0 s or more, not ${restSec}`);
  }
  return {
    unit: units[piece.kind],
    goal: goalOf(piece),
    split: null,
    restTicks: restSec === null ? null : Math.round(restSec * ticksPerSec),
  };
}

function goalOf(work: Work): number {
  const length = lengthOf(work);
  checkPositive(work.kind, length);
  return work.kind === 'time' ? Math.max(1, Math.round(length * ticksPerSec)) : length;
}

/** A fifth of the piece, the monitor's own default, but at least the shortest split. */
function defaultSplit({ unit, goal }: ProgrammedPiece): number {
  return Math.min(goal ?? 0, Math.max(shortestSplits[unit], Math.ceil((goal ?? 0) / 5)));
}

/** Throws RangeError for a rower who does not move. */
export function checkRower({ paceSec, strokeRateSpm }: SimulatedRower): void {
  checkPositive('pace', paceSec);
  checkPositive('stroke rate', strokeRateSpm);
}

function checkPositive(what: string, value: number): void {
  if (!(value > 0 && Number.isFinite(value))) {
    throw new RangeError(`A simulated ${what} is more than 0, not ${value}`);
  }
}
