/*
 * Whether all strokes and calories of a row were received. A monitor does not repeat strokes, but it numbers them: a
 * later stroke shows how many were missed. Only strokes after the newest one can be missing undetected.
 */
import type { IntervalTrack, WorkTrack } from './state.ts';
import { isWithinStroke } from './stroke-time.ts';

/**
 * A monitor sends its status at least once a second: a longer time between two on its clock means that some were
 * missed.
 */
const statusEverySec = 2.5;

/** Whether a status at `elapsedSec` follows one at `beforeSec` without a gap. */
export function followsOn(elapsedSec: number, beforeSec: number): boolean {
  return elapsedSec - beforeSec <= statusEverySec;
}

/**
 * Whether the count of an interval's strokes is complete. `isStill`: the monitor reports that the flywheel does not
 * move.
 */
export function isCounted(interval: IntervalTrack, isStill = false): boolean {
  const { elapsedSec, strokeAtSec, strokePeriodSec, strokeCount, isHeardSince } = interval;
  const usualSec = strokeCount === 0 ? 0 : strokeAtSec / strokeCount;
  const isTailShort = isWithinStroke(elapsedSec - strokeAtSec, Math.max(usualSec, strokePeriodSec));
  return isHeardSince && (isTailShort || isStill);
}

/** Returns the interval after a new stroke. */
export function withStrokeHeard(
  interval: IntervalTrack,
  { strokeCount, elapsedSec }: { strokeCount: number; elapsedSec: number },
): IntervalTrack {
  const strokePeriodSec = (elapsedSec - interval.strokeAtSec) / (strokeCount - interval.strokeCount);
  return { ...interval, strokeCount, strokeAtSec: elapsedSec, strokePeriodSec, isHeardSince: true };
}

/** Drops values that the monitor repeats in each burst, because the last ones are from before a gap. */
export function withoutOldValues(work: WorkTrack): WorkTrack {
  return { ...work, areCaloriesHeard: false, monitorAveragePaceSec: null, monitorAveragePowerW: null };
}
