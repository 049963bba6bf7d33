import type { Goal } from '@boathouse/contract/statistics/goals';
import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

const week = (rowedMeters: number): Goal => ({
  period: 'week',
  meters: 21_000,
  from: '2026-11-22',
  to: '2026-11-28',
  rowedMeters,
});

test.each([
  [
    0,
    '2026-11-22',
    { dueMeters: 3_000, leadMeters: -3_000, daysLeft: 6, isFirstDay: true, state: 'under way' },
  ],
  [3_000, '2026-11-22', { dueMeters: 3_000, leadMeters: 0, daysLeft: 6, isFirstDay: true, state: 'ahead' }],
  [
    10_000,
    '2026-11-25',
    { dueMeters: 12_000, leadMeters: -2_000, daysLeft: 3, isFirstDay: false, state: 'under way' },
  ],
  [
    15_500,
    '2026-11-25',
    { dueMeters: 12_000, leadMeters: 3_500, daysLeft: 3, isFirstDay: false, state: 'ahead' },
  ],
  [
    20_000,
    '2026-11-28',
    { dueMeters: 21_000, leadMeters: -1_000, daysLeft: 0, isFirstDay: false, state: 'under way' },
  ],
  [
    21_000,
    '2026-11-24',
    { dueMeters: 9_000, leadMeters: 12_000, daysLeft: 4, isFirstDay: false, state: 'reached' },
  ],
  [
    500,
    '2026-11-29',
    { dueMeters: 21_000, leadMeters: -20_500, daysLeft: 0, isFirstDay: false, state: 'over' },
  ],
  [0, '2026-11-20', { dueMeters: 0, leadMeters: 0, daysLeft: 8, isFirstDay: false, state: 'before' }],
])('with %i m on %s', (rowedMeters, today, expected) => {
  expect(progressOf(week(rowedMeters), Temporal.PlainDate.from(today))).toEqual(expected);
});
