/** The IANA zone of this device, such as Europe/Berlin. */
export function viewerTimeZone(): string {
  return Temporal.Now.timeZoneId();
}

/** Returns today's date in `timeZone`. */
export function todayIn(
  timeZone: string,
  now: Temporal.Instant = Temporal.Now.instant(),
): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns the calendar day of an ISO instant in `timeZone`. */
export function dayOf(iso: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns `6:30` and `PM` separately, to show them in different sizes. */
export function timeParts(
  iso: string,
  timeZone: string = viewerTimeZone(),
): { clock: string; period: TwelveHourTime['period'] } {
  const { hour, minute, period } = toTwelveHour(
    Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainTime(),
  );
  return { clock: `${hour}:${String(minute).padStart(2, '0')}`, period };
}

/** Formats `6:30 PM`: a 12-hour clock like the time picker. */
export function formatTime(iso: string, timeZone: string = viewerTimeZone()): string {
  const { clock, period } = timeParts(iso, timeZone);
  return `${clock} ${period}`;
}

/** `Fri, Nov 21, 6:30 PM` */
export function formatDayAndTime(iso: string, timeZone: string = viewerTimeZone()): string {
  const day = dayOf(iso, timeZone).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  return `${day}, ${formatTime(iso, timeZone)}`;
}

/** `Friday, November 21` */
export function formatLongDay(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
}

/** `November 21, 2025` */
export function formatFullDay(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
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
 * Returns the next clock time after `now` whose minutes are a multiple of `stepMin`, the default start in a form.
 * Late in the evening it is on the next day.
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

const dayMs = 24 * 60 * 60_000;

/** Formats a past time: `12 min ago` within a day, then `Fri, Nov 21, 6:30 PM`, and in another year `November 21, 2024`. */
export function formatWhen(iso: string, nowMs: number, timeZone: string = viewerTimeZone()): string {
  if (Math.abs(nowMs - Date.parse(iso)) < dayMs) return formatDistanceToNow(iso, nowMs);
  const day = dayOf(iso, timeZone);
  const { year } = todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(nowMs));
  return day.year === year ? formatDayAndTime(iso, timeZone) : formatFullDay(day);
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
