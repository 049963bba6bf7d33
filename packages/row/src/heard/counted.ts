/*
 * What of a row was heard. A monitor repeats no stroke, but it numbers them: a later stroke tells how many were missed.
 * Only after the newest stroke can some be missing without a trace.
 */
import type { IntervalTrack, RowTrack } from '../state.ts';
import { isWithinStroke } from './stroke-time.ts';

/** A monitor sends its status at least once a second: between two that are further apart on its clock, some were missed. */
const statusEverySec = 2.5;

/** Whether a status at `elapsedSec` follows one at `beforeSec` without a gap. */
export function followsOn(elapsedSec: number, beforeSec: number): boolean {
  return elapsedSec - beforeSec <= statusEverySec;
}

/** Whether the count of an interval's strokes is right. `isStill`: the monitor says that the flywheel is not moved. */
export function isCounted(interval: IntervalTrack, isStill = false): boolean {
  const { elapsedSec, strokeAtSec, strokePeriodSec, strokeCount, isHeardSince } = interval;
  const usualSec = strokeCount === 0 ? 0 : strokeAtSec / strokeCount;
  const isTailShort = isWithinStroke(elapsedSec - strokeAtSec, Math.max(usualSec, strokePeriodSec));
  return isHeardSince && (isTailShort || isStill);
}

/** Returns the interval after a new stroke of it. */
export function withStrokeHeard(
  interval: IntervalTrack,
  { strokeCount, elapsedSec }: { strokeCount: number; elapsedSec: number },
): IntervalTrack {
  const strokePeriodSec = (elapsedSec - interval.strokeAtSec) / (strokeCount - interval.strokeCount);
  return { ...interval, strokeCount, strokeAtSec: elapsedSec, strokePeriodSec, isHeardSince: true };
}

/** Drops what is repeated in each burst of the monitor and was last heard before a gap. */
export function withoutOldValues(track: RowTrack): RowTrack {
  return { ...track, areCaloriesHeard: false, monitorAveragePaceSec: null, monitorAveragePowerW: null };
}
