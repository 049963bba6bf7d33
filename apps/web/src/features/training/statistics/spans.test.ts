import { firstDays } from '@boathouse/contract/week';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isComparable,
  isRolling,
  isRollingComparable,
  metersOfSpan,
  overviewOfSpan,
  pacesOfSpan,
  spanOf,
  viewBeside,
  viewKinds,
  viewOf,
  withView,
  type Days,
  type View,
} from './spans.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const days: Days = { today: day('2026-11-21'), firstDay: 'Monday', since: day('2017-05-20') };
const at = (address: string, given = days) => viewOf(new URLSearchParams(address), given);
const addressOf = (view: View | null) => view && withView(new URLSearchParams(), view).toString();
const inText = ({ from, to }: Record<'from' | 'to', Temporal.PlainDate>) =>
  `${from.toString()} ${to.toString()}`;
const shown = (address: string, given = days) => {
  const view = at(address, given);
  if (isRolling(view)) return 'rolling';
  const { from, to, title, before } = spanOf(view, given);
  return {
    span: inText({ from, to }),
    title,
    before: before && `${inText(before)}, ${before.words}`,
  };
};

describe('the address of a period', () => {
  test.each([
    ['', 'period=week'],
    ['period=decade', 'period=week'],
    ['period=year', 'period=year'],
    ['period=week&of=2026-11-04', 'period=week&of=2026-11-02'],
    ['period=week&of=2026-02-30', 'period=week'],
    ['period=month&of=2026-10', 'period=month&of=2026-10'],
    ['period=month&of=2026-12', 'period=month'],
    ['period=year&of=2025', 'period=year&of=2025'],
    ['period=season', 'period=season&of=2026'],
    ['period=season&of=2019', 'period=season&of=2019'],
    ['period=season&of=2027', 'period=season&of=2026'],
    ['period=all&of=2019', 'period=all'],
  ])('%s shows %s', (address, expected) => {
    expect(addressOf(at(address))).toBe(expected);
  });

  test('is the same view after it is written, for any day and first day of the week', () => {
    const anyDay = fc.integer({ min: 0, max: 60_000 }).map((count) => day('1900-01-01').add({ days: count }));
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(...viewKinds),
        fc.constantFrom(...firstDays),
        fc.nat(40),
        (today, kind, firstDay, back) => {
          const given = { today, firstDay, since: day('1800-01-01') };
          let view = at(`period=${kind}`, given);
          for (let step = 0; step < back; step += 1) view = viewBeside(view, -1, given) ?? view;
          expect(at(withView(new URLSearchParams(), view).toString(), given)).toEqual(view);
          // The way back is as long.
          for (let step = 0; step < back; step += 1) view = viewBeside(view, 1, given) ?? view;
          expect(view).toEqual(at(`period=${kind}`, given));
        },
      ),
    );
  });
});

describe('previous and next', () => {
  test.each([
    ['period=week', 'period=week&of=2026-11-16', null],
    ['period=week&of=2026-11-16', 'period=week&of=2026-11-09', 'period=week'],
    ['period=month&of=2026-03', 'period=month&of=2026-02', 'period=month&of=2026-04'],
    ['period=year', 'period=year&of=2026', null],
    ['period=year&of=2017', null, 'period=year&of=2018'],
    ['period=season', 'period=season&of=2025', null],
    ['period=season&of=2017', null, 'period=season&of=2018'],
    ['period=all', null, null],
  ])('for %s are %s and %s', (address, before, after) => {
    const view = at(address);
    expect([viewBeside(view, -1, days), viewBeside(view, 1, days)].map(addressOf)).toEqual([before, after]);
  });

  test('without an activity there is no earlier span', () => {
    expect(viewBeside(at('period=year'), -1, { ...days, since: null })).toBeNull();
  });
});

test('a period that has begun is compared up to the same day, and one that has ended as a whole', () => {
  expect(shown('period=week')).toBe('rolling');
  expect(shown('period=week&of=2026-11-16')).toEqual({
    span: '2026-11-16 2026-11-22',
    title: 'Week of November 16, 2026',
    before: '2026-11-09 2026-11-14, the week before up to the same day',
  });
  expect(shown('period=month&of=2026-10')).toEqual({
    span: '2026-10-01 2026-10-31',
    title: 'October 2026',
    before: '2026-09-01 2026-09-30, September 2026',
  });
  expect(shown('period=year&of=2026')).toEqual({
    span: '2026-01-01 2026-12-31',
    title: '2026',
    before: '2025-01-01 2025-11-21, 2025 up to the same day',
  });
  expect(shown('period=season&of=2025')).toEqual({
    span: '2025-05-01 2026-04-30',
    title: 'Season 2025/26',
    before: '2024-05-01 2025-04-30, the season 2024/25',
  });
  expect(shown('period=all')).toEqual({ span: '2017-05-20 2026-11-21', title: 'All time', before: null });
});

test('a year is compared only with one in whose first half the athlete already rowed', () => {
  const isFair = (from: string, to: string, since: string | null) =>
    isComparable({ from: day(from), to: day(to) }, { since: since === null ? null : day(since) });
  expect(isFair('2025-01-01', '2025-11-21', '2025-06-10')).toBe(true);
  expect(isFair('2025-01-01', '2025-11-21', '2025-06-13')).toBe(false);
  expect(isFair('2025-01-01', '2025-11-21', '2017-05-20')).toBe(true);
  expect(isFair('2026-10-01', '2026-10-31', '2026-10-30')).toBe(true);
  expect(isRollingComparable('year', days)).toBe(true);
  expect(isRollingComparable('year', { ...days, since: day('2025-11-01') })).toBe(false);
  expect(isRollingComparable('month', { ...days, since: day('2026-11-01') })).toBe(true);
  // An older server does not send it.
  expect(isFair('2025-01-01', '2025-11-21', null)).toBe(true);
});

test('a rowing season begins on May 1', () => {
  const seasonOn = (text: string) => shown('period=season', { ...days, today: day(text) });
  expect(seasonOn('2027-04-30')).toMatchObject({ title: 'Season 2026/27' });
  expect(seasonOn('2027-05-01')).toMatchObject({ title: 'Season 2027/28' });
  expect(seasonOn('2099-12-31')).toMatchObject({ title: 'Season 2099/00' });
});

const spanAt = (address: string, given = days) => {
  const view = at(address, given);
  if (isRolling(view)) throw new Error('Ends today');
  return spanOf(view, given);
};
const totals = (step: string, meters: number, withoutCalories = 0) => ({
  step,
  count: 1,
  meters,
  timeSec: 600,
  calories: 100,
  withoutCalories,
});

test('each step of a span has meters, also future ones, and null as pace without activities', () => {
  const week = spanAt('period=week&of=2026-11-16');
  expect(metersOfSpan(week, [totals('2026-11-17', 5_000)]).map(({ meters }) => meters)).toEqual([
    0, 5_000, 0, 0, 0, 0, 0,
  ]);
  const season = pacesOfSpan(spanAt('period=season&of=2025'), [{ step: '2026-04-01', pace: 120 }]);
  expect(season).toHaveLength(12);
  expect([season[0], season[11]]).toEqual([
    { step: '2025-05-01', paceSec: null },
    { step: '2026-04-01', paceSec: 120 },
  ]);
});

test('all time is by month in its first two years, then by year', () => {
  const since = (text: string) => {
    const span = spanAt('period=all', { ...days, since: day(text) });
    return metersOfSpan(span, []).map(({ step }) => step);
  };
  expect(since('2026-11-21')).toEqual(['2026-11-01']);
  expect(since('2024-12-31')).toHaveLength(24);
  expect(since('2024-11-30')).toEqual(['2024-01-01', '2025-01-01', '2026-01-01']);
});

test('the labels of all time have at most ten characters, and there are at most eight', () => {
  for (const since of ['2024-12-31', '1998-01-01']) {
    const { names } = spanAt('period=all', { ...days, since: day(since) });
    expect(names.labelOf(day('2025-09-01')).length).toBeLessThanOrEqual(10);
  }
  expect(spanAt('period=all', { ...days, since: day('1998-01-01') }).names.labelEvery).toBe(4);
  expect(spanAt('period=all', { ...days, since: day('2024-12-31') }).names.labelEvery).toBe(6);
});

test('sums a span, and compares calories only if all are known', () => {
  const present = [totals('2026-11-01', 6_000.5), totals('2026-11-02', 1_000)];
  const before = [totals('2026-01-01', 5_000)];
  expect(overviewOfSpan(present, before)).toEqual({
    meters: { value: 7_000.5, delta: 2_000.5, missing: 0 },
    time: { value: 1_200, delta: 600, missing: 0 },
    calories: { value: 200, delta: 100, missing: 0 },
  });
  expect(overviewOfSpan(present, [totals('2026-01-01', 5_000, 1)]).calories).toEqual({
    value: 200,
    delta: null,
    missing: 0,
  });
});
