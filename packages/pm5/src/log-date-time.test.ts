import { describe, expect, it } from 'vitest';

import {
  decodeLogEntryDate,
  decodeLogEntryTime,
  encodeLogEntryDate,
  encodeLogEntryTime,
  isCalendarDate,
  isClockTime,
} from './log-date-time.ts';

describe('the log entry date', () => {
  it('reads the date that hardware sent on 6 March 2016 at 11:36', () => {
    expect(decodeLogEntryDate(0x2063)).toEqual({ year: 2016, month: 3, day: 6 });
    expect(decodeLogEntryTime(0x0b24)).toEqual({ hour: 11, minute: 36 });
  });

  it('decodes and encodes every 16-bit value, also impossible dates', () => {
    for (let raw = 0; raw <= 0xffff; raw += 1) {
      const date = decodeLogEntryDate(raw);
      const time = decodeLogEntryTime(raw);
      if (encodeLogEntryDate(date) !== raw || encodeLogEntryTime(time) !== raw) {
        expect({ date, time }).toEqual(raw);
      }
    }
    expect(decodeLogEntryDate(0xffff)).toEqual({ year: 2127, month: 15, day: 31 });
  });

  it('clamps each part to its bits', () => {
    expect(decodeLogEntryDate(encodeLogEntryDate({ year: 1999, month: 99, day: -1 }))).toEqual({
      year: 2000,
      month: 15,
      day: 0,
    });
    expect(decodeLogEntryTime(encodeLogEntryTime({ hour: 999, minute: -1 }))).toEqual({
      hour: 255,
      minute: 0,
    });
  });

  it.each([
    [{ year: 2024, month: 2, day: 29 }, true],
    [{ year: 2100, month: 2, day: 29 }, false],
    [{ year: 2023, month: 2, day: 29 }, false],
    [{ year: 2023, month: 4, day: 31 }, false],
    [{ year: 2023, month: 12, day: 31 }, true],
    [{ year: 2000, month: 0, day: 0 }, false],
    [{ year: 2000, month: 13, day: 1 }, false],
    [{ year: 2000, month: 1, day: 0 }, false],
  ])('returns whether %j is a calendar date: %s', (date, expected) => {
    expect(isCalendarDate(date)).toBe(expected);
  });

  it.each([
    [{ hour: 23, minute: 59 }, true],
    [{ hour: 24, minute: 0 }, false],
    [{ hour: 0, minute: 60 }, false],
  ])('returns whether %j is a time of day: %s', (time, expected) => {
    expect(isClockTime(time)).toBe(expected);
  });
});
