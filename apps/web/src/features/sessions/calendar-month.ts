import type { SparseSession } from '@boathouse/contract/sessions';
import { dayOf } from '../../lib/format.ts';

/** The years that the server looks into. */
const yearMin = 1900;
const yearMax = 9999;

const isWithin = ({ year }: Temporal.PlainYearMonth) => year >= yearMin && year <= yearMax;

/** The month of an address (`2026-11`), or this month for what is none. */
export function monthOf(text: string | null, today: Temporal.PlainDate): Temporal.PlainYearMonth {
  if (text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) {
    const month = Temporal.PlainYearMonth.from(text);
    if (isWithin(month)) return month;
  }
  return today.toPlainYearMonth();
}

/** So many months on or back, or null where no calendar goes. */
export function monthBeside(month: Temporal.PlainYearMonth, step: 1 | -1): Temporal.PlainYearMonth | null {
  const beside = month.add({ months: step });
  return isWithin(beside) ? beside : null;
}

/** `November 2026` */
export function nameOfMonth(month: Temporal.PlainYearMonth): string {
  return month.toPlainDate({ day: 1 }).toLocaleString('en-US', { month: 'long', year: 'numeric' });
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
  // Temporal counts Sunday as 7.
  const daysBefore = first.dayOfWeek % 7;
  return Array.from({ length: Math.ceil((daysBefore + month.daysInMonth) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const days = week * 7 + weekday - daysBefore;
      return days >= 0 && days < month.daysInMonth ? first.add({ days }) : null;
    }),
  );
}

/** By the calendar day of `timeZone` on which each starts (`2026-11-21`), the earliest first. */
export function sessionsByDay(
  sessions: readonly SparseSession[],
  timeZone: string,
): ReadonlyMap<string, SparseSession[]> {
  const inOrder = sessions.toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));
  return Map.groupBy(inOrder, ({ startAt }) => dayOf(startAt, timeZone).toString());
}
