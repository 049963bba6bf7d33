import type { Goal } from '@boathouse/contract/statistics/goals';

/** How far a goal is, in meters. */
export type Progress = {
  /** The meters of an even pace at the end of today; 0 before the first day, the whole goal after the last. */
  dueMeters: number;
  /** Positive if more was rowed than was due. */
  leadMeters: number;
  /** Remaining days of the period, without today; 0 on the last day and after it. */
  daysLeft: number;
  isFirstDay: boolean;
  state: 'ahead' | 'under way' | 'before' | 'reached' | 'over';
};

const daysFrom = (one: Temporal.PlainDate, other: Temporal.PlainDate) => one.until(other).days;

/** Compares the rowed part of a goal with an even pace over its days, today included. */
export function progressOf({ meters, from, to, rowedMeters }: Goal, today: Temporal.PlainDate): Progress {
  const first = Temporal.PlainDate.from(from);
  const last = Temporal.PlainDate.from(to);
  const days = daysFrom(first, last) + 1;
  const gone = Math.min(days, Math.max(0, daysFrom(first, today) + 1));
  const dueMeters = (meters * gone) / days;
  const leadMeters = rowedMeters - dueMeters;
  return {
    dueMeters,
    leadMeters,
    daysLeft: Math.max(0, daysFrom(today, last)),
    isFirstDay: today.equals(first),
    state:
      rowedMeters >= meters
        ? 'reached'
        : daysFrom(last, today) > 0
          ? 'over'
          : gone === 0
            ? 'before'
            : leadMeters >= 0
              ? 'ahead'
              : 'under way',
  };
}
