import type { Trend, TrendResult } from '@boathouse/contract/statistics/trends';
import { describe, expect, test } from 'vitest';
import { idOf } from '../../../../../test/people.ts';
import {
  dayTicks,
  figureOfResult,
  nameOfWorkout,
  placeOf,
  pointsOf,
  rangeOf,
  trendInWords,
} from './trend.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const result = (number: number, day: string, elapsedTime: number): TrendResult => ({
  activity: idOf(number),
  createdAt: `${day}T06:00:00.000Z`,
  day,
  distance: 2_000,
  elapsedTime,
  pace: elapsedTime / 4,
});
const trend: Trend = {
  decides: 'elapsedTime',
  results: [
    result(1, '2025-03-02', 440),
    result(2, '2025-10-01', 430),
    result(3, '2026-01-15', 436),
    result(4, '2026-03-02', 430),
    result(5, '2026-11-03', 432.4),
  ],
};
const spring = { from: date('2026-01-01'), to: date('2026-06-30') };

describe('the best', () => {
  test('is a step at each faster result', () => {
    const points = pointsOf(trend, null);
    expect(points.map(({ bestSec }) => bestSec)).toEqual([110, 107.5, 107.5, 107.5, 107.5]);
    // An equally fast one is not a new best.
    expect(points.map(({ isBest }) => isBest)).toEqual([true, true, false, false, false]);
  });

  test('the best of a period is the best of all results up to it', () => {
    expect(pointsOf(trend, spring).map(({ activity, bestSec }) => [activity, bestSec])).toEqual([
      [idOf(3), 107.5],
      [idOf(4), 107.5],
    ]);
  });
});

test('shows the best and the newest, and how far they are apart', () => {
  const words = (days: typeof spring | null, results = trend.results) =>
    trendInWords(pointsOf({ ...trend, results }, days), 'elapsedTime');
  expect(words(null)).toBe(
    '5 results. Best 7:10.0 on October 1, 2025, newest 7:12.4 on November 3, 2026, 0.6 s per 500 m slower.',
  );
  expect(words(spring)).toBe('2 results. The newest is the best: 7:10.0 on March 2, 2026.');
  expect(words(null, trend.results.slice(0, 4))).toBe(
    '4 results. Best 7:10.0 on October 1, 2025, newest 7:10.0 on March 2, 2026, as fast.',
  );
  expect(words(null, trend.results.slice(0, 1))).toBe('1 result: 7:20.0 on March 2, 2025.');
  expect(words(null, [])).toBe('No results');
});

test('shows the distance in a time, and the time over a distance', () => {
  const halfAnHour = { ...result(1, '2025-03-02', 1_800), distance: 7_512.3 };
  expect(figureOfResult(halfAnHour, 'distance')).toBe('7,512 m');
  expect(figureOfResult(halfAnHour, 'elapsedTime')).toBe('30:00.0');
});

test('names ranked pieces as personal bests do', () => {
  expect(nameOfWorkout({ workout: '2000 m', piece: '2k' })).toBe('2k');
  expect(nameOfWorkout({ workout: '4 x 500 m / 2:00 rest', piece: null })).toBe('4 x 500 m / 2:00 rest');
});

test('the axis has room beyond the first and the last dot, even for a single one', () => {
  const [first, last] = rangeOf(pointsOf(trend, null));
  expect(first).toBeLessThan(placeOf(date('2025-03-02')));
  expect(last).toBeGreaterThan(placeOf(date('2026-11-03')));
  const [from, to] = rangeOf(pointsOf({ ...trend, results: trend.results.slice(0, 1) }, null));
  expect(to - from).toBe(2);
});

test('labels are days in some weeks and months with their year in more, within the axis', () => {
  const range = (first: string, last: string) => [placeOf(date(first)), placeOf(date(last))] as const;
  const weeks = range('2026-10-01', '2026-11-03');
  expect(dayTicks(weeks).map(({ text }) => text)).toEqual(['Oct 5', 'Oct 13', 'Oct 22', 'Oct 30']);
  expect(dayTicks(range('2017-05-20', '2026-11-03')).map(({ text }) => text)).toEqual([
    'Jul 2018',
    'Dec 2020',
    'Apr 2023',
    'Aug 2025',
  ]);
  expect(dayTicks([0, 2])).toHaveLength(2);
  for (const { at } of dayTicks(weeks)) expect(at).toBeGreaterThan(weeks[0]);
});
