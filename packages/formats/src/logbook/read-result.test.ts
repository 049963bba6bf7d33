import { describe, expect, test } from 'vitest';
import { readLogbookResult } from './read-result.ts';

type Result = Parameters<typeof readLogbookResult>[0];
type Strokes = Parameters<typeof readLogbookResult>[1];

const instantOf = (wall: string, timeZone: string) => (timeZone === 'Europe/Oslo' ? `${wall}+02:00` : null);

/** Times in tenths of a second. */
function read(result: Partial<Result>, strokes: Strokes = []) {
  const piece = { id: '1', date: '2026-05-01 07:08:00', type: 'rower', distance: 1000, time: 2400 };
  return readLogbookResult({ ...piece, ...result }, strokes, instantOf);
}

describe('the parts of a result', () => {
  const first = { time: 1200, distance: 500, rest_time: 600, stroke_rate: 24, calories_total: 30 };
  const second = { time: 1250, distance: 500, rest_time: 0, rest_distance: 0, heart_rate: { average: 150 } };

  test('are its intervals with their rests, whose sums are its rest', () => {
    const { intervals, restTime, restDistance } = read({
      workout: { intervals: [{ ...first, rest_distance: 90 }, second] },
    });
    expect(intervals).toMatchObject([
      { kind: 'work', time: 120, distance: 500, averageStrokeRate: 24, calories: 30 },
      { kind: 'rest', time: 60, distance: 90 },
      { kind: 'work', time: 125, distance: 500, averageStrokeRate: null, averageHeartRate: 150 },
    ]);
    expect([restTime, restDistance]).toEqual([60, 90]);
  });

  test('have a rest with only its time or its meters', () => {
    const intervals = [first, { ...second, rest_distance: 12 }];
    const found = read({ workout: [{ intervals }] }).intervals.filter(({ kind }) => kind === 'rest');
    expect(found).toMatchObject([
      { time: 60, distance: null },
      { time: 0, distance: 12 },
    ]);
  });

  test('are its splits if it has no intervals', () => {
    const splits = [second, { distance: 500, time: 0 }];
    expect(read({ workout: { splits, intervals: [] } }).intervals).toMatchObject([
      { kind: 'work', time: 125, distance: 500 },
      { kind: 'work', time: null, distance: 500 },
    ]);
  });

  test('do not change a rest that the result itself gives', () => {
    const { restTime, restDistance } = read({
      rest_time: 700,
      rest_distance: 95,
      workout: { intervals: [{ ...first, rest_distance: 90 }, second] },
    });
    expect([restTime, restDistance]).toEqual([70, 95]);
  });
});

test.each<[string, Partial<Result>, string, boolean]>([
  ['the day alone where it was typed in', { date: '2026-05-01' }, '2026-05-01T00:00:00', true],
  ['a moment where the Logbook knows it', { date_utc: '2026-05-01 05:08:00' }, '2026-05-01T05:08:00Z', false],
  ['a moment by its time zone', { timezone: 'Europe/Oslo' }, '2026-05-01T07:08:00+02:00', false],
  ['the time of the wall clock in a zone that is not known', { timezone: 'X' }, '2026-05-01T07:08:00', false],
  [
    'the time of the wall clock where its moment is none',
    { date_utc: 'never' },
    '2026-05-01T07:08:00',
    false,
  ],
])('the end of a result is %s', (_, result, endedAt, isDayOnly) => {
  expect(read(result)).toMatchObject({ endedAt, isDayOnly });
});

test('a figure of zero is unknown', () => {
  const none = { calories_total: 0, drag_factor: 0, stroke_count: 0, stroke_rate: 0, rest_distance: 0 };
  expect(read(none)).toMatchObject({
    calories: null,
    dragFactor: null,
    strokeCount: null,
    averageStrokeRate: null,
    restTime: 0,
    restDistance: null,
  });
});

test.each([
  ['rower', 'rower', 120],
  ['bike', 'bike', 60],
  ['paddle', 'other', 120],
])('the pace of a stroke is per 500 m, on a %s too', (type, machine, pace) => {
  const found = read({ type }, [{ t: 30, d: 120, p: 1200, spm: 24, hr: 0 }]);
  expect(found.machine).toBe(machine);
  expect(found.strokes).toMatchObject([
    { elapsedTime: 3, distance: 12, pace, strokeRate: 24, heartRate: null },
  ]);
});
