import type { NewGoal } from '@boathouse/contract/statistics/goals';
import type { Span } from '../statistics/index.ts';

/** Returns the first and the last day of a goal's period: the week from Sunday or the month with `today`, or its season. */
export function spanOfGoal(goal: NewGoal, today: Temporal.PlainDate): Span {
  if (goal.period === 'season') return { from: goal.from, to: goal.to };
  // Sunday is 7 in Temporal.
  const from =
    goal.period === 'week' ? today.subtract({ days: today.dayOfWeek % 7 }) : today.with({ day: 1 });
  const to = goal.period === 'week' ? from.add({ days: 6 }) : from.add({ days: today.daysInMonth - 1 });
  return { from: from.toString(), to: to.toString() };
}
