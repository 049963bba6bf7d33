import { formatPace } from '@boathouse/workout/pace';
import { formatWhole } from '../../../lib/format.ts';

/** Formatted values, each with its unit: hours and minutes are two values. */
export type Figure = readonly { value: string; unit: string }[];

export function metersFigure(distanceM: number): Figure {
  return [{ value: formatWhole(Math.round(distanceM)), unit: 'm' }];
}

export function caloriesFigure(caloriesKcal: number): Figure {
  return [{ value: formatWhole(Math.round(caloriesKcal)), unit: 'cal' }];
}

/** Formats `42 min`, `3 h 05 min`; rounds down to minutes. */
export function timeFigure(elapsedSec: number): Figure {
  const minutes = Math.floor(Math.round(elapsedSec) / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return [{ value: `${minutes}`, unit: 'min' }];
  return [
    { value: formatWhole(hours), unit: 'h' },
    { value: `${minutes % 60}`.padStart(2, '0'), unit: 'min' },
  ];
}

export function inWords(figure: Figure) {
  return figure.map(({ value, unit }) => `${value} ${unit}`).join(' ');
}

/** Formats `2:05` for an axis, in whole seconds. */
export function paceOnAxis(paceSec: number) {
  return formatPace(Math.round(paceSec)).replace(/\.0$/, '');
}

/**
 * Returns the range and ticks of a pace axis in seconds per 500 m: whole steps around all values, at least two ticks.
 */
export function paceAxis(pacesSec: readonly number[]): {
  lowSec: number;
  highSec: number;
  ticksSec: number[];
} {
  const fastestSec = Math.min(...pacesSec);
  const slowestSec = Math.max(...pacesSec);
  const stepSec =
    [2, 5, 10, 20, 30, 60, 120].find((size) => (slowestSec - fastestSec) / size <= 4) ??
    Math.ceil((slowestSec - fastestSec) / 240) * 60;
  let lowSec = Math.floor(fastestSec / stepSec) * stepSec;
  let highSec = Math.ceil(slowestSec / stepSec) * stepSec;
  if (highSec - lowSec < 2 * stepSec) {
    lowSec = Math.max(0, lowSec - stepSec);
    highSec = Math.max(highSec, lowSec + 2 * stepSec);
  }
  const ticksSec = Array.from(
    { length: Math.round((highSec - lowSec) / stepSec) + 1 },
    (_, index) => lowSec + index * stepSec,
  );
  return { lowSec, highSec, ticksSec };
}
