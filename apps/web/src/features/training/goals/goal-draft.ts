import { goalPeriods, type Goal, type GoalPeriod, type NewGoal } from '@boathouse/contract/statistics/goals';
import { limits } from '@boathouse/contract/limits';
import { readMeters } from '@boathouse/workout/typed';

/** The values of the form; the days are those of date fields, `2026-10-01` or empty, and count for a season. */
export type GoalDraft = { period: GoalPeriod; meters: string; from: string; to: string };

/** By field. */
export type GoalErrors = Partial<Record<'meters' | 'from' | 'to', string>>;

/** Begins with the existing goal; otherwise with a week, and a season of half a year from today. */
export function draftOf(goal: Goal | null, today: Temporal.PlainDate): GoalDraft {
  const season =
    goal?.period === 'season'
      ? { from: goal.from, to: goal.to }
      : { from: today.toString(), to: today.add({ months: 6 }).subtract({ days: 1 }).toString() };
  return { period: goal?.period ?? 'week', meters: goal === null ? '' : `${goal.meters}`, ...season };
}

export function parsePeriod(text: string): GoalPeriod {
  return goalPeriods.find((period) => period === text) ?? 'week';
}

/** Returns the goal to store, or the problems of the fields. */
export function goalOfDraft({ period, meters: text, from, to }: GoalDraft): NewGoal | GoalErrors {
  const meters = readMeters(text) ?? 0;
  const errors: GoalErrors = {};
  if (meters < 1) {
    errors.meters = 'Enter a whole number of meters';
  } else if (meters > limits.goalMetersMax) errors.meters = 'Enter fewer meters';
  if (period !== 'season') return errors.meters === undefined ? { period, meters } : errors;
  if (from === '') errors.from = 'A date is required';
  if (to === '') errors.to = 'A date is required';
  else if (from !== '' && to < from) errors.to = 'Choose a day after the first one';
  else if (from !== '' && daysOf(from, to) > limits.goalDaysMax) errors.to = 'Choose a day within two years';
  return Object.keys(errors).length === 0 ? { period, meters, from, to } : errors;
}

const daysOf = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).days + 1;
