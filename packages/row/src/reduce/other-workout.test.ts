import { describe, expect, test } from 'vitest';
import { generalStatus, stroke, summary } from '../../test/record-factory.ts';
import { beginRow, finishByHand, reduceRow, tickRow, type RowProgress } from './progress.ts';
import { isUnheardEnd, isWithinLength } from './other-workout.ts';
import type { GeneralStatus, RowRecord } from './records.ts';

type Set = Partial<GeneralStatus>;

const sets = {
  justRow: { workoutType: 1, workoutDuration: 0 },
  m500: { workoutType: 3, workoutDuration: 500 },
  m2000: { workoutType: 3, workoutDuration: 2_000 },
  m2000NoSplits: { workoutType: 2, workoutDuration: 2_000 },
  min20: { workoutType: 5, workoutDuration: 1_200, workoutDurationType: 0 },
  cal100: { workoutType: 10, workoutDuration: 100, workoutDurationType: 0x40 },
  intervals: { workoutType: 8, workoutDuration: 2_000 },
} satisfies Record<string, Set>;

const rowAll = (before: RowProgress, ...records: RowRecord[]): RowProgress =>
  records.reduce((progress, record) => reduceRow(progress, record, 0), before);
const at = (set: Set, sec: number): GeneralStatus =>
  generalStatus({ ...set, elapsedSec: sec, distanceM: 4 * sec });
const rowed = (set: Set): RowProgress =>
  rowAll(beginRow(), at(set, 74), stroke({ elapsedSec: 74 }), at(set, 75));
const over = (set: Set, sec: number): GeneralStatus => ({
  ...at(set, sec),
  workoutState: 12,
  rowingState: 0,
});

describe('after a drop, with higher values', () => {
  test.each<[string, string, Set, Set]>([
    ['Just Row', '2000 m', sets.justRow, sets.m2000],
    ['2000 m', 'Just Row', sets.m2000, sets.justRow],
    ['500 m', '2000 m', sets.m500, sets.m2000],
    ['20 minutes', '2000 m', sets.min20, sets.m2000],
    ['2000 m', '100 calories', sets.m2000, sets.cal100],
    ['2000 m', 'intervals', sets.m2000, sets.intervals],
  ])('a monitor that was set to %s rows another workout once it is set to %s', (_, _after, before, after) => {
    expect(rowAll(rowed(before), at(after, 130))).toMatchObject({ pieceNumber: 2, distanceM: 520 });
    const { workoutType = 3 } = after;
    const own = summary({ workoutType, timeElapsedSec: 480, distanceM: 1_920 });
    const ended = rowAll(rowed(before), over(after, 480), own);
    expect(tickRow(ended, 60_000)).toMatchObject({ phase: 'waiting', distanceM: 300, result: null });
  });

  test.each<[string, Set, Set]>([
    ['of the same length', sets.m2000, sets.m2000],
    ['of the same length with splits', sets.m2000NoSplits, sets.m2000],
    ['without an end', sets.justRow, { ...sets.justRow, workoutType: 0 }],
    ['whose type the monitor does not tell', sets.m2000, { ...sets.m2000, workoutType: 13 }],
  ])('a workout %s continues', (_, before, after) => {
    expect(rowAll(rowed(before), at(after, 130))).toMatchObject({ pieceNumber: 1, distanceM: 520 });
  });

  test('the end of the same workout is its end', () => {
    const ended = rowAll(rowed(sets.m2000), over(sets.m2000, 500));
    expect(tickRow(ended, 60_000).result).toMatchObject({ distanceM: 2_000, elapsedSec: 500 });
  });
});

test('a workout that the monitor ends and leaves for its menu has its values', () => {
  const menu = { ...over(sets.justRow, 75), workoutState: 11 };
  expect(tickRow(rowAll(rowed(sets.m2000), menu), 60_000).result).toMatchObject({ distanceM: 300 });
});

test('the summary of a longer workout of the same type is not the result of a shorter one', () => {
  const long = summary({ timeElapsedSec: 480, distanceM: 2_000 });
  const finished = finishByHand(rowed(sets.m500), 0);
  expect(rowAll(finished, long)).toBe(finished);
  const left = rowAll(rowed(sets.m500), over(sets.m2000, 480), long);
  expect(left.result).toBeNull();
});

describe('the end of another workout that this page did not receive', () => {
  const { interval } = rowed(sets.m2000).track.work;
  if (interval === null) throw new Error('The row has not begun');
  // The row is at 75 s and 300 m of 2000 m.
  const end = (fields: Set) => ({ ...over(sets.m500, 480), elapsedSec: 480, distanceM: 500, ...fields });

  test.each<[string, Set, boolean]>([
    ['far from the last values', {}, true],
    ['15 m and 3 s after them', { elapsedSec: 78, distanceM: 315 }, false],
    ['15 m and 3 s before them', { elapsedSec: 72, distanceM: 285 }, false],
    ['more than 15 m after them', { elapsedSec: 78, distanceM: 315.1 }, true],
    ['more than 3 s after them', { elapsedSec: 78.1, distanceM: 315 }, true],
    ['at 0', { distanceM: 0 }, false],
    ['in its menu', { workoutType: 13 }, false],
    ['of the last known type', { workoutType: 12, workoutDuration: 0 }, true],
    ['of another unit', { workoutType: 11, workoutDuration: 0 }, true],
  ])('is recognized %s: %s', (_, fields, isUnheard) => {
    expect(isUnheardEnd(rowed(sets.m2000), interval, end(fields))).toBe(isUnheard);
  });

  test('is not recognized without another setup', () => {
    expect(isUnheardEnd(rowed(sets.m2000), interval, over(sets.m2000, 480))).toBe(false);
  });
});

test.each<[string, Set, number, number, boolean]>([
  ['a distance', sets.m500, 501, 999, true],
  ['a distance', sets.m500, 501.1, 100, false],
  ['a time', sets.min20, 9_999, 1_201, true],
  ['a time', sets.min20, 100, 1_201.1, false],
  ['calories', sets.cal100, 9_999, 9_999, true],
  ['intervals', sets.intervals, 9_999, 9_999, true],
])(
  'a summary within the length of %s (%o) with %d m and %d s: %s',
  (_, set, distanceM, timeElapsedSec, isWithin) => {
    expect(isWithinLength(rowed(set), summary({ distanceM, timeElapsedSec }))).toBe(isWithin);
  },
);
