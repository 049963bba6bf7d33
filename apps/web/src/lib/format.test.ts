import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  dayOf,
  formatCount,
  formatDayAndTime,
  formatDistance,
  formatDistanceToNow,
  formatFullDay,
  formatHundredths,
  formatLongDay,
  formatMonth,
  formatShortDate,
  formatShortDayIn,
  formatTime,
  formatWhen,
  formatWhole,
  formatWorkout,
  nextStep,
  timeParts,
  todayIn,
  toInstantISO,
  toPlainTime,
  toTwelveHour,
  viewerTimeZone,
} from './format.ts';

const readIn = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the viewer's zone", () => {
  test('is the system’s', () => {
    vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue('Asia/Kolkata');
    expect(viewerTimeZone()).toBe('Asia/Kolkata');
  });

  test.each([
    ['Etc/Unknown', 0, 'UTC'],
    ['Etc/Unknown', -330, '+05:30'],
    ['America/NewerThanThisBrowser', 210, '-03:30'],
    ['', Number.NaN, 'UTC'],
  ])('%j at %d minutes is %s, with which dates can be written', (name, minutes, zone) => {
    vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue(name);
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
    expect(viewerTimeZone()).toBe(zone);
    expect(formatTime('2025-11-21T17:30:00.000Z')).toMatch(/^\d+:\d\d [AP]M$/);
  });
});

test.each([
  ['10000m', '10,000 m'],
  ['4 x 1000 m / 3:00 rest', '4 x 1,000 m / 3:00 rest'],
  ['500m + 2000 m rate 24', '500m + 2,000 m rate 24'],
  ['3 x 10:00, 1200 max', '3 x 10:00, 1200 max'],
  ['10,000 m and 12000 metres', '10,000 m and 12000 metres'],
])('the distances of %s are grouped', (text, title) => {
  expect(formatWorkout(text)).toBe(title);
});

describe('formatting dates and times', () => {
  test('a short day has its year only in another year', () => {
    const day = Temporal.PlainDate.from('2025-11-21');
    expect(formatShortDayIn(day, Temporal.PlainDate.from('2025-12-31'))).toBe('Nov 21');
    expect(formatShortDayIn(day, Temporal.PlainDate.from('2026-01-01'))).toBe('Nov 21, 2025');
  });

  test('times are in the viewer’s zone', () => {
    expect(formatTime('2025-11-21T17:30:00.000Z', 'Europe/Berlin')).toBe('6:30 PM');
    expect(formatTime('2025-11-21T17:30:00.000Z', 'America/Los_Angeles')).toBe('9:30 AM');
    expect(formatDayAndTime('2025-11-21T23:30:00.000Z', 'Europe/Berlin')).toBe('Sat, Nov 22, 12:30 AM');
  });

  test('the day is the calendar day in that zone', () => {
    const lateEvening = Temporal.Instant.from('2025-11-21T23:30:00Z');
    expect(todayIn('Europe/Berlin', lateEvening).toString()).toBe('2025-11-22');
    expect(todayIn('America/New_York', lateEvening).toString()).toBe('2025-11-21');
    expect(dayOf('2025-11-21T23:30:00.000Z', 'Asia/Tokyo').toString()).toBe('2025-11-22');
    expect(formatLongDay(Temporal.PlainDate.from('2025-11-21'))).toBe('Friday, November 21');
  });

  test('formats the time until or since a start', () => {
    const nowMs = Date.parse('2025-11-21T12:00:00Z');
    const at = (time: string) => formatDistanceToNow(`2025-11-${time}:00.000Z`, nowMs);
    expect(at('21T12:00')).toBe('now');
    expect(at('21T12:25')).toBe('in 25 min');
    expect(at('21T15:00')).toBe('in 3 h');
    expect(at('21T11:48')).toBe('12 min ago');
    expect(at('24T12:00')).toBe('in 3 d');
  });
});

test('formats a past time as time ago within a day, then day and time, and only the date in another year', () => {
  const nowMs = Date.parse('2025-11-21T12:00:00Z');
  const at = (iso: string) => formatWhen(`${iso}:00.000Z`, nowMs, 'Europe/Berlin');
  expect(at('2025-11-21T11:48')).toBe('12 min ago');
  expect(at('2025-11-20T12:01')).toBe('24 h ago');
  expect(at('2025-11-20T12:00')).toBe('Thu, Nov 20, 1:00 PM');
  expect(at('2024-12-31T23:30')).toBe('Wed, Jan 1, 12:30 AM');
  expect(at('2024-12-31T22:30')).toBe('December 31, 2024');
});

describe('the conventions of the reader', () => {
  const evening = '2025-09-21T15:05:00.000Z';
  const day = Temporal.PlainDate.from('2025-09-21');
  const written = () => [
    formatTime(evening, 'Europe/Berlin'),
    formatDayAndTime(evening, 'Europe/Berlin'),
    formatShortDate(day),
    formatFullDay(day),
    formatLongDay(day),
    formatWhole(12_345),
    formatDistance(1234.56, 1),
    formatHundredths(1.364),
  ];

  test.each([
    [
      'en-US',
      ['5:05 PM', 'Sun, Sep 21, 5:05 PM', 'Sun, Sep 21, 2025', 'September 21, 2025', 'Sunday, September 21'],
      ['12,345', '1,234.6 m', '1.36'],
    ],
    [
      'en-GB',
      ['17:05', 'Sun 21 Sept, 17:05', 'Sun, 21 Sept 2025', '21 September 2025', 'Sunday 21 September'],
      ['12,345', '1,234.6 m', '1.36'],
    ],
    [
      'de',
      ['17:05', 'Sun, 21 Sept, 17:05', 'Sun, 21 Sept 2025', '21 September 2025', 'Sunday, 21 September'],
      ['12.345', '1.234,6 m', '1,36'],
    ],
  ])('in %s dates, hours and numbers are in English words in the local form', (language, dates, numbers) => {
    readIn(language);
    expect(written()).toEqual([...dates, ...numbers]);
  });

  test('the hour and its period are separate on a 12-hour clock, and there is no period on a 24-hour clock', () => {
    readIn('en-US');
    expect(timeParts(evening, 'Europe/Berlin')).toEqual({ clock: '5:05', period: 'PM' });
    readIn('de-DE');
    expect(timeParts(evening, 'Europe/Berlin')).toEqual({ clock: '17:05' });
  });

  test('dates before the year 100 and after 9999 keep their year', () => {
    expect(formatMonth(Temporal.PlainYearMonth.from('0033-04'))).toBe('April 33');
    expect(formatFullDay(Temporal.PlainDate.from('+012345-01-31'))).toBe('January 31, 12345');
  });
});

test.each([
  [0, 0, '0 m'],
  [999.9, 0, '999 m'],
  [1234.56, 0, '1,234 m'],
  [1234.56, 1, '1,234.6 m'],
  [99.999999, 0, '100 m'],
  [1_000_000, 0, '1,000,000 m'],
  [7584, 1, '7,584.0 m'],
  [null, 0, '–'],
] as const)('%s m with %d decimals is written %s', (distanceM, decimals, text) => {
  expect(formatDistance(distanceM, decimals)).toBe(text);
});

describe('[WORK-2] the twelve-hour clock', () => {
  test('12 AM is midnight and 12 PM is noon', () => {
    expect(toPlainTime({ hour: 12, minute: 0, period: 'AM' }).toString()).toBe('00:00:00');
    expect(toPlainTime({ hour: 12, minute: 30, period: 'PM' }).toString()).toBe('12:30:00');
    expect(toPlainTime({ hour: 1, minute: 10, period: 'PM' }).toString()).toBe('13:10:00');
  });

  test('every hour of the day converts to the 12-hour clock and back', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const time = Temporal.PlainTime.from({ hour, minute: 50 });
      expect(toPlainTime(toTwelveHour(time)).toString()).toBe(time.toString());
    }
  });

  test('the proposed start is the next full step, on the next day when it is late', () => {
    const at = (text: string) =>
      nextStep(Temporal.ZonedDateTime.from(`${text}[Europe/Berlin]`), 10).toString();
    expect(at('2025-11-21T18:03:20')).toBe('2025-11-21T18:10:00');
    expect(at('2025-11-21T18:10:00')).toBe('2025-11-21T18:20:00');
    expect(at('2025-11-21T23:55:00')).toBe('2025-11-22T00:00:00');
  });

  test('a day and a time become the instant of that zone, with summer time', () => {
    const time = Temporal.PlainTime.from('18:30');
    expect(toInstantISO(Temporal.PlainDate.from('2025-11-21'), time, 'Europe/Berlin')).toBe(
      '2025-11-21T17:30:00.000Z',
    );
    expect(toInstantISO(Temporal.PlainDate.from('2025-07-21'), time, 'Europe/Berlin')).toBe(
      '2025-07-21T16:30:00.000Z',
    );
  });
});

describe('[UI-3] counts', () => {
  test.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1k'],
    [1_099, '1k'],
    [1_200, '1.2k'],
    [1_999, '1.9k'],
    [12_345, '12.3k'],
    [99_999, '99.9k'],
    [100_000, '100k'],
    [999_000, '999k'],
    [999_999, '999k'],
    [1_000_000, '1M'],
    [2_500_000, '2.5M'],
    [999_999_999, '999M'],
    [1_000_000_000, '1B'],
    [3_400_000_000, '3.4B'],
    [1_234_000_000_000, '1234B'],
  ])('%i is shown as %s', (count, shown) => {
    expect(formatCount(count)).toBe(shown);
  });

  const meaningOf = (shown: string) => {
    const [, figure, letter = ''] = /^(\d+(?:\.\d)?)([kMB]?)$/.exec(shown) ?? [];
    return Math.round(Number(figure) * ({ k: 1e3, M: 1e6, B: 1e9 }[letter] ?? 1));
  };
  const counts = fc.oneof(fc.nat(), fc.nat({ max: 10_000 }), fc.maxSafeNat());

  test('never shows more than the count, and less than a tenth below it', () => {
    fc.assert(
      fc.property(counts, (count) => {
        const meant = meaningOf(formatCount(count));
        expect(meant).toBeLessThanOrEqual(count);
        expect(count - meant).toBeLessThanOrEqual(count / 10);
      }),
    );
  });

  test('a larger count is never shown as a smaller one', () => {
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(meaningOf(formatCount(less))).toBeLessThanOrEqual(meaningOf(formatCount(more)));
      }),
    );
  });
});
