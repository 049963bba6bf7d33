import { dayOf, formatDayAndTime, formatTime, todayIn, viewerTimeZone } from '../../lib/format.ts';
import { atServerMs } from '../../lib/server/server-now.ts';

/**
 * Returns `at 6:30 PM` for a time today, and `on Fri, Nov 21, 6:30 PM` for an earlier one; times are taken on this device, by
 * the server's clock.
 */
export function whenRead(sinceMs: number): string {
  const iso = new Date(atServerMs(sinceMs)).toISOString();
  const timeZone = viewerTimeZone();
  const isToday = dayOf(iso, timeZone).equals(todayIn(timeZone));
  return isToday ? `at ${formatTime(iso)}` : `on ${formatDayAndTime(iso)}`;
}
