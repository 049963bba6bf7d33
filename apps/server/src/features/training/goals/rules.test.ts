import { expect, test } from 'vitest';
import type { NewGoal } from '@boathouse/contract/statistics/goals';
import { spanOfGoal } from './rules.ts';

const season: NewGoal = { period: 'season', meters: 1_000_000, from: '2026-10-01', to: '2027-03-31' };

test.each<[NewGoal, string, string, string]>([
  [{ period: 'week', meters: 1 }, '2026-11-21', '2026-11-15', '2026-11-21'],
  [{ period: 'week', meters: 1 }, '2026-11-22', '2026-11-22', '2026-11-28'],
  [{ period: 'week', meters: 1 }, '2026-12-31', '2026-12-27', '2027-01-02'],
  [{ period: 'month', meters: 1 }, '2026-11-01', '2026-11-01', '2026-11-30'],
  [{ period: 'month', meters: 1 }, '2028-02-29', '2028-02-01', '2028-02-29'],
  [season, '2026-11-21', '2026-10-01', '2027-03-31'],
  [season, '2027-06-01', '2026-10-01', '2027-03-31'],
])('the period of %o on %s is from %s to %s', (goal, today, from, to) => {
  expect(spanOfGoal(goal, Temporal.PlainDate.from(today), 'Sunday')).toEqual({ from, to });
});

test.each([
  ['Monday', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['Monday', '2026-11-23', '2026-11-23', '2026-11-29'],
  ['Saturday', '2026-11-22', '2026-11-21', '2026-11-27'],
] as const)('a week from %s on, on %s, is from %s to %s', (firstDay, today, from, to) => {
  const goal = { period: 'week', meters: 1 } as const;
  expect(spanOfGoal(goal, Temporal.PlainDate.from(today), firstDay)).toEqual({ from, to });
});
