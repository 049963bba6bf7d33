import type { NewGoal } from '@boathouse/contract/statistics/goals';
import { daysIntoWeek, type FirstDay } from '@boathouse/contract/week';
import type { Span } from '../statistics/index.ts';

/** Returns the first and the last day of a goal's period: the user's week or the month with `today`, or its season. */
export function spanOfGoal(goal: NewGoal, today: Temporal.PlainDate, firstDay: FirstDay): Span {
  if (goal.period === 'season') return { from: goal.from, to: goal.to };
  const from =
    goal.period === 'week' ? today.subtract({ days: daysIntoWeek(today, firstDay) }) : today.with({ day: 1 });
  const to = goal.period === 'week' ? from.add({ days: 6 }) : from.add({ days: today.daysInMonth - 1 });
  return { from: from.toString(), to: to.toString() };
}
