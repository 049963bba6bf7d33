import type { EndpointResponse } from '@boathouse/contract/endpoint';
import type { activities } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import type { SparseSession } from '@boathouse/contract/sessions';
import type { RowedDay } from '@boathouse/contract/statistics';
import { daysIntoWeek, type FirstDay } from '@boathouse/contract/week';
import { dayOf } from '../../../lib/format.ts';

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

/**
 * The state of an entry for the viewer: `planned` until a session has ended, `done` with their own result, `missed`
 * without one if they answered that they would attend or no one else could row. A club's session that others rowed has
 * none of these.
 */
export type Mark = 'planned' | 'done' | 'missed';

/** A session, or a row without one. */
export type Entry = {
  id: string;
  page: string;
  title: string;
  startAt: string;
  isSession: boolean;
  mark: Mark | null;
};

type RowWithoutSession = EndpointResponse<typeof activities.withoutSession>[number];

function markOf({ startAt, part }: SparseSession, nowMs: number): Mark | null {
  if (part === 'rowed') return 'done';
  if (nowMs <= Date.parse(startAt) + limits.sessionOverMs) return 'planned';
  return part === 'expected' ? 'missed' : null;
}

/** Groups sessions and rows by their start day in `timeZone` (`2026-11-21`), earliest first. */
export function entriesByDay(
  sessions: readonly SparseSession[],
  rows: readonly RowWithoutSession[],
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): ReadonlyMap<string, Entry[]> {
  const entries = [
    ...sessions.map((session): Entry => ({
      id: session._id,
      page: `/sessions/${session._id}`,
      title: session.title,
      startAt: session.startAt,
      isSession: true,
      mark: markOf(session, nowMs),
    })),
    ...rows.map(({ _id: id, title, createdAt: startAt, isCompleted }): Entry => ({
      id,
      page: isCompleted ? `/activities/${id}` : '/row',
      title,
      startAt,
      isSession: false,
      mark: isCompleted ? 'done' : null,
    })),
  ].toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));
  return Map.groupBy(entries, ({ startAt }) => dayOf(startAt, timeZone).toString());
}

/** Returns the first day of the week of a day. */
export function weekStartOf(day: Temporal.PlainDate, firstDay: FirstDay): Temporal.PlainDate {
  return day.subtract({ days: daysIntoWeek(day, firstDay) });
}

/** Meters and seconds. */
export type WeekTotal = { meters: number; timeSec: number };

/** Sums the rowed figures by week; the key is the week's first day (`2026-11-15`). */
export function totalsByWeek(days: readonly RowedDay[], firstDay: FirstDay): ReadonlyMap<string, WeekTotal> {
  const totals = new Map<string, WeekTotal>();
  for (const { day, meters, timeSec } of days) {
    const week = weekStartOf(Temporal.PlainDate.from(day), firstDay).toString();
    const before = totals.get(week) ?? { meters: 0, timeSec: 0 };
    totals.set(week, { meters: before.meters + meters, timeSec: before.timeSec + timeSec });
  }
  return totals;
}

/**
 * Returns the time of day at which most of these sessions start; the day's weekday has priority, and of equally
 * frequent times the latest used. Null without sessions.
 */
export function usualTimeOf(
  sessions: readonly Pick<SparseSession, 'startAt'>[],
  day: Temporal.PlainDate,
  timeZone: string,
): Temporal.PlainTime | null {
  const starts = sessions.map(({ startAt }) =>
    Temporal.Instant.from(startAt).toZonedDateTimeISO(timeZone).toPlainDateTime(),
  );
  const ofWeekday = starts.filter(({ dayOfWeek }) => dayOfWeek === day.dayOfWeek);
  const considered = ofWeekday.length > 0 ? ofWeekday : starts;
  const byTime = Map.groupBy(considered.toSorted(Temporal.PlainDateTime.compare), (start) =>
    start.toPlainTime().toString({ smallestUnit: 'minute' }),
  );
  const most = Math.max(...[...byTime.values()].map(({ length }) => length));
  const usual = [...byTime].findLast(([, { length }]) => length === most)?.[0];
  return usual === undefined ? null : Temporal.PlainTime.from(usual);
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
