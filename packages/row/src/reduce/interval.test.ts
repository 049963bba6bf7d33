import { describe, expect, test } from 'vitest';
import { generalStatus } from '../../test/record-factory.ts';
import {
  beginMonitorWorkout,
  elapsedBefore,
  hasGoneBack,
  moveToNext,
  recordPositionOf,
  splitOfInterval,
  stayIn,
  withCalories,
  withTotals,
} from './interval.ts';
import { beginRow } from './progress.ts';
import type { IntervalTrack, WorkTrack } from './state.ts';

const intervalOf = (fields: Partial<IntervalTrack> = {}): IntervalTrack => ({
  number: 1,
  startTotalM: 0,
  startCalories: 0,
  elapsedSec: 120,
  distanceM: 480,
  strokeCount: 0,
  strokeAtSec: 0,
  strokePeriodSec: 0,
  isHeardSince: true,
  target: { kind: 'distance', distanceM: 500 },
  isEnded: false,
  calories: 0,
  projection: null,
  ...fields,
});
/** A status of intervals of 500 m. */
const statusOf = (fields: Parameters<typeof generalStatus>[0]) =>
  generalStatus({ workoutType: 7, workoutState: 5, ...fields });
const { work: noWork } = beginRow().track;
const workOf = (fields: Partial<WorkTrack> = {}): WorkTrack => ({
  ...noWork,
  interval: intervalOf(),
  areStrokesCounted: true,
  areCaloriesCounted: true,
  areCaloriesHeard: true,
  ...fields,
});

test.each([
  ['half a meter and half a second', 479.5, 119.5, false],
  ['more meters', 479.4, 120, true],
  ['more seconds', 480, 119.4, true],
])(
  'a monitor that is behind its earlier values by %s has gone back: %s',
  (_, distanceM, elapsedSec, isBack) => {
    expect(hasGoneBack(intervalOf(), statusOf({ distanceM, elapsedSec }))).toBe(isBack);
  },
);

describe('a record of work', () => {
  const restarted = statusOf({ elapsedSec: 1, distanceM: 4 });

  test.each<[string, Partial<IntervalTrack>, string]>([
    ['without a length', { target: null }, 'newWorkout'],
    ['with 8 m left', { target: { kind: 'distance', distanceM: 488 } }, 'next'],
    ['with more than 8 m left', { target: { kind: 'distance', distanceM: 488.1 } }, 'newWorkout'],
    ['with 1.5 s left', { target: { kind: 'time', durationSec: 121.5 } }, 'next'],
    ['with more than 1.5 s left', { target: { kind: 'time', durationSec: 121.6 } }, 'newWorkout'],
    ['with a calorie left', { target: { kind: 'calories', calories: 20 }, calories: 19 }, 'next'],
    ['with two calories left', { target: { kind: 'calories', calories: 20 }, calories: 18 }, 'newWorkout'],
    ['with unknown calories', { target: { kind: 'calories', calories: 2 }, calories: null }, 'newWorkout'],
    ['that has ended', { target: null, isEnded: true }, 'next'],
  ])(
    'a record of work that has restarted at an equal total follows an interval %s: %s',
    (_, fields, where) => {
      expect(recordPositionOf(intervalOf(fields), restarted, 'work').where).toBe(where);
    },
  );

  test.each([
    [
      'in its total shows the finished interval',
      481,
      480,
      { where: 'same', isEnded: true, useNumbers: true },
    ],
    ['in its total up to 1.5 m', 481.5, 480, { where: 'same', isEnded: true, useNumbers: true }],
    ['of another distance is the next one', 482, 480, { where: 'next', startTotalM: 480 }],
    ['below the total is another workout', 481, -1, { where: 'newWorkout' }],
    [
      'at an equal total is in the same interval',
      490,
      0,
      { where: 'same', isEnded: false, useNumbers: true },
    ],
  ])('%s', (_, distanceM, totalWorkDistanceM, position) => {
    const record = statusOf({ elapsedSec: 120, distanceM, totalWorkDistanceM });
    expect(recordPositionOf(intervalOf(), record, 'work')).toEqual(position);
  });
});

describe('a record of a rest', () => {
  test.each([
    ['at an equal total', 125, 500, 0, { where: 'same', isEnded: true, useNumbers: true }],
    ['that has restarted at an equal total', 0, 0, 0, { where: 'same', isEnded: true, useNumbers: false }],
    ['below the total', 125, 500, -1, { where: 'same', isEnded: true, useNumbers: false }],
    ['with the distance of its interval', 125, 500, 500, { where: 'same', isEnded: true, useNumbers: true }],
    ['whose numbers are zero again', 0, 0, 481, { where: 'same', isEnded: true, useNumbers: false }],
    ['after a missed interval', 0, 0, 980, { where: 'next', startTotalM: 980 }],
    ['of a later interval', 125, 500, 980, { where: 'next', startTotalM: 480 }],
    ['of a later interval with more meters', 125, 520, 480, { where: 'next', startTotalM: 0 }],
  ])('%s', (_, elapsedSec, distanceM, totalWorkDistanceM, position) => {
    const record = statusOf({ workoutState: 9, elapsedSec, distanceM, totalWorkDistanceM });
    expect(recordPositionOf(intervalOf(), record, 'rest')).toEqual(position);
  });

  test('never begins before the interval', () => {
    const interval = intervalOf({ startTotalM: 1_000 });
    const record = statusOf({ elapsedSec: 125, distanceM: 500, totalWorkDistanceM: 1_010 });
    expect(recordPositionOf(interval, record, 'rest')).toEqual({ where: 'next', startTotalM: 1_000 });
  });
});

describe('the next interval', () => {
  const next = statusOf({ elapsedSec: 1, distanceM: 4 });
  const counted = { strokeCount: 50, strokeAtSec: 119, strokePeriodSec: 2.4 };
  const moved = (startTotalM: number, work: Partial<WorkTrack> = {}, left: Partial<IntervalTrack> = {}) =>
    moveToNext(
      workOf({ monitorCalories: 20, ...work }),
      intervalOf({ ...counted, ...left }),
      next,
      'work',
      startTotalM,
    );

  test.each([
    ['at an equal total', 0, 20, true, null],
    ['8 m after the last record', 488, 20, true, null],
    ['more than 8 m after it', 488.1, null, false, 2],
    ['at its length', 500, null, false, null],
    ['at another total', 900, null, false, 2],
  ])(
    '%s has these calories and counts at its start',
    (_, startTotalM, startCalories, isWhole, uncertainFrom) => {
      const work = moved(startTotalM);
      expect(work.interval).toMatchObject({ number: 2, startCalories });
      expect(work).toMatchObject({
        areStrokesCounted: isWhole,
        areCaloriesCounted: isWhole,
        uncertainFrom,
      });
    },
  );

  test('the next interval after several intervals has its number by their length', () => {
    expect(moved(1_500)).toMatchObject({
      interval: { number: 4 },
      areStrokesCounted: false,
      uncertainFrom: null,
    });
  });

  test.each<[string, Partial<WorkTrack>]>([
    ['earlier ones are not counted', { areCaloriesCounted: false }],
    ['none arrived', { areCaloriesHeard: false }],
  ])('has no counted calories if %s', (_, work) => {
    expect(moved(0, work).areCaloriesCounted).toBe(false);
  });

  test('begins with the calories of a piece of calories, even if the last ones arrive later', () => {
    const target = { kind: 'calories', calories: 25 } as const;
    expect(moved(0, {}, { target }).interval?.startCalories).toBe(25);
    expect(moved(0, {}, { target, startCalories: null }).interval?.startCalories).toBe(20);
  });

  test.each<[string, Partial<IntervalTrack>, object]>([
    ['its own', { isEnded: true }, { elapsedSec: 120, isExact: true }],
    ['its length', { target: { kind: 'time', durationSec: 121 } }, { elapsedSec: 121, isExact: true }],
    ['the time so far', {}, { elapsedSec: 120, isExact: false }],
  ])('leaves the interval before with %s as its time', (_, left, time) => {
    expect(moved(480, {}, left).intervalTimes).toEqual({ 1: time });
    const known = { 1: { elapsedSec: 119, isExact: true } };
    expect(moved(480, { intervalTimes: known }, left).intervalTimes).toEqual(known);
  });
});

test.each([
  ['at its end', 500, 500, 1, 0],
  ['of a monitor that raises its total later', 500, 0, 1, 0],
  ['after an interval', 500, 1_000, 2, 500],
])('a workout that is joined in a rest %s', (_, distanceM, totalWorkDistanceM, number, startTotalM) => {
  const record = statusOf({ workoutState: 9, elapsedSec: 125, distanceM, totalWorkDistanceM });
  const { work } = beginMonitorWorkout(beginRow(), record, 'rest').track;
  expect(work).toMatchObject({ interval: { number, startTotalM }, finishedDistanceM: startTotalM });
});

test.each([
  ['in work', 'work', false, 250],
  ['at its end', 'work', true, 500],
  ['in a rest', 'rest', true, 500],
] as const)('the length of an interval is the set one %s', (_, stage, isEnded, distanceM) => {
  const record = statusOf({ elapsedSec: 121, distanceM: 484, workoutDuration: 250 });
  const { interval } = stayIn(workOf(), intervalOf(), record, stage, { isEnded, useNumbers: true });
  expect(interval?.target).toEqual({ kind: 'distance', distanceM });
});

test.each<[string, Partial<IntervalTrack>, number | null]>([
  ['whose strokes are counted', { strokeCount: 50, strokeAtSec: 119, strokePeriodSec: 2.4 }, 25],
  ['without strokes', {}, null],
  ['without a time', { strokeCount: 1, elapsedSec: 0 }, null],
  ['with strokes before a gap', { strokeCount: 50, strokeAtSec: 60, strokePeriodSec: 2 }, null],
])('an interval %s has a rate', (_, fields, averageStrokeRateSpm) => {
  expect(splitOfInterval(intervalOf(fields)).averageStrokeRateSpm).toBe(averageStrokeRateSpm);
});

test('calories continue if the monitor counts them from 0 in each interval', () => {
  const first = withCalories(workOf(), 20);
  expect(first).toMatchObject({ earlierCalories: 0, monitorCalories: 20, interval: { calories: 20 } });
  expect(withCalories(first, 20)).toMatchObject({ earlierCalories: 0, interval: { calories: 20 } });
  expect(withCalories(first, 3)).toMatchObject({ earlierCalories: 20, interval: { calories: 23 } });
  const unknown = workOf({ interval: intervalOf({ startCalories: null, calories: null }) });
  expect(withCalories(unknown, 20).interval?.calories).toBeNull();
});

describe('the totals', () => {
  const totalsOf = (workoutType: number, work: Partial<WorkTrack>) => {
    const { track, ...progress } = beginRow();
    return withTotals({ ...progress, workoutType, track: { ...track, work: workOf(work) } });
  };
  const later = { interval: intervalOf({ number: 2 }), finishedDistanceM: 500 };
  const known = { intervalTimes: { 1: { elapsedSec: 130, isExact: true } } };
  const guessed = { intervalTimes: { 1: { elapsedSec: 130, isExact: false } } };

  test.each<[string, number, Partial<WorkTrack>, number]>([
    ["a single piece is the monitor's", 3, { monitorAveragePaceSec: 130 }, 130],
    ['a single piece is our own without one', 3, {}, 125],
    ['intervals is our own', 7, { ...later, ...known, monitorAveragePaceSec: 140 }, (250 * 500) / 980],
    ["intervals with a gap is the monitor's", 7, { ...later, ...guessed, monitorAveragePaceSec: 140 }, 140],
    ['intervals with a gap is our own without one', 7, { ...later, ...guessed }, (250 * 500) / 980],
  ])('the average pace of %s', (_, workoutType, work, averagePaceSec) => {
    expect(totalsOf(workoutType, work).averagePaceSec).toBeCloseTo(averagePaceSec, 1);
  });

  test.each<[string, number, Partial<WorkTrack>, number, boolean]>([
    ['known', 6, { ...later, ...known }, 130, true],
    ['a guess', 7, { ...later, ...guessed }, 130, false],
    ['missing', 7, later, 0, false],
    [
      'known by its set time',
      6,
      { ...later, interval: intervalOf({ number: 2, target: { kind: 'time', durationSec: 60 } }) },
      60,
      true,
    ],
    ['known before intervals that were missed', 7, { ...later, ...known, uncertainFrom: 2 }, 130, false],
  ])('the time of the intervals before is %s', (_, workoutType, work, elapsedSec, isExact) => {
    expect(elapsedBefore(workOf(work), workoutType)).toEqual({ elapsedSec, isExact });
  });
});
