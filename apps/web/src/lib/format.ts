/**
 * Dates, hours and numbers for the reader. The words are English; order, clock, grouping and decimal mark follow the
 * reader's region (`locale.ts`). The examples are those of en-US. Two kinds of values look the same for all readers:
 *
 * - times of a row and the values that are compared with them on the monitor: durations, paces, differences in seconds
 * (`1:45.3`, `0.4 s`), from `@boathouse/workout/pace`. They have a point, as on the monitor;
 * - what a user wrote, such as `2,000 m` in a workout item that can be edited, and abbreviated counts (`1.2k`).
 */

import { workoutTitle } from '@boathouse/contract/workout-title';
import { perLocale } from './locale.ts';
import { serverNowMs } from './server/server-now.ts';

/**
 * The IANA zone of this device, such as Europe/Berlin; its offset from UTC now if the system's zone is not set
 * (browsers then report `Etc/Unknown`) or is newer than the browser.
 */
export function viewerTimeZone(): string {
  try {
    const zone = Temporal.Now.timeZoneId();
    Temporal.Now.instant().toZonedDateTimeISO(zone);
    return zone;
  } catch {
    return offsetZone(-new Date().getTimezoneOffset());
  }
}

/** Returns the zone of an offset in minutes: `+05:30`, and `UTC` for 0. */
function offsetZone(minutes: number): string {
  if (!Number.isInteger(minutes) || minutes === 0) return 'UTC';
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Returns today's date in `timeZone`. */
export function todayIn(
  timeZone: string,
  now: Temporal.Instant = Temporal.Instant.fromEpochMilliseconds(serverNowMs()),
): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns the server's time in `timeZone`. */
export function nowIn(timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(serverNowMs()).toZonedDateTimeISO(timeZone);
}

/** Returns the calendar day of an ISO instant in `timeZone`. */
export function dayOf(iso: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainDate();
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));

const time = { hour: 'numeric', minute: '2-digit' } as const;
const shortDay = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const formats = {
  time: dateFormat(time),
  dayAndTime: dateFormat({ ...shortDay, ...time }),
  shortDate: dateFormat({ ...shortDay, year: 'numeric' }),
  longDay: dateFormat({ weekday: 'long', month: 'long', day: 'numeric' }),
  fullDay: dateFormat({ year: 'numeric', month: 'long', day: 'numeric' }),
  dayOfYear: dateFormat({ month: 'long', day: 'numeric' }),
  shortDayOfYear: dateFormat({ month: 'short', day: 'numeric' }),
  shortDayAndYear: dateFormat({ month: 'short', day: 'numeric', year: 'numeric' }),
  weekday: dateFormat({ weekday: 'short' }),
  month: dateFormat({ month: 'long', year: 'numeric' }),
  shortMonth: dateFormat({ month: 'short' }),
};

/**
 * The calendar and the clock of an instant in `timeZone`, as milliseconds of UTC, because making a format for each zone
 * is slow.
 */
function wallClockMs(iso: string, timeZone: string): number {
  const { epochMilliseconds, offsetNanoseconds } = Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone);
  return epochMilliseconds + offsetNanoseconds / 1e6;
}

const dayMs = 24 * 60 * 60_000;
const daysOf = ({ year, month, day }: Temporal.PlainDate) => new Date(0).setUTCFullYear(year, month - 1, day);

/** Intl separates `PM` by a narrow no-break space in some browsers and by a space in others. */
const spaced = (text: string) => text.replace(/\s/gu, ' ');

/** Returns `6:30` and `PM` separately, to show them in different sizes; no `period` on a 24-hour clock. */
export function timeParts(
  iso: string,
  timeZone: string = viewerTimeZone(),
): { clock: string; period?: string } {
  const parts = formats.time().formatToParts(wallClockMs(iso, timeZone));
  const period = parts.find(({ type }) => type === 'dayPeriod')?.value;
  const clock = parts.flatMap(({ type, value }) => (type === 'dayPeriod' ? [] : [value])).join('');
  return period === undefined ? { clock } : { clock: clock.trim(), period };
}

/** `6:30 PM`, `18:30` */
export function formatTime(iso: string, timeZone: string = viewerTimeZone()): string {
  return spaced(formats.time().format(wallClockMs(iso, timeZone)));
}

/** `Fri, Nov 21, 6:30 PM` */
export function formatDayAndTime(iso: string, timeZone: string = viewerTimeZone()): string {
  return spaced(formats.dayAndTime().format(wallClockMs(iso, timeZone)));
}

/** `Fri, Nov 21, 2025` */
export function formatShortDate(day: Temporal.PlainDate): string {
  return formats.shortDate().format(daysOf(day));
}

/** `Friday, November 21` */
export function formatLongDay(day: Temporal.PlainDate): string {
  return formats.longDay().format(daysOf(day));
}

/** `November 21, 2025` */
export function formatFullDay(day: Temporal.PlainDate): string {
  return formats.fullDay().format(daysOf(day));
}

/** `November 21` */
export function formatDayOfYear(day: Temporal.PlainDate): string {
  return formats.dayOfYear().format(daysOf(day));
}

/** `Nov 21` */
export function formatShortDayOfYear(day: Temporal.PlainDate): string {
  return formats.shortDayOfYear().format(daysOf(day));
}

/** `Nov 21`, and in another year `Nov 21, 2024` */
export function formatShortDayIn(day: Temporal.PlainDate, { year }: Temporal.PlainDate): string {
  return (day.year === year ? formats.shortDayOfYear() : formats.shortDayAndYear()).format(daysOf(day));
}

/** `Fri` */
export function formatWeekday(day: Temporal.PlainDate): string {
  return formats.weekday().format(daysOf(day));
}

/** `November 2025` */
export function formatMonth({ year, month }: Temporal.PlainDate | Temporal.PlainYearMonth): string {
  return formats.month().format(daysOf(Temporal.PlainDate.from({ year, month, day: 1 })));
}

/** `Nov` */
export function formatShortMonth({ year, month }: Temporal.PlainDate | Temporal.PlainYearMonth): string {
  return formats.shortMonth().format(daysOf(Temporal.PlainDate.from({ year, month, day: 1 })));
}

/** A choice of the 12-hour time picker. `hour` is 1 to 12. */
export type TwelveHourTime = { hour: number; minute: number; period: 'AM' | 'PM' };

/** 12 AM is midnight, 12 PM is noon. */
export function toPlainTime({ hour, minute, period }: TwelveHourTime): Temporal.PlainTime {
  return Temporal.PlainTime.from({ hour: (hour % 12) + (period === 'PM' ? 12 : 0), minute });
}

export function toTwelveHour(time: Temporal.PlainTime): TwelveHourTime {
  return { hour: time.hour % 12 || 12, minute: time.minute, period: time.hour < 12 ? 'AM' : 'PM' };
}

/**
 * Returns the next clock time after `now` whose minutes are a multiple of `stepMin`, the default start in a form. Late
 * in the evening it is on the next day.
 */
export function nextStep(now: Temporal.ZonedDateTime, stepMin: number): Temporal.PlainDateTime {
  const startOfHour = now
    .toPlainDateTime()
    .with({ minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  return startOfHour.add({ minutes: (Math.floor(now.minute / stepMin) + 1) * stepMin });
}

/** Returns the instant of this day and time in `timeZone`, in ISO 8601 UTC with milliseconds. */
export function toInstantISO(day: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): string {
  const instant = day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
  return instant.toString({ fractionalSecondDigits: 3 });
}

/** How long something has been silent: `95 s`, and minutes from the second one on. */
export function formatSilence(sec: number): string {
  return sec < 120 ? `${sec} s` : `${Math.floor(sec / 60)} min`;
}

/** `now`, `in 25 min`, `in 3 h`, `12 min ago`: time until or since a start. */
export function formatDistanceToNow(iso: string, nowMs: number): string {
  const minutes = Math.round((Temporal.Instant.from(iso).epochMilliseconds - nowMs) / 60_000);
  if (minutes === 0) return 'now';
  const size = Math.abs(minutes);
  const words =
    size < 60
      ? `${size} min`
      : size < 60 * 24
        ? `${Math.round(size / 60)} h`
        : `${Math.round(size / 1440)} d`;
  return minutes > 0 ? `in ${words}` : `${words} ago`;
}

/** Formats a past time: `12 min ago` within a day, then `Fri, Nov 21, 6:30 PM`, and in another year `November 21, 2024`. */
export function formatWhen(iso: string, nowMs: number, timeZone: string = viewerTimeZone()): string {
  if (Math.abs(nowMs - Date.parse(iso)) < dayMs) return formatDistanceToNow(iso, nowMs);
  const day = dayOf(iso, timeZone);
  const { year } = todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(nowMs));
  return day.year === year ? formatDayAndTime(iso, timeZone) : formatFullDay(day);
}

const numbers = {
  whole: perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })),
  tenths: perLocale((locale) => new Intl.NumberFormat(locale, fixed(1))),
  hundredths: perLocale((locale) => new Intl.NumberFormat(locale, fixed(2))),
};

function fixed(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** `1,234` */
export function formatWhole(value: number): string {
  return numbers.whole().format(value);
}

/** `1.36` */
export function formatHundredths(value: number): string {
  return numbers.hundredths().format(value);
}

/**
 * Formats a distance in meters: whole meters while rowing (`1,234 m`; a meter counts after it is rowed, so 1999.9 is
 * not yet 2,000), tenths for results (`1,234.5 m`). `–` for null.
 */
export function formatDistance(distanceM: number | null, decimals: 0 | 1 = 0): string {
  if (distanceM === null || !Number.isFinite(distanceM) || distanceM < 0) return '–';
  // The monitor counts in tenths; rounding to tenths first turns 99.99999 into 100.
  const tenths = Math.round(distanceM * 10);
  return decimals === 0
    ? `${formatWhole(Math.floor(tenths / 10))} m`
    : `${numbers.tenths().format(tenths / 10)} m`;
}

/** Formats the text of a workout as a title, with distances as all others on the page. */
export function formatWorkout(text: string): string {
  return workoutTitle(text, formatWhole);
}

const magnitudes = [
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'k' },
] as const;

/**
 * Abbreviates a count of 0 or more: `999`, `1k`, `1.2k`, `999k`, `1M`, `3.4B`. Rounds down, so that it never shows more
 * than the count.
 */
export function formatCount(count: number): string {
  const magnitude = magnitudes.find(({ size }) => count >= size);
  if (magnitude === undefined) return `${count}`;
  const { size, letter } = magnitude;
  // Tenths only below 100: 1.2k, 12.3k, but 123k.
  const tenths = count < 100 * size ? Math.floor(count / (size / 10)) : Math.floor(count / size) * 10;
  return `${tenths / 10}${letter}`;
}
