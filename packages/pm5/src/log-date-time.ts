import { clampWhole } from './byte-writer.ts';
import type { LogEntryDate, LogEntryTime } from './records.ts';

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Decodes a log entry date of 16 bits: month in bits 0-3, day in bits 4-8, years since 2000 in bits 9-15.
 *
 * A monitor whose clock was never set can send month 0 or day 0. The numbers are kept unchanged (year 2000-2127, month
 * 0-15, day 0-31): a summary with an odd date is still the result of a workout and still needs its key against
 * duplicates. Check `isCalendarDate` before converting it.
 */
export function decodeLogEntryDate(raw: number): LogEntryDate {
  return { year: 2000 + ((raw >> 9) & 0x7f), month: raw & 0x0f, day: (raw >> 4) & 0x1f };
}

/** Encodes a log entry date; each part is clamped to its bits. */
export function encodeLogEntryDate(date: LogEntryDate): number {
  const years = clampWhole(date.year - 2000, 0x7f);
  return (years << 9) | (clampWhole(date.day, 0x1f) << 4) | clampWhole(date.month, 0x0f);
}

/** Decodes a log entry time of 16 bits: minute in the low byte, hour in the high one, unchanged as above. */
export function decodeLogEntryTime(raw: number): LogEntryTime {
  return { hour: (raw >> 8) & 0xff, minute: raw & 0xff };
}

/** Encodes a log entry time; each part is clamped to its byte. */
export function encodeLogEntryTime(time: LogEntryTime): number {
  return (clampWhole(time.hour, 0xff) << 8) | clampWhole(time.minute, 0xff);
}

/** Returns whether the date exists. The monitor's years (2000-2127) include 2100, which is not a leap year. */
export function isCalendarDate(date: LogEntryDate): boolean {
  const isLeapYear = date.year % 4 === 0 && (date.year % 100 !== 0 || date.year % 400 === 0);
  const days = date.month === 2 && isLeapYear ? 29 : (daysInMonth[date.month - 1] ?? 0);
  return date.day >= 1 && date.day <= days;
}

/** Returns whether the time exists on a 24 h clock. */
export function isClockTime(time: LogEntryTime): boolean {
  return time.hour <= 23 && time.minute <= 59;
}
