import type { RowedWorkout, Trend, TrendResult } from '@boathouse/contract/statistics/trends';
import { formatDuration } from '@boathouse/workout/pace';
import {
  formatDistance,
  formatFullDay,
  formatShortDayOfYear,
  formatShortMonth,
} from '../../../../lib/format.ts';
import type { Tick } from '../../../../ui/plot/ticks.ts';
import { pieceNames } from '../ranked-pieces.ts';

export function nameOfWorkout({ workout, piece }: Pick<RowedWorkout, 'workout' | 'piece'>): string {
  return piece === null ? workout : pieceNames[piece];
}

/** A result with the best pace up to it, in seconds per 500 m. */
export type TrendPoint = TrendResult & { date: Temporal.PlainDate; bestSec: number; isBest: boolean };

/**
 * Returns the results of some days, oldest first. The best counts from the first of all results, so that a slow month
 * does not have a best.
 */
export function pointsOf(
  { results }: Trend,
  days: { from: Temporal.PlainDate; to: Temporal.PlainDate } | null,
): TrendPoint[] {
  let bestSec = Infinity;
  const points = results.map((result) => {
    const isBest = result.pace < bestSec;
    bestSec = Math.min(bestSec, result.pace);
    return { ...result, date: Temporal.PlainDate.from(result.day), bestSec, isBest };
  });
  if (days === null) return points;
  const [from, to] = [days.from.toString(), days.to.toString()];
  return points.filter(({ day }) => day >= from && day <= to);
}

/** Formats the deciding figure of two results: the distance in a time, otherwise the time. */
export function figureOfResult({ distance, elapsedTime }: TrendResult, decides: Trend['decides']): string {
  return decides === 'distance' ? formatDistance(distance) : formatDuration(elapsedTime);
}

/** `12 results. Best 7:05.1 on March 2, 2026, newest 7:10.2 on November 3, 2026, 1.3 s per 500 m slower.` */
export function trendInWords(points: readonly TrendPoint[], decides: Trend['decides']): string {
  const best = points.toSorted((one, other) => one.pace - other.pace)[0];
  const newest = points.at(-1);
  if (best === undefined || newest === undefined) return 'No results';
  const inWords = (point: TrendPoint) => `${figureOfResult(point, decides)} on ${formatFullDay(point.date)}`;
  if (points.length === 1) return `1 result: ${inWords(newest)}.`;
  const isNewestBest = best.activity === newest.activity;
  return `${points.length} results. ${
    isNewestBest
      ? `The newest is the best: ${inWords(newest)}.`
      : `Best ${inWords(best)}, newest ${inWords(newest)}, ${slowerInWords(newest.pace - best.pace)}.`
  }`;
}

const slowerInWords = (sec: number) => (sec < 0.05 ? 'as fast' : `${sec.toFixed(1)} s per 500 m slower`);

const epoch = Temporal.PlainDate.from('1970-01-01');

/** Returns the position of a day on the axis: days since 1970. */
export function placeOf(day: Temporal.PlainDate): number {
  return epoch.until(day).days;
}

/** The first and the last place of an axis, with room beyond the dots. */
export function rangeOf(points: readonly { date: Temporal.PlainDate }[]): [number, number] {
  const places = points.map(({ date }) => placeOf(date));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const margin = Math.max(1, (last - first) * 0.03);
  return [first - margin, last + margin];
}

/** For a phone, too: `Nov 2025` is wide. */
const ticksMax = 4;
/** Up to this span the day is more useful than the year. */
const daysWithDayMax = 120;

/** Returns labels at even distances: `Nov 21`, and over more than some months `Nov 2025`. */
export function dayTicks([first, last]: readonly [number, number]): Tick[] {
  const days = last - first;
  const count = Math.min(ticksMax, Math.max(1, Math.floor(days)));
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round(first + ((index + 0.5) * days) / count);
    const day = epoch.add({ days: at });
    return {
      at,
      text: days <= daysWithDayMax ? formatShortDayOfYear(day) : `${formatShortMonth(day)} ${day.year}`,
    };
  });
}
