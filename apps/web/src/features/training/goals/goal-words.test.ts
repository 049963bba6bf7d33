import type { Goal } from '@boathouse/contract/statistics/goals';
import { expect, test } from 'vitest';
import { periodInWords, progressInWords } from './goal-words.ts';
import { progressOf } from './progress.ts';

const goal = (rowedMeters: number): Goal => ({
  period: 'season',
  meters: 21_000,
  from: '2026-11-22',
  to: '2026-11-28',
  rowedMeters,
});
const words = (rowedMeters: number, today: string) =>
  progressInWords(goal(rowedMeters), progressOf(goal(rowedMeters), Temporal.PlainDate.from(today)));

test.each([
  [0, '2026-11-21', 'Not begun yet'],
  [0, '2026-11-22', '3,000 m a day to go'],
  [4_000, '2026-11-22', "1,000 m ahead of today's mark"],
  [0, '2026-11-23', "6,000 m behind today's mark, 3,500 m a day to go"],
  [12_000.4, '2026-11-25', "On today's mark"],
  [13_000, '2026-11-25', "1,000 m ahead of today's mark"],
  [9_000, '2026-11-25', "3,000 m behind today's mark, 3,000 m a day to go"],
  [20_000, '2026-11-28', "1,000 m behind today's mark, 1,000 m a day to go"],
  [21_000, '2026-11-23', 'Reached'],
  [20_000, '2026-11-29', 'Ended, 1,000 m short'],
])('%d m on %s: %s', (rowedMeters, today, expected) => {
  expect(words(rowedMeters, today)).toBe(expected);
});

test('names the period', () => {
  expect(periodInWords(goal(0))).toBe('Nov 22 to Nov 28');
  expect(periodInWords({ ...goal(0), period: 'month' })).toBe('this month');
});
