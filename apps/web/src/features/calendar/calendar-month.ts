import type { SparseSession } from '@boathouse/contract/sessions';
import { dayOf } from '../../lib/format.ts';

/** The years that the server accepts. */
const yearMin = 1900;
const yearMax = 9999;

const isWithin = ({ year }: Temporal.PlainYearMonth) => year >= yearMin && year <= yearMax;

/** Parses the month of a URL (`2026-11`); the current month if invalid. */
export function monthOf(text: string | null, today: Temporal.PlainDate): Temporal.PlainYearMonth {
  if (text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) {
    const month = Temporal.PlainYearMonth.from(text);
    if (isWithin(month)) return month;
  }
  return today.toPlainYearMonth();
}

/** Adds months; null outside the range of the calendar. */
export function monthBeside(month: Temporal.PlainYearMonth, step: 1 | -1): Temporal.PlainYearMonth | null {
  const beside = month.add({ months: step });
  return isWithin(beside) ? beside : null;
}

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Weeks from Sunday to Saturday; null for a day of another month. */
export function weeksOf(month: Temporal.PlainYearMonth): (Temporal.PlainDate | null)[][] {
  const first = month.toPlainDate({ day: 1 });
  // Sunday is 7 in Temporal.
  const daysBefore = first.dayOfWeek % 7;
  return Array.from({ length: Math.ceil((daysBefore + month.daysInMonth) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const days = week * 7 + weekday - daysBefore;
      return days >= 0 && days < month.daysInMonth ? first.add({ days }) : null;
    }),
  );
}

/** Groups sessions by their start day in `timeZone` (`2026-11-21`), earliest first. */
export function sessionsByDay(
  sessions: readonly SparseSession[],
  timeZone: string,
): ReadonlyMap<string, SparseSession[]> {
  const inOrder = sessions.toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));
  return Map.groupBy(inOrder, ({ startAt }) => dayOf(startAt, timeZone).toString());
}
