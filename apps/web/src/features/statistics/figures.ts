import { formatPace } from '@boathouse/workout/pace';

/** A figure and its unit, to be set apart from each other. */
export type Figure = { value: string; unit: string };

const grouped = (whole: number) => whole.toLocaleString('en-US');

export const metersFigure = (distanceM: number): Figure => ({
  value: grouped(Math.round(distanceM)),
  unit: 'm',
});

export const caloriesFigure = (caloriesKcal: number): Figure => ({
  value: grouped(Math.round(caloriesKcal)),
  unit: 'kcal',
});

/** `42 min`, `3 h 05 min`; a minute counts once it is whole. */
export function timeFigure(elapsedSec: number): Figure {
  const minutes = Math.floor(Math.round(elapsedSec) / 60);
  const hours = Math.floor(minutes / 60);
  return {
    value: hours === 0 ? `${minutes}` : `${grouped(hours)} h ${`${minutes % 60}`.padStart(2, '0')}`,
    unit: 'min',
  };
}

export const inWords = ({ value, unit }: Figure) => `${value} ${unit}`;

/** `2:05`, as on an axis: a whole second is as fine as it can be read there. */
export const paceOnAxis = (paceSec: number) => formatPace(Math.round(paceSec)).replace(/\.0$/, '');

/**
 * Ends of a pace axis and the paces marked on it, in seconds per 500 m: whole steps around everything that is shown,
 * and never fewer than two of them.
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
