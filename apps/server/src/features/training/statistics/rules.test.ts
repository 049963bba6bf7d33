import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clubSpanOn, dayIn, gainOf, sumsByStep, totalOf, windowsOn, type Window } from './rules.ts';

const dayOf = (iso: string, timeZone: string) => dayIn(Temporal.Instant.from(iso), timeZone).toString();
const windowsOf = (day: string) => windowsOn(Temporal.PlainDate.from(day));

describe('[STAT-1] dayIn', () => {
  test.each([
    ['2026-05-01T10:00:00Z', 'UTC', '2026-05-01'],
    // The same instant on both sides of the date line.
    ['2026-05-01T10:30:00Z', 'Pacific/Kiritimati', '2026-05-02'],
    ['2026-05-01T10:30:00Z', 'Pacific/Pago_Pago', '2026-04-30'],
    // Offsets of half and quarter hours.
    ['2026-05-01T18:29:59Z', 'Asia/Kolkata', '2026-05-01'],
    ['2026-05-01T18:30:00Z', 'Asia/Kolkata', '2026-05-02'],
    ['2026-05-01T18:14:59Z', 'Asia/Kathmandu', '2026-05-01'],
    ['2026-05-01T18:15:00Z', 'Asia/Kathmandu', '2026-05-02'],
    // Around both daylight-saving changes in Berlin.
    ['2026-03-28T22:59:59Z', 'Europe/Berlin', '2026-03-28'],
    ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30'],
    ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    // A day that begins at 01:00, because daylight saving skips midnight.
    ['2026-09-06T03:59:59Z', 'America/Santiago', '2026-09-05'],
    ['2026-09-06T04:00:00Z', 'America/Santiago', '2026-09-06'],
    // The day that Samoa skipped in 2011.
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    // The ends of years and of Februaries.
    ['2025-12-31T23:00:00Z', 'Europe/Oslo', '2026-01-01'],
    ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
    ['2024-02-28T23:30:00Z', 'Europe/Oslo', '2024-02-29'],
    ['2025-02-28T23:30:00Z', 'Europe/Oslo', '2025-03-01'],
    ['2026-05-01T22:00:00Z', '+02:00', '2026-05-02'],
  ])('%s in %s is on %s', (iso, timeZone, expected) => {
    expect(dayOf(iso, timeZone)).toBe(expected);
  });

  test.each(['PST', 'US/Pacific-New', 'SystemV/PST8PDT', 'Mars/Olympus', 'Etc/Unknown'])(
    'is the day in UTC for the zone %s, which Temporal rejects',
    (timeZone) => expect(dayOf('2026-05-01T23:59:00Z', timeZone)).toBe('2026-05-01'),
  );
});

describe('[STAT-1] windowsOn', () => {
  const ends = ({ from, to, before }: Window) => [before.from, before.to, from, to];

  test.each([
    ['2026-05-04', '2026-04-21', '2026-04-27', '2026-04-28'],
    // Across the end of a year, of a February with 28 days and of one with 29.
    ['2026-01-02', '2025-12-20', '2025-12-26', '2025-12-27'],
    ['2026-03-01', '2026-02-16', '2026-02-22', '2026-02-23'],
    ['2024-03-01', '2024-02-17', '2024-02-23', '2024-02-24'],
  ])('a week on %s comes after the week from %s to %s', (today, beforeFrom, beforeTo, from) => {
    expect(ends(windowsOf(today).week)).toEqual([beforeFrom, beforeTo, from, today]);
  });

  test.each([
    ['2026-05-30', '2026-04-01', '2026-04-30', '2026-05-01'],
    ['2026-03-01', '2026-01-01', '2026-01-30', '2026-01-31'],
    ['2024-03-01', '2024-01-02', '2024-01-31', '2024-02-01'],
    ['2026-01-15', '2025-11-17', '2025-12-16', '2025-12-17'],
  ])('a month on %s follows the 30 days of %s to %s', (today, beforeFrom, beforeTo, from) => {
    expect(ends(windowsOf(today).month)).toEqual([beforeFrom, beforeTo, from, today]);
  });

  test.each([
    ['2026-05-04', '2024-06-01', '2025-05-04', '2025-06-01'],
    // The first and the last day of a month.
    ['2026-01-01', '2024-02-01', '2025-01-01', '2025-02-01'],
    ['2026-12-31', '2025-01-01', '2025-12-31', '2026-01-01'],
    ['2025-02-28', '2023-03-01', '2024-02-28', '2024-03-01'],
    ['2024-02-29', '2022-03-01', '2023-02-28', '2023-03-01'],
  ])('a year on %s is compared with %s to %s, as long a time', (today, beforeFrom, beforeTo, from) => {
    expect(ends(windowsOf(today).year)).toEqual([beforeFrom, beforeTo, from, today]);
  });

  test('[STAT-2] returns a step per day, and for the year a step per month, named by its first day', () => {
    const { week, month, year } = windowsOf('2024-03-02');
    expect(week.steps).toEqual([
      '2024-02-25',
      '2024-02-26',
      '2024-02-27',
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
      '2024-03-02',
    ]);
    expect(month.steps).toHaveLength(30);
    expect([month.steps[0], month.steps[28], month.steps[29]]).toEqual([
      '2024-02-02',
      '2024-03-01',
      '2024-03-02',
    ]);
    expect(year.steps).toEqual([
      '2023-04-01',
      '2023-05-01',
      '2023-06-01',
      '2023-07-01',
      '2023-08-01',
      '2023-09-01',
      '2023-10-01',
      '2023-11-01',
      '2023-12-01',
      '2024-01-01',
      '2024-02-01',
      '2024-03-01',
    ]);
  });

  test('returns, for any day, ascending steps, the right length, and a period before of equal length', () => {
    const days = fc
      .integer({ min: 0, max: 300_000 })
      .map((n) => Temporal.PlainDate.from('1900-01-01').add({ days: n }));
    const length = (from: string, to: string) =>
      Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1;
    fc.assert(
      fc.property(days, (today) => {
        for (const window of Object.values(windowsOn(today))) {
          expect(window.to).toBe(today.toString());
          expect(window.steps[0]).toBe(window.from);
          expect(window.steps.toSorted()).toEqual(window.steps);
          expect(new Set(window.steps).size).toBe(window.steps.length);
          expect(window.steps.every((day) => day <= window.to)).toBe(true);
        }
        const { week, month, year } = windowsOn(today);
        expect([length(week.from, week.to), length(week.before.from, week.before.to)]).toEqual([7, 7]);
        expect([length(month.from, month.to), length(month.before.from, month.before.to)]).toEqual([30, 30]);
        expect([week, month].map(({ before, from }) => length(before.to, from))).toEqual([2, 2]);
        expect(year.steps).toHaveLength(12);
        const [ofYear, ofYearBefore] = [year, year.before].map(({ from, to }) => length(from, to));
        // One of the two may contain a leap day.
        expect(Math.abs((ofYear ?? 0) - (ofYearBefore ?? 0))).toBeLessThanOrEqual(1);
        expect(Temporal.PlainDate.from(year.before.from).add({ months: 12 }).toString()).toBe(year.from);
      }),
    );
  });
});

test.each([
  ['2026-05-01', '2026-05-01'],
  ['2026-04-30', '2025-05-01'],
  ['2026-12-31', '2026-05-01'],
  ['2028-02-29', '2027-05-01'],
])('on %s the season of a club began on %s', (today, from) => {
  expect(clubSpanOn(Temporal.PlainDate.from(today), 'season')).toEqual({ from, to: today });
});

describe('[STAT-1] totalOf, gainOf and sumsByStep', () => {
  const { week, year } = windowsOf('2026-05-04');
  const meters = ({ meters: amount }: { meters: number }) => amount;
  const on = (day: string, amount: number) => ({ day, meters: amount });

  test('include the first and the last day, and compare only with the period before', () => {
    const days = [
      on('2026-04-20', 1),
      on('2026-04-21', 10),
      on('2026-04-27', 100),
      on('2026-04-28', 1_000),
      on('2026-05-04', 10_000),
      on('2026-05-05', 100_000),
    ];
    expect(totalOf(week, days, meters)).toBe(11_000);
    expect(gainOf(week, days, meters)).toBe(11_000 - 110);
    expect(sumsByStep(week, days, meters)).toEqual([1_000, 0, 0, 0, 0, 0, 10_000]);
  });

  test('sum a year by month, and compare with the same days of the year before', () => {
    const days = [
      on('2024-05-31', 90_000),
      on('2024-06-01', 1),
      on('2025-05-04', 10),
      on('2025-05-05', 50_000),
      on('2025-05-31', 60_000),
      on('2025-06-01', 20),
      on('2025-06-30', 300),
      on('2026-05-04', 4_000),
    ];
    expect(sumsByStep(year, days, meters)).toEqual([320, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4_000]);
    expect(gainOf(year, days, meters)).toBe(4_320 - 11);
  });

  test('round to hundredths', () => {
    const days = [on('2026-04-28', 0.1), on('2026-05-04', 0.2)];
    expect(totalOf(week, days, meters)).toBe(0.3);
    expect(sumsByStep(year, days, meters).at(-1)).toBe(0.2);
  });

  test('return zero without days', () => {
    expect([totalOf(week, [], meters), gainOf(week, [], meters)]).toEqual([0, 0]);
    expect(sumsByStep(week, [], meters)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
