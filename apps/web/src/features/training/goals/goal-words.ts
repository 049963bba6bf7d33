import type { Goal, GoalPeriod } from '@boathouse/contract/statistics/goals';
import { formatShortDayOfYear, formatWhole } from '../../../lib/format.ts';
import type { Progress } from './progress.ts';

export const periodLabels: Record<GoalPeriod, string> = {
  week: 'Each week',
  month: 'Each month',
  season: 'A season',
};

/** `this week`, `this month`, `Oct 1 to Mar 31` */
export function periodInWords({ period, from, to }: Goal): string {
  if (period !== 'season') return `this ${period}`;
  const [first, last] = [from, to].map((day) => formatShortDayOfYear(Temporal.PlainDate.from(day)));
  return `${first} to ${last}`;
}

/** Describes the progress of a goal, and the rest for each day. */
export function progressInWords({ meters, rowedMeters }: Goal, progress: Progress): string {
  const { state, leadMeters, daysLeft, isFirstDay } = progress;
  const metersInWords = (amount: number) => `${formatWhole(Math.round(amount))} m`;
  const left = meters - rowedMeters;
  if (state === 'reached') return 'Reached';
  if (state === 'over') return `Ended, ${metersInWords(left)} short`;
  if (state === 'before') return 'Not begun yet';
  const perDay = `${metersInWords(left / (daysLeft + 1))} a day to go`;
  return leadMeters >= 1
    ? `${metersInWords(leadMeters)} ahead of today's mark`
    : leadMeters > -1
      ? "On today's mark"
      : isFirstDay
        ? // The day is not over.
          perDay
        : `${metersInWords(-leadMeters)} behind today's mark, ${perDay}`;
}
