import type { Stroke } from '@boathouse/contract/strokes/stroke';
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { bandsOf, positionOf, readBand, targetOfInterval } from './plan.ts';
import type { RowProgress } from './state.ts';

/** Strokes that had a target, and those of them that kept it. */
export type TargetCount = { strokes: number; kept: number };

/** Counts a row's strokes against the targets of its plan. Plain data that JSON preserves. */
export type TargetTally = {
  strokeRate: TargetCount;
  pace: TargetCount;
  /** The stroke counted last, which is not counted again: both devices hear the one during which one takes over. */
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
 * Counts whole strokes of one workout of the monitor, in the order of rowing. `isExact`: the monitor follows the plan, so
 * interval numbers are those of its pieces.
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
        bands.strokeRate === null
          ? counted.strokeRate
          : plus(counted.strokeRate, readBand(bands.strokeRate, strokeRate ?? 0).side === 'in'),
      pace:
        bands.pace === null || pace === null
          ? counted.pace
          : plus(counted.pace, readBand(bands.pace, pace).side === 'in'),
      last: { intervalNumber, strokeCount },
    };
  }
  return counted;
}

/** Returns whether the current values keep every target of the piece under way; null without a target or a value. */
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
