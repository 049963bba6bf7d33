import {
  dayOf,
  formatDayAndTime,
  formatFullDay,
  formatTime,
  formatWeekday,
  todayIn,
  viewerTimeZone,
} from '../../../lib/format.ts';

/** The days around today that a weekday name identifies. */
const weekdayDays = 6;

/**
 * Returns when something starts or started, as short as possible: `7:30 PM` today, `Mon 6:30 AM` within a week, then
 * `Fri, Nov 21, 6:30 PM`, and in another year `November 21, 2024`.
 */
export function formatStart(iso: string, nowMs: number, timeZone: string = viewerTimeZone()): string {
  const day = dayOf(iso, timeZone);
  const today = todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(nowMs));
  const days = today.until(day).days;
  if (days === 0) return formatTime(iso, timeZone);
  if (Math.abs(days) <= weekdayDays) return `${formatWeekday(day)} ${formatTime(iso, timeZone)}`;
  return day.year === today.year ? formatDayAndTime(iso, timeZone) : formatFullDay(day);
}
