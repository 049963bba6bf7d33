import { describe, expect, test } from 'vitest';
import type { Activity } from '@boathouse/contract/activities';
import type { LogbookResult, LogbookStroke } from '../../../infra/outgoing/logbook.ts';
import { strokeOf } from '../../training/strokes/factory.ts';
import { emptySummary } from '../../../../test/support/summaries.ts';
import { logbookResultOf, workoutOfResult } from './rules.ts';

const rowed: Activity = {
  _id: '018f0000-0000-7000-8000-000000000001',
  user: { _id: '018f0000-0000-7000-8000-000000000002', displayName: 'Ann', iconURL: null },
  title: '3 x 500 m',
  workout: '3 x 500 m / 1:00 rest',
  session: null,
  workoutItemIndex: null,
  visibility: 'me',
  source: 'monitor',
  enteredBy: null,
  machine: 'rower',
  isCompleted: true,
  isPartial: false,
  isLeft: false,
  createdAt: '2026-11-25T07:00:00Z',
  completedAt: '2026-11-25T07:10:00Z',
  heardAt: '2026-11-25T07:10:00Z',
  startOffset: null,
  elapsedTime: 306,
  currentPace: null,
  averagePace: 102,
  distance: 1_500,
  strokeRate: 28,
  workoutType: 7,
  heartRate: null,
  dragFactor: 118,
  averagePower: 330,
  totalCalories: 60,
  isSimulated: false,
  summary: null,
};
const split = (splitNumber: number, time: number) => ({
  splitNumber,
  time,
  distance: 500,
  averagePace: time,
  restTime: 60,
  strokeRate: 28,
  heartRate: null,
});
const summary = { ...emptySummary('summary'), splits: [split(1, 100), split(2, 102), split(3, 104)] };
const choices = { timeZone: 'UTC', weightClass: 'H' } as const;
const stroke = (interval: number, number: number, elapsedTime: number, distance: number) =>
  strokeOf({ interval, number, elapsedTime, distance });
const sent = (more: Partial<Activity>, strokes: Parameters<typeof logbookResultOf>[1]) =>
  logbookResultOf({ ...rowed, summary, ...more }, strokes, choices);
const ends = (result: Record<string, unknown>) => {
  const strokes: unknown = result['stroke_data'];
  return Array.isArray(strokes) ? strokes.map(({ t, d }: { t: number; d: number }) => [t / 10, d / 10]) : [];
};

describe('strokes that are sent to the Logbook', () => {
  test('after a missed interval restart at their own interval', () => {
    const strokes = [
      stroke(1, 1, 3, 10),
      stroke(1, 30, 100, 500),
      stroke(3, 1, 205, 1_010),
      stroke(3, 30, 306, 1_500),
    ];
    expect(ends(sent({}, strokes))).toEqual([
      [3, 10],
      [100, 500],
      [3, 10],
      [104, 500],
    ]);
  });

  test('also restart if the first interval was missed', () => {
    expect(ends(sent({}, [stroke(2, 1, 103, 510), stroke(2, 30, 202, 1_000)]))).toEqual([
      [3, 10],
      [102, 500],
    ]);
  });

  test('without a summary restart where the previous interval ended', () => {
    const strokes = [stroke(1, 30, 100, 500), stroke(2, 1, 103, 510)];
    expect(ends(sent({ summary: null }, strokes))).toEqual([
      [100, 500],
      [3, 10],
    ]);
  });

  test('are as many as the monitor counted, which is unknown if an interval was missed', () => {
    const all = [
      stroke(1, 1, 3, 10),
      stroke(1, 30, 100, 500),
      stroke(2, 31, 202, 1_000),
      stroke(3, 29, 306, 1_500),
    ];
    expect(sent({}, all)).toMatchObject({ stroke_count: 90 });
    expect(sent({}, all.slice(0, 3))).not.toHaveProperty('stroke_count');
  });
});

describe('a result sent to the Logbook', () => {
  test('has the type and rest of each interval, which are required, but not of a split', () => {
    const uneven = { ...summary, splits: [split(1, 100), { ...split(2, 102), restTime: 0 }] };
    const intervals = sent({ summary: uneven, workoutType: 8 }, []);
    expect(intervals['workout']).toMatchObject({ intervals: [{ rest_time: 600 }, { rest_time: 0 }] });
    const splits = summary.splits.map((each) => ({ ...each, restTime: 0 }));
    const single = sent({ summary: { ...summary, splits }, workoutType: 3, workout: '1500 m' }, []);
    expect(single['workout']).toEqual({
      splits: splits.map(({ time }) => ({ distance: 500, time: time * 10, stroke_rate: 28 })),
    });
  });
});

const result: LogbookResult = {
  id: '1',
  date: '2026-11-20 12:00:00',
  type: 'rower',
  distance: 1_000,
  time: 2_000,
  workout_type: 'FixedDistanceInterval',
};
const row = (t: number, d: number): LogbookStroke => ({ t, d, p: 1_000, spm: 30, hr: 140 });

describe('a result of the Logbook', () => {
  test('has the rest meters of its intervals if it does not contain them itself', () => {
    const part = { type: 'distance', distance: 500, time: 1_000, rest_time: 600, rest_distance: 40 };
    const intervals = { workout: { intervals: [part, part] } };
    expect(workoutOfResult({ ...result, ...intervals }, [])).toMatchObject({
      restTime: 120,
      restDistance: 80,
      intervals: [{ kind: 'work' }, { kind: 'rest', distance: 40 }, { kind: 'work' }, { kind: 'rest' }],
    });
    expect(workoutOfResult({ ...result, rest_distance: 90, ...intervals }, []).restDistance).toBe(90);
  });

  test.each([
    ['FixedDistanceInterval', 500],
    ['FixedTimeInterval', 499],
    ['VariableInterval', 499],
    ['FixedCalorieInterval', 499],
  ])(
    'a result of the Logbook with intervals without their own type is read by the type of the workout: %s',
    (type, meters) => {
      const part = { distance: 500, time: 1_000, rest_time: 600 };
      const strokes = [row(980, 4_900), row(1_000, 4_990), row(1_010, 5_000), row(1_600, 5_300)];
      const read = workoutOfResult(
        { ...result, workout_type: type, workout: { intervals: [part] } },
        strokes,
      ).strokes;
      expect(read.at(-1)?.distance).toBe(meters);
    },
  );

  test.each([
    ['FixedDistanceSplits', 1, 1],
    ['FixedTimeSplits', 1, 1],
    ['JustRow', 2, 0],
  ])(
    'a result of the Logbook with a single piece ends with it, unless it was ended by hand: %s',
    (type, count, left) => {
      const strokes = [row(2_000, 10_000), row(2_030, 10_050)];
      const read = workoutOfResult({ ...result, workout_type: type }, strokes);
      expect([read.strokes.length, read.strokesLeft]).toEqual([count, left]);
    },
  );

  test('a result of the Logbook of a BikeErg has the pace of 1000 m', () => {
    expect(workoutOfResult({ ...result, type: 'bike' }, [row(2_000, 10_000)]).strokes[0]?.pace).toBe(50);
    expect(workoutOfResult({ ...result, type: 'skierg' }, [row(2_000, 10_000)]).strokes[0]?.pace).toBe(100);
  });

  test.each([
    ['a date without a time', { date: '2025-10-29' }],
    ['midnight without a zone', { date: '2025-10-29 00:00:00', timezone: null, date_utc: null }],
    [
      'midnight of a zone',
      { date: '2025-10-29 00:00:00', timezone: 'America/New_York', date_utc: '2025-10-29 04:00:00' },
    ],
  ])('a result of the Logbook of %s has only a day', (_, dated) => {
    expect(workoutOfResult({ ...result, ...dated }, [])).toMatchObject({
      endedAt: '2025-10-29T00:00:00',
      isDayOnly: true,
    });
  });
});
