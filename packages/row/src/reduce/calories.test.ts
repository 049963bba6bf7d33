import { describe, expect, test } from 'vitest';
import { positionOf, shareRowed } from '../plan/position.ts';
import { beginRow, finishByHand, reduceRow, type RowProgress, type RowRecord } from './progress.ts';
import {
  additionalSplit,
  generalStatus,
  split,
  status1,
  status2,
  strokePower,
} from '../../test/record-factory.ts';

const rowAll = (records: RowRecord[], from: RowProgress = beginRow()): RowProgress =>
  records.reduce((progress, record) => reduceRow(progress, record, 0), from);

const caloriesType = 0x40;
const single = (fields: Parameters<typeof generalStatus>[0]) =>
  generalStatus({ workoutType: 10, workoutDurationType: caloriesType, workoutDuration: 50, ...fields });
const intervals = (fields: Parameters<typeof generalStatus>[0]) =>
  generalStatus({
    workoutType: 12,
    workoutDurationType: caloriesType,
    workoutDuration: 20,
    workoutState: 5,
    ...fields,
  });
const left = (calories: number) => ({ kind: 'calories', calories });

describe('a calorie piece', () => {
  test('counts down from the programmed amount', () => {
    const waiting = rowAll([single({ workoutState: 0, rowingState: 0 })]);
    expect(waiting.remaining).toEqual(left(50));
    const rowing = rowAll(
      [single({ elapsedSec: 60, distanceM: 250 }), status2({ totalCalories: 12 })],
      waiting,
    );
    expect(rowing).toMatchObject({ remaining: left(38), totalCalories: 12 });
    expect(rowAll([status2({ totalCalories: 52 })], rowing).remaining).toEqual(left(0));
  });
});

describe('calorie intervals', () => {
  const finished = { elapsedSec: 80, distanceM: 330 };
  const first = [
    intervals({ elapsedSec: 1, distanceM: 3 }),
    status2({ totalCalories: 0 }),
    intervals({ elapsedSec: 79, distanceM: 326 }),
    status2({ totalCalories: 19 }),
  ];
  const rest = [
    intervals({ ...finished, workoutState: 9, rowingState: 0, totalWorkDistanceM: 330 }),
    status1({ restTimeSec: 60 }),
    status2({ totalCalories: 20 }),
  ];
  const begun = intervals({ elapsedSec: 30, distanceM: 120, totalWorkDistanceM: 330 });

  test('count down within the interval, on a monitor that does not restart them', () => {
    expect(rowAll(first).remaining).toEqual(left(1));
    const second = rowAll([...first, ...rest, begun, status2({ totalCalories: 27 })]);
    expect(second).toMatchObject({ intervalNumber: 2, remaining: left(13), totalCalories: 27 });
  });

  test('count down within the interval, on a monitor that counts from 0 in each', () => {
    const second = rowAll([...first, ...rest, begun, status2({ totalCalories: 7 })]);
    expect(second).toMatchObject({ intervalNumber: 2, remaining: left(13), totalCalories: 27 });
  });

  test('calorie intervals without rest start with the whole amount, although the last calories came a period late', () => {
    const second = rowAll([...first, begun, status2({ totalCalories: 20 })]);
    expect(second).toMatchObject({ intervalNumber: 2, remaining: left(20) });
  });

  test('calorie intervals after a reload show no remainder until the monitor has listed the earlier ones', () => {
    const splits = [split({ splitDistanceM: 330 }), additionalSplit({ totalCalories: 20 })];
    const joined = rowAll([begun, status2({ totalCalories: 27 })]);
    expect(joined.remaining).toBeNull();
    const told = rowAll([...splits, begun, status2({ totalCalories: 27 })], joined);
    expect(told).toMatchObject({ intervalNumber: 2, remaining: left(13) });
    // The newest calories need not be repeated after the list.
    expect(rowAll(splits, joined).track.work.interval).toMatchObject({ startCalories: 20, calories: 7 });
  });

  test('have their place and share in a plan', () => {
    const plan = {
      pieces: Array.from({ length: 4 }, () => ({ kind: 'calories' as const, calories: 20, restSec: 60 })),
    };
    const second = rowAll([...first, ...rest, begun, status2({ totalCalories: 30 })]);
    expect(positionOf(plan, second)).toMatchObject({ index: 1, count: 4 });
    expect(shareRowed(plan, { ...second, calories: second.totalCalories })).toBe(0.375);
  });

  test('have the calories of each split from its own record', () => {
    const progress = rowAll([...first, ...rest, split({}), additionalSplit({ totalCalories: 20 })]);
    expect(progress.splits).toMatchObject([{ splitNumber: 1, calories: 20 }]);
  });
});

describe('the projected end', () => {
  const at = { elapsedSec: 30, distanceM: 120 };
  const projected = (fields: Parameters<typeof strokePower>[0]) => strokePower({ elapsedSec: 30, ...fields });

  test('is a time for a distance, and a distance for a time', () => {
    expect(rowAll([generalStatus(at), projected({ projectedWorkTimeSec: 124 })]).projection).toEqual({
      kind: 'time',
      elapsedSec: 124,
    });
    const timed = generalStatus({ ...at, workoutType: 5, workoutDuration: 60, workoutDurationType: 0 });
    expect(rowAll([timed, projected({ projectedWorkDistanceM: 245 })]).projection).toEqual({
      kind: 'distance',
      distanceM: 245,
    });
  });

  test('is unknown in Just Row, and not used if it is below the present value', () => {
    const justRow = generalStatus({ ...at, workoutType: 1, workoutDuration: 0 });
    expect(rowAll([justRow, projected({})]).projection).toBeNull();
    expect(rowAll([generalStatus(at), projected({ projectedWorkTimeSec: 0 })]).projection).toBeNull();
  });

  test('is dropped in a rest and at a new interval, even if its record comes late', () => {
    const work = { workoutType: 7, workoutState: 5 };
    const first = rowAll([
      generalStatus({ ...work, elapsedSec: 120, distanceM: 480 }),
      strokePower({ elapsedSec: 120, projectedWorkTimeSec: 125 }),
    ]);
    expect(first.projection).toEqual({ kind: 'time', elapsedSec: 125 });
    const ended = { elapsedSec: 125, distanceM: 500, totalWorkDistanceM: 500 };
    const rest = rowAll([generalStatus({ ...work, workoutState: 9, ...ended })], first);
    expect(rest.projection).toBeNull();
    const second = generalStatus({ ...work, elapsedSec: 0.5, distanceM: 2, totalWorkDistanceM: 500 });
    expect(rowAll([second], rest).projection).toBeNull();
    expect(rowAll([second], first).projection).toBeNull();
    expect(finishByHand(first, 0).projection).toBeNull();
    const late = strokePower({ elapsedSec: 124, projectedWorkTimeSec: 125 });
    expect(rowAll([second, late], first).projection).toBeNull();
  });

  test('is not taken in a pause, nor for an interval that the monitor already counts as finished', () => {
    const work = { workoutType: 7, workoutState: 5, elapsedSec: 60, distanceM: 240 };
    const first = rowAll([generalStatus(work), strokePower({ elapsedSec: 60, projectedWorkTimeSec: 125 })]);
    const other = strokePower({ elapsedSec: 60, projectedWorkTimeSec: 140 });
    const paused = rowAll([generalStatus({ ...work, rowingState: 0 }), other], first);
    expect(paused).toMatchObject({ phase: 'paused', projection: { elapsedSec: 125 } });
    const ended = rowAll([generalStatus({ ...work, totalWorkDistanceM: 240 }), other], first);
    expect(ended).toMatchObject({ phase: 'rowing', projection: { elapsedSec: 125 } });
  });

  test.each([
    [-3, 124],
    [3, 124],
    [-3.1, null],
    [3.1, null],
  ])('is taken from a record whose clock differs by at most 3 s: %s s', (differsSec, elapsedSec) => {
    const record = projected({ elapsedSec: 30 + differsSec, projectedWorkTimeSec: 124 });
    expect(rowAll([generalStatus(at), record]).projection).toEqual(
      elapsedSec === null ? null : { kind: 'time', elapsedSec },
    );
  });
});
