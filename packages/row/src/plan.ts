/**
 * Compares a row with the plan of its workout item: which piece is under way, what comes next, how much of the whole is
 * done, and whether the values keep the targets. Returns no piece while the monitor is set to something else.
 */
import { isSameWork, lengthOf, type PlannedPiece, type Work, type WorkoutPlan } from '@boathouse/pm5/plan';
import { paceSecOfPower, powerWOf } from '@boathouse/workout/pace';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { mismatchOf } from './program.ts';
import { finishedSplits, type RowSplit } from './splits.ts';
import type { RowProgress } from './state.ts';

export type { Band, PieceTarget, PlannedPiece, Work, WorkoutPlan } from '@boathouse/pm5/plan';

/** The piece under way, or whose rest is under way. */
type PlanPosition = {
  /** From 0. */
  index: number;
  count: number;
  piece: PlannedPiece;
  /** null after the last. */
  next: PlannedPiece | null;
};

/**
 * Returns where in the plan the row is, or null if the monitor is set to something else, has not begun, or intervals
 * were missed, so that their number is a guess.
 */
export function positionOf(plan: WorkoutPlan, progress: RowProgress): PlanPosition | null {
  const { workoutType, track } = progress;
  const { interval } = track;
  const count = plan.pieces.length;
  if (interval === null || track.uncertainFrom !== null || track.isAbandoned) return null;
  if (isIntervalWorkout(workoutType) !== count > 1) return null;
  const index = interval.number - 1;
  const piece = plan.pieces[index];
  if (piece === undefined) return null;
  // In a rest a monitor heard for the first time has no target yet: the interval's number alone proves nothing.
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

/** What is rowed, work only; null where it is not known. */
type Rowed = { elapsedSec: number; distanceM: number; calories: number | null };

type Totals = { [kind in Work['kind']]: number };

/**
 * Returns the completed share of the plan, 0 to 1. A plan of one unit counts by that unit, a mixed one by its pieces,
 * which needs `position` and what remains of the piece. null for Just Row and where it is not known.
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

/** A target as a band of values; inclusive. */
export type TargetBand = { min: number; max: number };
type TargetBands = {
  /** Seconds per 500 m: `max` is the slowest. */
  pace: TargetBand | null;
  strokeRate: TargetBand | null;
  powerW: TargetBand | null;
  heartRate: TargetBand | null;
};

/**
 * A pace is called in whole seconds, and a steady crew varies by about a second from stroke to stroke: one within 1.0 s
 * is kept.
 */
const paceToleranceSec = 1;
/** The monitor's rate is a whole number of the last strokes: one below a rate to hold still holds it, one above breaks it. */
const rateTolerance = 1;

/** Returns the bands of a piece's targets, null for those that it does not have. */
export function bandsOf(target: PlannedPiece['target']): TargetBands {
  const { paceSec, strokeRate, powerW, heartRate } = target ?? {};
  return {
    pace: paceSec === undefined ? null : paceBand(paceSec),
    strokeRate: strokeRate === undefined ? null : rateBand(strokeRate),
    powerW: powerW === undefined ? null : powerBand(powerW),
    heartRate: heartRate ?? null,
  };
}

const paceBand = (paceSec: number): TargetBand => ({
  min: paceSec - paceToleranceSec,
  max: paceSec + paceToleranceSec,
});

/** "r20" is a rate to hold, so its band is 19 to 20. A range and a cap are their own bands. */
const rateBand = ({ min, max }: TargetBand): TargetBand =>
  min === max ? { min: Math.max(0, max - rateTolerance), max } : { min, max };

/** As wide as the pace's, because power and pace are two readings of one speed. */
function powerBand(powerW: number): TargetBand {
  const paceSec = paceSecOfPower(powerW);
  if (paceSec === null) return { min: powerW, max: powerW };
  const { min, max } = paceBand(paceSec);
  return { min: Math.round(powerWOf(max) ?? powerW), max: Math.round(powerWOf(min) ?? powerW) };
}

/** Where a value is relative to its band, and by how much it is outside. */
type BandReading = { side: 'below' | 'in' | 'above'; by: number };

export function readBand({ min, max }: TargetBand, value: number): BandReading {
  if (value < min) return { side: 'below', by: min - value };
  return value > max ? { side: 'above', by: value - max } : { side: 'in', by: 0 };
}

/**
 * Returns the target of an interval by its number, from 1, or null. `isExact`: the monitor follows the plan; otherwise
 * only a target that all pieces share is certain.
 */
export function targetOfInterval(
  { pieces }: WorkoutPlan,
  interval: number,
  isExact: boolean,
): NonNullable<PlannedPiece['target']> | null {
  const [first] = pieces;
  if (pieces.every((piece) => bandsKey(piece) === (first && bandsKey(first)))) return first?.target ?? null;
  return isExact ? (pieces[interval - 1]?.target ?? null) : null;
}

const bandsKey = ({ target }: PlannedPiece): string => JSON.stringify(bandsOf(target));
