import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDays, weekdaysFrom } from '@boathouse/contract/week';
import {
  bucketLabels,
  bucketOf,
  dateOf,
  daysIn,
  dayInWords,
  layOutYear,
  yearInWords,
} from './activity-heatmap-year.ts';

const years = fc.integer({ min: 1900, max: 9999 });

describe('[ATHL-2] the buckets', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [6, 3],
    [7, 4],
    [8, 4],
    [9, 4],
    [365, 4],
  ])('%i activities are in bucket %i', (count, bucket) => {
    expect(bucketOf(count)).toBe(bucket);
  });

  test('have labels with their counts', () => {
    expect(bucketLabels).toEqual(['0', '1–2', '3–4', '5–6', '7 or more']);
  });

  test('never decrease with a higher count, and each has a label', () => {
    fc.assert(
      fc.property(fc.nat(1000), (count) => {
        expect(bucketOf(count + 1)).toBeGreaterThanOrEqual(bucketOf(count));
        expect(bucketLabels[bucketOf(count)]).toBeDefined();
      }),
    );
  });
});

describe('[ATHL-2] the days of a year', () => {
  test('each is once in the row of its weekday and the column of its week', () => {
    fc.assert(
      fc.property(years, fc.constantFrom(...firstDays), (year, firstDay) => {
        const { weekdays } = layOutYear(year, firstDay);
        expect(weekdays).toHaveLength(7);
        const weeks = weekdays[0]?.length ?? 0;
        const inOrder = Array.from({ length: weeks }, (_, week) => weekdays.map((row) => row[week])).flat();
        expect(inOrder.filter((day) => day !== null)).toEqual(
          Array.from({ length: daysIn(year) }, (_, index) => index + 1),
        );
        for (const [weekday, row] of weekdays.entries()) {
          expect(row).toHaveLength(weeks);
          const [day] = row.filter((each) => each !== null);
          const name = dateOf(year, day ?? 0).toLocaleString('en-US', { weekday: 'long' });
          expect(name).toBe(weekdaysFrom(firstDay)[weekday]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('no week is empty, and every week belongs to a month', () => {
    fc.assert(
      fc.property(years, (year) => {
        const { weekdays, weeksOfMonths } = layOutYear(year, 'Sunday');
        const weeks = weekdays[0]?.length ?? 0;
        for (let week = 0; week < weeks; week += 1) {
          expect(weekdays.some((row) => row[week] !== null)).toBe(true);
        }
        expect(weeksOfMonths).toHaveLength(12);
        expect(weeksOfMonths.reduce((sum, each) => sum + each, 0)).toBe(weeks);
      }),
      { numRuns: 60 },
    );
  });

  test('labels a month above the week of its first day', () => {
    fc.assert(
      fc.property(years, fc.integer({ min: 1, max: 12 }), (year, month) => {
        const { weekdays, weeksOfMonths } = layOutYear(year, 'Sunday');
        const week = weeksOfMonths.slice(0, month - 1).reduce((sum, each) => sum + each, 0);
        const { dayOfYear } = Temporal.PlainDate.from({ year, month, day: 1 });
        expect(weekdays.map((row) => row[week])).toContain(dayOfYear);
      }),
    );
  });

  test.each([
    // Begins on a Wednesday.
    [2025, 365, 53, [null, null, null, 1, 2, 3, 4]],
    // A leap year that begins on a Monday.
    [2024, 366, 53, [null, 1, 2, 3, 4, 5, 6]],
    // A leap year that begins on a Saturday needs one week more than any other.
    [2000, 366, 54, [null, null, null, null, null, null, 1]],
    // Begins on a Sunday.
    [2023, 365, 53, [1, 2, 3, 4, 5, 6, 7]],
  ])('%i has %i days in %i weeks', (year, days, weeks, first) => {
    const { weekdays } = layOutYear(year, 'Sunday');
    expect(daysIn(year)).toBe(days);
    expect(weekdays.map((row) => row.length)).toEqual(Array.from({ length: 7 }, () => weeks));
    expect(weekdays.map((row) => row[0])).toEqual(first);
  });

  test('converts a day of the year to its date', () => {
    expect(dateOf(2024, 60).toString()).toBe('2024-02-29');
    expect(dateOf(2025, 60).toString()).toBe('2025-03-01');
    expect(dateOf(2025, 365).toString()).toBe('2025-12-31');
  });
});

describe('[ATHL-2] as text', () => {
  test.each([
    [37, 2026, 'Ann Oar completed 37 activities this year'],
    [1, 2026, 'Ann Oar completed 1 activity this year'],
    [0, 2026, 'Ann Oar completed 0 activities this year'],
    [37, 2025, 'Ann Oar completed 37 activities in 2025'],
    [1, 2024, 'Ann Oar completed 1 activity in 2024'],
    [1234, 2025, 'Ann Oar completed 1,234 activities in 2025'],
  ])('%i of %i', (count, year, words) => {
    const { before, count: figure, after } = yearInWords('Ann Oar', count, year, 2026);
    expect(before + figure + after).toBe(words);
  });

  test.each([
    [0, 'March 4: 0 activities'],
    [1, 'March 4: 1 activity'],
    [2, 'March 4: 2 activities'],
  ])('a day with %i', (count, words) => {
    expect(dayInWords('March 4', count)).toBe(words);
  });
});
