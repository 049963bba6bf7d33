import { describe, expect, test } from 'vitest';
import {
  additionalSplit,
  generalStatus,
  split,
  status1,
  status2,
  stroke,
  summary,
} from '../../test/record-factory.ts';
import { beginRow, finishByHand, reduceRow, tickRow, type RowProgress, type RowRecord } from './progress.ts';
import { finishFromStatus } from './result.ts';
import { isRowed } from './state.ts';

const rowAll = (records: readonly RowRecord[], from = beginRow()): RowProgress =>
  records.reduce((progress, record) => reduceRow(progress, record, 0), from);
const rowed = rowAll([generalStatus({ elapsedSec: 120, distanceM: 480 })]);
const ended = generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 });

describe('a result from the statuses', () => {
  test('has the higher of the shown and the final time', () => {
    expect(finishByHand(rowed, 0)).toMatchObject({ phase: 'finished', elapsedSec: 120, distanceM: 480 });
    const shorter = rowAll([ended, summary({ timeElapsedSec: 124.8, distanceM: 500 })], rowed);
    expect(shorter).toMatchObject({ elapsedSec: 125, result: { elapsedSec: 124.8 } });
  });

  test.each([
    ['strokes without a time', { elapsedSec: 0, strokeCount: 3 }],
    ['a time without strokes', { elapsedSec: 120, strokeCount: 0 }],
  ])('has no rate from %s', (_, fields) => {
    const progress = finishFromStatus({ ...rowed, ...fields }, 'byHand');
    expect(progress.result?.averageStrokeRateSpm).toBeNull();
  });

  test('has the time of the end of its wait, or of the end by hand', () => {
    const ending = reduceRow(rowed, ended, 3_000);
    expect(finishByHand(ending, 4_000).track.summary.endedAtMs).toBe(3_000);
    expect(finishByHand(rowed, 4_000).track.summary.endedAtMs).toBe(4_000);
    expect(tickRow(ending, 7_999).result).toBeNull();
    expect(tickRow(ending, 8_000).result).toMatchObject({ source: 'lastStatus' });
  });
});

describe("the monitor's summary", () => {
  const finished = tickRow(rowAll([ended], rowed), 60_000);

  test.each<[string, Partial<Parameters<typeof summary>[0]>, string]>([
    ['1 m and 1 s more', { distanceM: 501, timeElapsedSec: 126 }, 'summary'],
    ['1 m and 1 s less', { distanceM: 499, timeElapsedSec: 124 }, 'summary'],
    ['more meters', { distanceM: 501.1 }, 'lastStatus'],
    ['more seconds', { timeElapsedSec: 126.1 }, 'lastStatus'],
  ])('replaces an equal result: %s', (_, fields, source) => {
    expect(rowAll([summary(fields)], finished).result?.source).toBe(source);
  });

  test.each([
    [479, 119, 'summary'],
    [478.9, 120, 'byHand'],
    [480, 118.9, 'byHand'],
  ])('replaces a result by hand unless it is below: %d m in %d s', (distanceM, timeElapsedSec, source) => {
    const byHand = finishByHand(rowed, 0);
    expect(rowAll([summary({ distanceM, timeElapsedSec })], byHand).result?.source).toBe(source);
  });

  test('has the calories of the statuses, if all were received', () => {
    const counted = [
      generalStatus({ elapsedSec: 1, distanceM: 3 }),
      generalStatus({ elapsedSec: 3, distanceM: 9 }),
      status2({ totalCalories: 30 }),
      generalStatus({ elapsedSec: 4, distanceM: 12 }),
      generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 5, distanceM: 500 }),
      summary({ timeElapsedSec: 5 }),
    ];
    expect(rowAll(counted).result?.totalCalories).toBe(30);
  });

  const known = rowAll([ended, summary({ recoveryHeartRateBpm: null })], rowed);
  const again = (date: object, time: object = {}) =>
    rowAll(
      [
        summary({
          recoveryHeartRateBpm: 90,
          logEntryDate: { ...summary().logEntryDate, ...date },
          logEntryTime: { ...summary().logEntryTime, ...time },
        }),
      ],
      known,
    ).recoveryHeartRateBpm;

  test('only the summary of the same log entry adds the recovery heart rate', () => {
    const { logEntryDate: date, logEntryTime: time } = summary();
    expect(again({})).toBe(90);
    expect(again({ year: date.year + 1 })).toBeNull();
    expect(again({ month: (date.month % 12) + 1 })).toBeNull();
    expect(again({ day: (date.day % 28) + 1 })).toBeNull();
    expect(again({}, { hour: (time.hour + 1) % 24 })).toBeNull();
    expect(again({}, { minute: (time.minute + 1) % 60 })).toBeNull();
  });
});

describe('a split', () => {
  test('before the first meter does not belong to the row', () => {
    const idle = rowAll([generalStatus({ workoutState: 0, rowingState: 0 })]);
    expect(rowAll([split({}), additionalSplit({})], idle).splits).toEqual([]);
    expect(rowAll([split({}), additionalSplit({})]).splits).toEqual([]);
  });

  test('after the result does not belong to the row', () => {
    const finished = finishByHand(rowed, 0);
    expect(rowAll([split({}), additionalSplit({})], finished)).toBe(finished);
  });

  test('has no rate and gives no drag factor if the monitor sends 0', () => {
    const none = rowAll(
      [split({}), additionalSplit({ averageStrokeRateSpm: 0, averageDragFactor: 0 })],
      rowed,
    );
    expect(none.splits[0]?.averageStrokeRateSpm).toBeNull();
    expect(none.track.work.splitDragFactor).toBeNull();
    const one = rowAll(
      [split({}), additionalSplit({ averageStrokeRateSpm: 1, averageDragFactor: 1 })],
      rowed,
    );
    expect(one.splits[0]?.averageStrokeRateSpm).toBe(1);
    expect(one.track.work.splitDragFactor).toBe(1);
  });
});

test.each([
  ['9.9 m', { distanceM: 9.9 }, false],
  ['10 m', { distanceM: 10 }, true],
  ['a stroke', { strokeCount: 1 }, true],
])('a row of %s is worth keeping: %s', (_, fields, isKept) => {
  expect(isRowed({ ...beginRow(), ...fields })).toBe(isKept);
});

test('a stroke alone is worth keeping, open or closed', () => {
  const open = rowAll([
    generalStatus({ elapsedSec: 1, distanceM: 3 }),
    stroke({ elapsedSec: 1, distanceM: 3 }),
  ]);
  const onlyOpen = { ...open, strokeCount: 0 };
  expect(onlyOpen.track.strokes.openStroke).not.toBeNull();
  expect(isRowed(onlyOpen)).toBe(true);
  const { openStroke } = open.track.strokes;
  const closed = { ...beginRow(), closedStrokes: openStroke === null ? [] : [openStroke] };
  expect(isRowed(closed)).toBe(true);
});

describe('a status', () => {
  test('a status without an average leaves the one before', () => {
    const averaged = rowAll([status1({ averagePaceSec: 130, averagePowerW: 160 })], rowed);
    const { monitorAveragePaceSec, monitorAveragePowerW } = rowAll(
      [status1({ averagePaceSec: null, averagePowerW: null }), status2({ averagePowerW: null })],
      averaged,
    ).track.work;
    expect([monitorAveragePaceSec, monitorAveragePowerW]).toEqual([130, 160]);
    const newer = rowAll([status1({ averagePaceSec: 131, averagePowerW: 150 })], averaged).track.work;
    expect([newer.monitorAveragePaceSec, newer.monitorAveragePowerW]).toEqual([131, 150]);
    expect(rowAll([status2({ averagePowerW: 140 })], averaged).track.work.monitorAveragePowerW).toBe(140);
  });

  test('has no calories before the first meter, nor after the result', () => {
    const idle = rowAll([generalStatus({ workoutState: 0, rowingState: 0 })]);
    expect(rowAll([status2({ totalCalories: 9 })], idle)).toBe(idle);
    const finished = finishByHand(rowed, 0);
    expect(rowAll([status2({ totalCalories: 9 })], finished)).toBe(finished);
  });

  test('pauses the row only after a meter', () => {
    const still = { rowingState: 0, elapsedSec: 3 };
    expect(rowAll([generalStatus({ ...still, distanceM: 0 })]).phase).toBe('rowing');
    expect(rowAll([generalStatus({ ...still, distanceM: 0.1 })]).phase).toBe('paused');
  });

  test('shows the rest of a set time', () => {
    const time = { workoutType: 5, workoutDuration: 60, workoutDurationType: 0 };
    const progress = rowAll([generalStatus({ ...time, elapsedSec: 20, distanceM: 80 })]);
    expect(progress.remaining).toEqual({ kind: 'time', durationSec: 40 });
  });
});

describe('after the result', () => {
  const timedOut = tickRow(rowAll([ended], rowed), 60_000);
  const isAbandoned = (status: Parameters<typeof generalStatus>[0]) =>
    rowAll([generalStatus(status)], timedOut).track.work.isAbandoned;

  test.each([
    ['work', { workoutState: 1, elapsedSec: 1, distanceM: 4 }, true],
    ['a rest', { workoutState: 3, elapsedSec: 1, distanceM: 4 }, true],
    ['the end', { workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 }, false],
    ['the menu', { workoutState: 0, rowingState: 0 }, false],
  ])('a status of %s shows another workout: %s', (_, status, isOther) => {
    expect(isAbandoned(status)).toBe(isOther);
  });

  test('by hand, the monitor is followed in its workout', () => {
    const on = rowAll([generalStatus({ elapsedSec: 121, distanceM: 484 })], finishByHand(rowed, 0));
    expect(on.track.work).toMatchObject({ isAbandoned: false, interval: { number: 1, distanceM: 484 } });
    expect(on.result).toMatchObject({ distanceM: 480 });
  });
});
