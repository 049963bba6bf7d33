/**
 * A workout as pieces, in the terms of athletes and coaches, and the limits of a PM5 for it. The only definition:
 * `@boathouse/workout-text` reads it from a coach's text, `csafe-workouts.ts` programs it, the simulated erg rows it.
 */

export type Work =
  | { kind: 'distance'; distanceM: number }
  | { kind: 'time'; durationSec: number }
  /** kcal, as the monitor counts them. */
  | { kind: 'calories'; calories: number };

/** Inclusive; a single value has `min` = `max`, a maximum has `min` 0. */
export type Band = { min: number; max: number };

/** A target relative to each athlete's own best over a distance: '2k+10', '70% 2k watts'. */
export type RelativeTarget = {
  /** Meters of the best. */
  ofDistanceM: number;
  /** The athlete's best in seconds, once the target's pace or power is computed from it. */
  bestSec?: number;
} & (
  | { /** Seconds per 500 m, added to the pace of the best. */ offsetSec: number }
  | { /** A share of the watts of the best; 0.7 is 70 %. */ powerShare: number }
);

export type PieceTarget = {
  /** Seconds per 500 m. */
  paceSec?: number;
  relative?: RelativeTarget;
  /** Strokes per minute. */
  strokeRate?: Band;
  /** Beats per minute. */
  heartRate?: Band;
  powerW?: number;
  /** A word for the effort, as the coach wrote it: 'UT2', 'hard', 'warm up'. */
  intensity?: string;
};

export type PlannedPiece = Work & {
  /** The rest after the piece. 0: none. null: undefined, which lasts until the athlete rows again. */
  restSec: number | null;
  target?: PieceTarget;
};

/** Pieces in rowing order. No pieces: Just Row, which ends when the athlete ends it. */
export type WorkoutPlan = { pieces: PlannedPiece[] };

/** The limits of a PM5: meters, seconds. Source: Concept2 PM CSAFE Communication Definition 0.25. */
export const programLimits = {
  shortestDistanceM: 100,
  longestDistanceM: 50_000,
  shortestDurationSec: 20,
  longestDurationSec: 9 * 3600 + 59 * 60 + 59,
  mostSplits: 50,
  mostIntervals: 50,
  longestRestSec: 0xffff,
  slowestTargetPaceSec: 3600,
  /** The definition has no limits for calories: these are ours. */
  fewestCalories: 1,
  mostCalories: 9999,
} as const;

/** Inclusive limits of a piece's length, in meters, seconds or kcal. */
export const lengthLimits = {
  distance: { least: programLimits.shortestDistanceM, most: programLimits.longestDistanceM },
  time: { least: programLimits.shortestDurationSec, most: programLimits.longestDurationSec },
  calories: { least: programLimits.fewestCalories, most: programLimits.mostCalories },
} as const;

/** Returns the length of some work in meters, seconds or kcal. */
export function lengthOf(work: Work): number {
  if (work.kind === 'distance') return work.distanceM;
  return work.kind === 'time' ? work.durationSec : work.calories;
}

/** Half of the monitor's resolution of a time, 0.01 s. */
const workTolerance = 0.005;

/** Whether two works are equal to a monitor. */
export function isSameWork(one: Work, other: Work): boolean {
  return one.kind === other.kind && Math.abs(lengthOf(one) - lengthOf(other)) < workTolerance;
}
