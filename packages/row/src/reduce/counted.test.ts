import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginRow, finishByHand, reduceRow, tickRow, type RowProgress } from './progress.ts';
import {
  additionalSplit,
  generalStatus,
  intervalWorkout,
  split,
  status2,
  steadyWorkout,
} from '../../test/record-factory.ts';
import type { RowRecord } from './records.ts';
import { finishedSplits } from './splits.ts';
import { followsOn, isCounted } from './counted.ts';

const rowAll = (records: readonly RowRecord[], from: RowProgress = beginRow()): RowProgress =>
  records.reduce((progress, record) => reduceRow(progress, record, 0), from);

/** Ends the row without a summary. */
const resultOf = (records: readonly RowRecord[]) => tickRow(rowAll(records), 60_000).result;

const workout = steadyWorkout({ rateSpm: 30, paceSec: 105 });

/** Returns the seconds of a record on the monitor's clock. */
const secOf = (record: RowRecord) => ('elapsedSec' in record ? (record.elapsedSec ?? 0) : 0);
const without = (fromSec: number, toSec: number, kinds?: readonly RowRecord['kind'][]) =>
  workout.filter(
    (record) =>
      secOf(record) <= fromSec || secOf(record) >= toSec || (kinds && !kinds.includes(record.kind)) === true,
  );

describe('the average stroke rate and the calories of a result without a summary', () => {
  test("are the monitor's if records of the whole workout arrived", () => {
    expect(resultOf(workout)).toMatchObject({ averageStrokeRateSpm: 30, totalCalories: 39 });
  });

  test('are known after a gap in the middle: the monitor numbers the strokes and sums the calories', () => {
    expect(resultOf(without(42, 90))).toMatchObject({ averageStrokeRateSpm: 30, totalCalories: 39 });
  });

  test('are unknown when the monitor comes back after the end and sends only its status', () => {
    const ended = generalStatus({ workoutState: 12, rowingState: 0, elapsedSec: 105, distanceM: 500 });
    expect(resultOf([...without(42, 200), ended])).toMatchObject({
      elapsedSec: 105,
      distanceM: 500,
      averagePaceSec: 105,
      averageStrokeRateSpm: null,
      totalCalories: null,
      averageHeartRateBpm: null,
    });
  });

  test("are unknown, except the monitor's total, when it comes back after the end with its calories", () => {
    const ended = generalStatus({ workoutState: 12, rowingState: 0, elapsedSec: 105, distanceM: 500 });
    const back = [ended, status2({ elapsedSec: 105, totalCalories: 39, averagePowerW: 302 })];
    expect(resultOf([...without(42, 200), ...back])).toMatchObject({
      averageStrokeRateSpm: null,
      totalCalories: 39,
      averagePowerW: 302,
    });
  });

  test('are the values so far when a row is ended by hand without the monitor', () => {
    const half = workout.filter((record) => secOf(record) <= 52);
    expect(finishByHand(rowAll(half), 0).result).toMatchObject({
      elapsedSec: 52,
      averageStrokeRateSpm: 30,
      totalCalories: 19,
    });
  });

  test('are known when the athlete stops rowing before the end by hand', () => {
    const half = rowAll(workout.filter((record) => secOf(record) <= 60));
    const still = Array.from({ length: 20 }, (_, index) =>
      generalStatus({ rowingState: 0, elapsedSec: 60 + index + 1, distanceM: 290 + index }),
    );
    expect(finishByHand(rowAll(still, half), 0).result).toMatchObject({
      elapsedSec: 80,
      averageStrokeRateSpm: 23,
      totalCalories: 22,
    });
  });

  test('are unknown when the athlete rowed on and stopped while the monitor was away', () => {
    const stopped = generalStatus({ rowingState: 0, elapsedSec: 100, distanceM: 470 });
    const away = rowAll([...without(42, 200), stopped]);
    expect(away.phase).toBe('paused');
    expect(finishByHand(away, 0).result).toMatchObject({ averageStrokeRateSpm: null, totalCalories: null });
  });

  test('show nothing about strokes when no stroke record arrived at all', () => {
    expect(resultOf(workout.filter(({ kind }) => kind !== 'strokeData'))).toMatchObject({
      averageStrokeRateSpm: null,
      totalCalories: 39,
    });
  });

  test('are unknown on a monitor that sends no calories', () => {
    const result = resultOf(workout.filter(({ kind }) => kind !== 'additionalStatus2'));
    expect(result).toMatchObject({ averageStrokeRateSpm: 30, totalCalories: null });
  });
});

describe('the average power of a result', () => {
  test("follows from the average pace if the monitor's last average arrived before a gap", () => {
    const fast = status2({ elapsedSec: 42, totalCalories: 15, averagePowerW: 500 });
    const ended = generalStatus({ workoutState: 12, rowingState: 0, elapsedSec: 105, distanceM: 500 });
    expect(resultOf([...without(42, 200), fast, ended])?.averagePowerW).toBe(302);
  });
});

describe('an interval workout', () => {
  const records = intervalWorkout(3, 100, 20).map(({ record }) => record);
  const heard = records.filter(({ kind }) => kind !== 'endOfWorkoutSummary');
  const calories = [status2({ totalCalories: 4 })];

  test('has the rate of its strokes without a summary', () => {
    expect(resultOf(heard)).toMatchObject({ elapsedSec: 75, averageStrokeRateSpm: 29 });
  });

  test("has no rate and no calories if no record of an interval's end arrived", () => {
    const isAway = (record: RowRecord) =>
      record.kind === 'generalStatus' &&
      record.totalWorkDistanceM === 100 &&
      record.workoutState === 5 &&
      record.elapsedSec > 10;
    const [from, to] = [heard.findIndex(isAway), heard.findLastIndex(isAway)];
    const away = heard.filter((_, index) => index < from || index > to + 21);
    const result = resultOf([...calories, ...away, ...calories]);
    expect(result).toMatchObject({ distanceM: 300, averageStrokeRateSpm: null, totalCalories: null });
  });

  test('has no calories when the monitor was away from a rest to the end and sends only its status', () => {
    const records = intervalWorkout(3, 100, 20).map(({ record }) => record);
    const third = records.findIndex(
      (record) =>
        record.kind === 'generalStatus' && record.totalWorkDistanceM === 200 && record.elapsedSec < 3,
    );
    const before = records
      .slice(0, third)
      .flatMap((record): RowRecord[] =>
        record.kind === 'generalStatus' ? [record, status2({ totalCalories: 9 })] : [record],
      );
    const ends = records.filter((record) => record.kind === 'generalStatus').at(-1);
    if (ends === undefined) throw new Error('The workout has no status');
    const end = { ...ends, elapsedSec: 25, distanceM: 100, totalWorkDistanceM: 300, workoutState: 10 };
    expect(third).toBeGreaterThan(0);
    expect(resultOf([...before, end])).toMatchObject({ distanceM: 300, totalCalories: null });
  });

  test('gives an interval without the end of its strokes no rate of its own', () => {
    const until = heard.filter(
      (record) => record.kind !== 'strokeData' || record.elapsedSec < 10 || record.strokeCount === 0,
    );
    const resting = until.findIndex((record) => record.kind === 'generalStatus' && record.workoutState === 3);
    expect(finishedSplits(rowAll(until.slice(0, resting + 1)))).toMatchObject([
      { splitNumber: 1, timeSec: 25, averageStrokeRateSpm: null },
    ]);
  });

  test('joined in its second interval has no rate and no calories of the whole', () => {
    const second = heard.findIndex(
      (record) =>
        record.kind === 'generalStatus' && record.totalWorkDistanceM === 100 && record.elapsedSec > 2,
    );
    expect(resultOf([...heard.slice(second), ...calories])).toMatchObject({
      averageStrokeRateSpm: null,
      totalCalories: null,
    });
  });

  test("has the monitor's own splits even if records are missing", () => {
    const told = rowAll(
      [split({ splitNumber: 1 }), additionalSplit({ splitNumber: 1 })],
      rowAll(heard.slice(0, 20)),
    );
    expect(told.splits).toMatchObject([{ averageStrokeRateSpm: 24 }]);
  });
});

/** The difference that one stroke more or less makes: the end of a workout cuts one short. */
const strokeOfTheEnd = (elapsedSec: number) => 60 / elapsedSec + 1;

test('a row with a missing part has the rate and the calories of the whole row, or none', () => {
  const range = fc
    .tuple(fc.nat(210), fc.nat(210))
    .map(([one, other]) => [Math.min(one, other) / 2, Math.max(one, other) / 2] as const);
  const kinds = fc.constantFrom(undefined, ['strokeData'] as const);
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 44 }), range, kinds, (rateSpm, [fromSec, toSec], removed) => {
      const whole = steadyWorkout({ rateSpm, paceSec: 105 });
      const rest = whole.filter(
        (record) =>
          secOf(record) <= fromSec ||
          secOf(record) >= toSec ||
          (removed !== undefined && record.kind !== 'strokeData'),
      );
      const ended = generalStatus({ workoutState: 12, rowingState: 0, elapsedSec: 105, distanceM: 500 });
      const result = resultOf([...rest, ended]);
      const rate = result?.averageStrokeRateSpm ?? null;
      if (rate !== null) expect(Math.abs(rate - rateSpm)).toBeLessThanOrEqual(strokeOfTheEnd(105));
      expect([39, null]).toContain(result?.totalCalories);
    }),
  );
});

test('an interval without a stroke is counted for as long as a first stroke may take', () => {
  const { interval } = rowAll([generalStatus({ workoutState: 1, elapsedSec: 1, distanceM: 1 })]).track.work;
  if (interval === null) throw new Error('The record has begun no interval');
  const first = { ...interval, strokeCount: 0, strokeAtSec: 0, strokePeriodSec: 0, isHeardSince: true };
  expect(isCounted({ ...first, elapsedSec: 1 })).toBe(true);
  expect(isCounted({ ...first, elapsedSec: 60 })).toBe(false);
});

test('an interval is counted for a usual stroke after its last one, even if the last one was quick', () => {
  const { interval } = rowAll([generalStatus({ workoutState: 1, elapsedSec: 1, distanceM: 1 })]).track.work;
  if (interval === null) throw new Error('The record has begun no interval');
  const slow = { ...interval, strokeCount: 10, strokeAtSec: 80, strokePeriodSec: 1, isHeardSince: true };
  expect(isCounted({ ...slow, elapsedSec: 88 })).toBe(true);
  expect(isCounted({ ...slow, strokeCount: 80, elapsedSec: 88 })).toBe(false);
});

test.each([
  [2.5, true],
  [2.6, false],
])('a status follows on one %d s before it: %s', (afterSec, isNext) => {
  expect(followsOn(100 + afterSec, 100)).toBe(isNext);
});
