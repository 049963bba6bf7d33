import type { SparseSession } from '@boathouse/contract/sessions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDays, weekdaysFrom } from '@boathouse/contract/week';
import {
  countInWords,
  entriesByDay,
  monthBeside,
  monthOf,
  totalsByWeek,
  usualTimeOf,
  weeksOf,
  type Mark,
} from './calendar-month.ts';

const today = Temporal.PlainDate.from('2026-11-21');
const years = fc.integer({ min: 1900, max: 9999 });
const month = (text: string) => Temporal.PlainYearMonth.from(text);

describe('the month of a URL', () => {
  test('is the one it names, and the current month without one', () => {
    expect(monthOf('2025-02', today).toString()).toBe('2025-02');
    for (const text of [null, '', '2025', '2025-13', '2025-00', '2025-2', '1899-12', 'soon']) {
      expect(monthOf(text, today).toString(), `${text}`).toBe('2026-11');
    }
  });

  test('[CAL-1] the previous and next months cross the year, and end at the limits of the calendar', () => {
    expect(monthBeside(month('2026-01'), -1)?.toString()).toBe('2025-12');
    expect(monthBeside(month('2026-12'), 1)?.toString()).toBe('2027-01');
    expect(monthBeside(month('1900-01'), -1)).toBeNull();
    expect(monthBeside(month('9999-12'), 1)).toBeNull();
  });
});

describe('[CAL-1] the weeks of a month', () => {
  test('November 2026 begins on a Sunday and fills five weeks', () => {
    const weeks = weeksOf(month('2026-11'), 'Sunday');
    expect(weeks.map((days) => days.map((day) => day?.day ?? null))).toEqual([
      [1, 2, 3, 4, 5, 6, 7],
      [8, 9, 10, 11, 12, 13, 14],
      [15, 16, 17, 18, 19, 20, 21],
      [22, 23, 24, 25, 26, 27, 28],
      [29, 30, null, null, null, null, null],
    ]);
  });

  test('begin on the first day that the reader has chosen', () => {
    const days = (firstDay: 'Monday' | 'Saturday') =>
      weeksOf(month('2026-11'), firstDay).map((week) => week.map((day) => day?.day ?? null));
    expect(days('Monday')[0]).toEqual([null, null, null, null, null, null, 1]);
    expect(days('Saturday')[0]).toEqual([null, 1, 2, 3, 4, 5, 6]);
  });

  test('every month has each of its days once, in order, in the column of its weekday', () => {
    fc.assert(
      fc.property(
        years,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...firstDays),
        (year, number, firstDay) => {
          const given = Temporal.PlainYearMonth.from({ year, month: number });
          const weeks = weeksOf(given, firstDay);
          const days = weeks.flat().filter((day) => day !== null);
          expect(days.map((day) => day.day)).toEqual(
            Array.from({ length: given.daysInMonth }, (_, index) => index + 1),
          );
          for (const week of weeks) {
            expect(week).toHaveLength(7);
            expect(week.some((day) => day !== null)).toBe(true);
            for (const [column, day] of week.entries()) {
              const name = day?.toLocaleString('en-US', { weekday: 'long' });
              if (day !== null) expect(name).toBe(weekdaysFrom(firstDay)[column]);
            }
          }
        },
      ),
    );
  });
});

test('[CAL-1] a session is on its start day in the viewer’s time zone, earliest first', () => {
  const session = (title: string, startAt: string) => ({ _id: title, title, startAt });
  const sessions = [
    session('evening', '2026-11-21T18:00:00.000Z'),
    session('night', '2026-11-21T23:30:00.000Z'),
    session('morning', '2026-11-21T06:00:00.000Z'),
  ];
  const titles = (timeZone: string) =>
    [...entriesByDay(sessions, [], { timeZone, nowMs: 0 })].map(([day, ofDay]) => [
      day,
      ofDay.map(({ title }) => title),
    ]);
  expect(titles('Europe/Berlin')).toEqual([
    ['2026-11-21', ['morning', 'evening']],
    ['2026-11-22', ['night']],
  ]);
  expect(titles('America/New_York')).toEqual([['2026-11-21', ['morning', 'evening', 'night']]]);
});

test('a row without a session is listed with the sessions of its day, and leads to its result or to the row in progress', () => {
  const sessions = [{ _id: 's', title: 'evening', startAt: '2026-11-21T18:00:00.000Z' }];
  const row = { title: 'Just row', isCompleted: true };
  const rows = [
    { ...row, _id: 'late', createdAt: '2026-11-21T19:00:00.000Z', isCompleted: false },
    { ...row, _id: 'early', createdAt: '2026-11-21T06:00:00.000Z' },
  ];
  const [[, ofDay = []] = []] = entriesByDay(sessions, rows, { timeZone: 'UTC', nowMs: 0 });
  expect(ofDay.map(({ page }) => page)).toEqual(['/activities/early', '/sessions/s', '/row']);
  expect([countInWords(ofDay), countInWords(ofDay.slice(0, 1)), countInWords([])]).toEqual([
    '1 session, 2 activities',
    '1 activity',
    'No sessions in this month',
  ]);
});

const startAt = '2026-11-21T18:00:00.000Z';
test.each<[SparseSession['part'], string, Mark | null]>([
  ['none', '17:59', 'planned'],
  ['expected', '19:00', 'planned'],
  ['expected', '19:01', 'missed'],
  // Others rowed it, or it was planned for others.
  ['none', '19:01', null],
  [undefined, '19:01', null],
  ['rowed', '18:20', 'done'],
  ['rowed', '23:00', 'done'],
])('a session at 18:00 that is %s is at %s %s', (part, now, mark) => {
  const nowMs = Date.parse(`2026-11-21T${now}:00.000Z`);
  const sessions = [{ _id: 's', title: 'Pieces', startAt, ...(part && { part }) }];
  expect([...entriesByDay(sessions, [], { timeZone: 'UTC', nowMs }).values()].flat()[0]?.mark).toBe(mark);
});

test('a week’s total is that of the week as the reader has it', () => {
  const day = (text: string, meters: number) => ({ day: text, meters, timeSec: meters / 4 });
  const days = [
    day('2026-10-31', 500),
    day('2026-11-01', 1_000),
    day('2026-11-07', 2_000),
    day('2026-11-08', 4_000),
  ];
  expect([...totalsByWeek(days, 'Sunday')]).toEqual([
    ['2026-10-25', { meters: 500, timeSec: 125 }],
    ['2026-11-01', { meters: 3_000, timeSec: 750 }],
    ['2026-11-08', { meters: 4_000, timeSec: 1_000 }],
  ]);
  expect([...totalsByWeek(days, 'Monday')]).toEqual([
    ['2026-10-26', { meters: 1_500, timeSec: 375 }],
    ['2026-11-02', { meters: 6_000, timeSec: 1_500 }],
  ]);
});

describe('the usual time of day', () => {
  const at = (text: string) => ({ startAt: `${text}:00.000Z` });
  const tuesday = Temporal.PlainDate.from('2026-11-24');
  const usual = (...starts: string[]) => usualTimeOf(starts.map(at), tuesday, 'Europe/Berlin')?.toString();

  test('is the most frequent one of the weekday, in the viewer’s time zone', () => {
    const mondays = ['2026-11-02T05:30', '2026-11-09T05:30', '2026-11-16T05:30'];
    expect(usual(...mondays, '2026-11-03T17:00', '2026-11-10T18:00', '2026-11-17T17:00')).toBe('18:00:00');
  });
  test('is the latest used one of equally frequent ones', () => {
    expect(usual('2026-11-17T17:00', '2026-11-10T18:30')).toBe('18:00:00');
  });
  test('is the time of all days if the weekday has none', () => {
    expect(usual('2026-11-02T05:30', '2026-11-09T05:30', '2026-11-11T16:00')).toBe('06:30:00');
  });
  test('is unknown without sessions', () => expect(usual()).toBeUndefined());
});
