import type { Stroke } from '@boathouse/contract/strokes';
import type { Gap } from '@boathouse/row/reduce/gaps';
import { formatWhole } from '../../../../lib/format.ts';

/** The axis of the plots: the work distance in meters, or the work time in seconds. */
export type PlotOver = 'distance' | 'time';

/** Returns the strokes whose distance and time do not go back, so that they can be plotted over either. */
export function plottable(strokes: readonly Stroke[]): Stroke[] {
  const kept: Stroke[] = [];
  for (const stroke of strokes) {
    const last = kept.at(-1);
    if (!last || (stroke.distance >= last.distance && stroke.elapsedTime >= last.elapsedTime))
      kept.push(stroke);
  }
  return kept;
}

/** `+1.5`, `−3`, `0` */
export function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded === 0 ? '0' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)}`;
}

/** Formats `200 to 430 m`. */
export function stretchOf({ fromM, toM }: Pick<Gap, 'fromM' | 'toM'>): string {
  return `${formatWhole(Math.round(fromM))} to ${formatWhole(Math.round(toM))} m`;
}
