import { daysIntoWeek, type FirstDay } from '@boathouse/contract/week';
import { formatWhole } from '../../../lib/format.ts';

/** Bucket 0 is a day without activities; each further bucket has two counts (1-2, 3-4, …), the last is unbounded. */
const bucketMax = 4;

export function bucketOf(count: number): number {
  return Math.min(Math.ceil(Math.max(count, 0) / 2), bucketMax);
}

/** The legend's label of a bucket. */
export const bucketLabels: readonly string[] = Array.from({ length: bucketMax + 1 }, (_, bucket) => {
  if (bucket === 0) return '0';
  const least = 2 * bucket - 1;
  return bucket === bucketMax ? `${least} or more` : `${least}–${least + 1}`;
});

type HeatmapYear = {
  /** A row for each day of the week, with one entry per week: the day of the year, from 1, or null outside the year. */
  weekdays: (number | null)[][];
  /** January to December: number of weeks from the week of its first day to that of the next month. */
  weeksOfMonths: number[];
};

export function daysIn(year: number): number {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).daysInYear;
}

export function dateOf(year: number, dayOfYear: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: dayOfYear - 1 });
}

/** Lays out the days of a year in columns of weeks that start on `firstDay`. */
export function layOutYear(year: number, firstDay: FirstDay): HeatmapYear {
  const daysBefore = daysIntoWeek(dateOf(year, 1), firstDay);
  const days = daysIn(year);
  const weeks = Math.ceil((daysBefore + days) / 7);
  const weekdays = Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: weeks }, (_, week) => {
      const day = week * 7 + weekday - daysBefore + 1;
      return day >= 1 && day <= days ? day : null;
    }),
  );
  const firstWeeks = Array.from({ length: 12 }, (_, index) => {
    const { dayOfYear } = Temporal.PlainDate.from({ year, month: index + 1, day: 1 });
    return Math.floor((daysBefore + dayOfYear - 1) / 7);
  });
  const weeksOfMonths = firstWeeks.map((week, index) => (firstWeeks[index + 1] ?? weeks) - week);
  return { weekdays, weeksOfMonths };
}

/** Returns `Ann Oar completed 37 activities this year` in parts, because the number is shown larger. */
export function yearInWords(name: string, count: number, year: number, currentYear: number) {
  return {
    before: `${name} completed `,
    count: formatWhole(count),
    after: ` ${count === 1 ? 'activity' : 'activities'} ${year === currentYear ? 'this year' : `in ${year}`}`,
  };
}

export function dayInWords(day: string, count: number): string {
  return `${day}: ${count} ${count === 1 ? 'activity' : 'activities'}`;
}
