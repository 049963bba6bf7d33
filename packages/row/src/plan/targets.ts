/** The targets of a plan as bands of values, and how many strokes of a row keep them. */
import type { Stroke } from '@boathouse/contract/strokes/stroke';
import type { PlannedPiece, WorkoutPlan } from '@boathouse/pm5/plan';
import { paceSecOfPower, powerWOf } from '@boathouse/workout/pace';
import type { RowProgress } from '../reduce/state.ts';
import { positionOf } from './position.ts';

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
 * Coaches call a pace in whole seconds, and a steady crew varies by about a second from stroke to stroke: a pace within
 * 1.0 s keeps it.
 */
const paceToleranceSec = 1;
/**
 * The monitor's rate is a whole number for the last strokes: one below the rate still holds it, one above breaks it.
 */
const rateTolerance = 1;

/** Returns the bands of a piece's targets; null for missing targets. */
export function bandsOf(target: PlannedPiece['target']): TargetBands {
  const { paceSec, strokeRate, powerW, heartRate } = target ?? {};
  return {
    pace: paceSec === undefined ? null : paceBand(paceSec),
    strokeRate: strokeRate === undefined ? null : rateBand(strokeRate),
    powerW: powerW === undefined ? null : powerBand(powerW),
    heartRate: heartRate ?? null,
  };
}

/** Returns the values of a target without a tolerance: the page prints them, and measures differences from them. */
export function printedBandsOf({
  paceSec,
  strokeRate,
  powerW,
  heartRate,
}: NonNullable<PlannedPiece['target']>): TargetBands {
  const exactly = (value: number | undefined) => (value === undefined ? null : { min: value, max: value });
  return {
    pace: exactly(paceSec),
    strokeRate: strokeRate ?? null,
    powerW: exactly(powerW),
    heartRate: heartRate ?? null,
  };
}

const paceBand = (paceSec: number): TargetBand => ({
  min: paceSec - paceToleranceSec,
  max: paceSec + paceToleranceSec,
});

/** "r20" is a rate to hold, so its band is 19 to 20. A range and a maximum are their own bands. */
const rateBand = ({ min, max }: TargetBand): TargetBand =>
  min === max ? { min: Math.max(0, max - rateTolerance), max } : { min, max };

/** As wide as the pace's band, because power and pace are two readings of one speed. */
function powerBand(powerW: number): TargetBand {
  const paceSec = paceSecOfPower(powerW);
  if (paceSec === null) return { min: powerW, max: powerW };
  const { min, max } = paceBand(paceSec);
  return { min: Math.round(powerWOf(max) ?? powerW), max: Math.round(powerWOf(min) ?? powerW) };
}

/** The position of a value relative to its band, and its distance outside. */
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

/** Strokes that had a target, and how many of them kept it. */
export type TargetCount = { strokes: number; kept: number };

/** Counts a row's strokes against the targets of its plan. Plain data that JSON preserves. */
export type TargetTally = {
  strokeRate: TargetCount;
  pace: TargetCount;
  /**
   * The stroke counted last. It is not counted again: both devices receive the stroke that is rowed during a takeover.
   */
  last: { intervalNumber: number; strokeCount: number } | null;
};

export type TalliedStroke = Pick<Stroke, 'interval' | 'number' | 'strokeRate' | 'pace'>;

const nothingCounted: TargetCount = { strokes: 0, kept: 0 };

export function emptyTally(): TargetTally {
  return { strokeRate: nothingCounted, pace: nothingCounted, last: null };
}

const plus = ({ strokes, kept }: TargetCount, isKept: boolean): TargetCount => ({
  strokes: strokes + 1,
  kept: kept + (isKept ? 1 : 0),
});

/**
 * Counts whole strokes of one workout of the monitor, in the order of rowing. `isExact`: the monitor follows the plan,
 * so interval numbers are those of its pieces.
 */
export function tally(
  before: TargetTally,
  plan: WorkoutPlan,
  strokes: readonly TalliedStroke[],
  isExact: boolean,
): TargetTally {
  let counted = before;
  for (const { interval: intervalNumber, number: strokeCount, strokeRate, pace } of strokes) {
    const { last } = counted;
    if (last?.intervalNumber === intervalNumber && last.strokeCount === strokeCount) continue;
    const bands = bandsOf(targetOfInterval(plan, intervalNumber, isExact) ?? undefined);
    counted = {
      strokeRate:
        bands.strokeRate === null || strokeRate === null
          ? counted.strokeRate
          : plus(counted.strokeRate, readBand(bands.strokeRate, strokeRate).side === 'in'),
      pace:
        bands.pace === null || pace === null
          ? counted.pace
          : plus(counted.pace, readBand(bands.pace, pace).side === 'in'),
      last: { intervalNumber, strokeCount },
    };
  }
  return counted;
}

/** Returns whether the current values keep every target of the current piece; null without a target or a value. */
export function keepsTargets(plan: WorkoutPlan, progress: RowProgress): boolean | null {
  if (progress.phase !== 'rowing') return null;
  const isExact = positionOf(plan, progress) !== null;
  const bands = bandsOf(targetOfInterval(plan, progress.intervalNumber, isExact) ?? undefined);
  const readings = [
    [bands.pace, progress.currentPaceSec],
    [bands.strokeRate, progress.strokeRateSpm > 0 ? progress.strokeRateSpm : null],
    [bands.powerW, progress.powerW],
    [bands.heartRate, progress.heartRateBpm],
  ] as const;
  const kept = readings.flatMap(([band, value]) =>
    band === null || value === null ? [] : [readBand(band, value).side === 'in'],
  );
  return kept.length === 0 ? null : kept.every(Boolean);
}
