import type { EndpointResponse } from '@boathouse/contract/endpoint';
import type { activities } from '@boathouse/contract/activities';
import type { SparseSession } from '@boathouse/contract/sessions';
import { daysIntoWeek, type FirstDay } from '../../lib/device-choices/week.ts';
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

/** Weeks from `firstDay` on; null for a day of another month. */
export function weeksOf(month: Temporal.PlainYearMonth, firstDay: FirstDay): (Temporal.PlainDate | null)[][] {
  const first = month.toPlainDate({ day: 1 });
  const daysBefore = daysIntoWeek(first, firstDay);
  return Array.from({ length: Math.ceil((daysBefore + month.daysInMonth) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const days = week * 7 + weekday - daysBefore;
      return days >= 0 && days < month.daysInMonth ? first.add({ days }) : null;
    }),
  );
}

/** A session, or a row without one. */
export type Entry = { id: string; page: string; title: string; startAt: string; isSession: boolean };

type RowWithoutSession = EndpointResponse<typeof activities.withoutSession>[number];

/** Groups sessions and rows by their start day in `timeZone` (`2026-11-21`), earliest first. */
export function entriesByDay(
  sessions: readonly SparseSession[],
  rows: readonly RowWithoutSession[],
  timeZone: string,
): ReadonlyMap<string, Entry[]> {
  const entries = [
    ...sessions.map(({ _id: id, title, startAt }): Entry => ({
      id,
      page: `/sessions/${id}`,
      title,
      startAt,
      isSession: true,
    })),
    ...rows.map(({ _id: id, title, createdAt: startAt, isCompleted }): Entry => ({
      id,
      page: isCompleted ? `/activities/${id}` : '/row',
      title,
      startAt,
      isSession: false,
    })),
  ].toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));
  return Map.groupBy(entries, ({ startAt }) => dayOf(startAt, timeZone).toString());
}

/** Returns how many sessions, and activities without one, these are: "2 sessions, 1 activity". */
export function countInWords(entries: readonly Entry[]): string {
  const count = entries.filter(({ isSession }) => isSession).length;
  const activities = entries.length - count;
  const words = [
    ...(count > 0 ? [count === 1 ? '1 session' : `${count} sessions`] : []),
    ...(activities > 0 ? [activities === 1 ? '1 activity' : `${activities} activities`] : []),
  ];
  return words.length === 0 ? 'No sessions in this month' : words.join(', ');
}
