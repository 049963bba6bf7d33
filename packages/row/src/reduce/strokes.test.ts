import { StrokeSchema } from '@boathouse/contract/strokes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forceCurve, generalStatus, status1, stroke, strokePower } from '../../test/record-factory.ts';
import { beginRow, reduceRow, takeStrokes, type RowProgress, type RowRecord } from './progress.ts';
import { closeStroke, limitWait } from './strokes.ts';

/** A field of the monitor: an unsigned number of some bytes in units of 1, 0.1 or 0.01. */
const field = (bytes: number, perUnit: number) =>
  fc.integer({ min: 0, max: 256 ** bytes - 1 }).map((value) => value / perUnit);

test('the strokes of any records are within the contract, so that the journal and the server accept them', () => {
  const driven = fc.record({
    distanceM: field(3, 10),
    driveLengthM: field(1, 100),
    driveTimeSec: field(1, 100),
    recoveryTimeSec: field(2, 100),
    strokeDistanceM: field(2, 100),
    peakForceLbf: field(2, 10),
    averageForceLbf: field(2, 10),
    workPerStrokeJ: fc.option(field(2, 10), { nil: null }),
    strokeCount: fc.integer({ min: 1, max: 65_535 }),
    strokePowerW: field(2, 1),
    strokeRateSpm: field(1, 1),
    currentPaceSec: fc.option(field(2, 100), { nil: null }),
    heartRateBpm: fc.option(field(1, 1), { nil: null }),
    ergMachineType: fc.constantFrom(null, 0, 128, 192, 226),
    forceLbf: fc.array(field(2, 1), { maxLength: 9 }),
    elapsedSec: field(3, 100),
  });
  fc.assert(
    fc.property(driven, ({ forceLbf, strokePowerW, elapsedSec, strokeCount, ...fields }) => {
      const records = [
        generalStatus({ elapsedSec, distanceM: fields.distanceM }),
        status1(fields),
        stroke({ ...fields, elapsedSec, strokeCount }),
        strokePower({ strokeCount, strokePowerW }),
        forceCurve({ chunkCount: 1, forceLbf }),
      ];
      const rowed = records.reduce((progress, record) => reduceRow(progress, record, 0), beginRow());
      const { strokes } = takeStrokes(closeStroke(rowed, fields.recoveryTimeSec));
      for (const { pieceNumber: _workout, heardAtMs: _heard, ...one } of strokes) {
        expect(StrokeSchema.parse(one)).toEqual(one);
      }
      if (elapsedSec > 0) expect(strokes).toHaveLength(1);
    }),
  );
});

test('a stroke that arrives by itself before the next workout is not part of it', () => {
  const records = [
    stroke({ strokeCount: 6, elapsedSec: 13, distanceM: 52 }),
    generalStatus({ elapsedSec: 0.5, distanceM: 2 }),
    stroke({ strokeCount: 1, elapsedSec: 1, distanceM: 4 }),
    generalStatus({ elapsedSec: 1.5, distanceM: 6 }),
  ];
  const rowed = records.reduce((progress, record) => reduceRow(progress, record, 0), beginRow());
  const { strokes } = takeStrokes(closeStroke(rowed, null));
  expect(strokes.map(({ number }) => number)).toEqual([1]);
});

test.each([
  [0, 100],
  [128, 100],
  [192, 50],
  // The pace that the monitor shows.
  [226, 51],
])('the pace of a stroke of 350 W on machine type %i is %d s', (ergMachineType, pace) => {
  const records = [
    status1({ ergMachineType, currentPaceSec: 51 }),
    generalStatus({ elapsedSec: 0.5, distanceM: 4 }),
    status1({ ergMachineType, currentPaceSec: 51 }),
    stroke({ strokeCount: 1, elapsedSec: 0.6, distanceM: 5 }),
    strokePower({ strokeCount: 1, strokePowerW: 350 }),
    status1({ ergMachineType, currentPaceSec: 51 }),
  ];
  const rowed = records.reduce((progress, record) => reduceRow(progress, record, 0), beginRow());
  expect(takeStrokes(closeStroke(rowed, null)).strokes.map((one) => one.pace)).toEqual([pace]);
});

describe('a stroke', () => {
  const rowed = (fields: Parameters<typeof generalStatus>[0], ...records: RowRecord[]) =>
    [generalStatus({ elapsedSec: 20, distanceM: 80, ...fields }), ...records].reduce(
      (progress, record) => reduceRow(progress, record, 0),
      beginRow(),
    );
  const numbers = (progress: RowProgress) =>
    takeStrokes(closeStroke(progress, null)).strokes.map(({ number }) => number);
  const at = (strokeCount: number, elapsedSec: number) =>
    stroke({ strokeCount, elapsedSec, distanceM: 4 * elapsedSec });
  const intervals = { workoutType: 7, workoutState: 5 };

  test.each([
    ['up to 3 s before its status belongs to the interval', intervals, 23, [9]],
    ['more than 3 s before a status belongs to the interval before', intervals, 23.1, []],
    ['of a single piece may be any time before its status', {}, 60, [9]],
    ['up to a second before the last status belongs to the interval', {}, 19, [9]],
    ['further before it is held for the next one', {}, 18.9, []],
  ])('%s', (_, set, elapsedSec, counted) => {
    expect(numbers(rowed(set, at(9, elapsedSec)))).toEqual(counted);
  });

  test('a stroke with a lower count than the last one does not belong to this workout', () => {
    expect(numbers(rowed({}, at(9, 20), at(8, 21)))).toEqual([9]);
    expect(numbers(rowed({}, at(9, 20), at(10, 22)))).toEqual([9, 10]);
  });

  test.each([
    ['a second', 1.5, [1]],
    ['more than a second', 1.6, []],
  ])(
    'a stroke that arrived before its workout is at most %s ahead of its first status',
    (_, elapsedSec, counted) => {
      const idle = generalStatus({ workoutState: 0, rowingState: 0 });
      const records = [idle, at(1, elapsedSec), generalStatus({ elapsedSec: 0.5, distanceM: 2 })];
      const progress = records.reduce((before, record) => reduceRow(before, record, 0), beginRow());
      expect(numbers(progress)).toEqual(counted);
    },
  );
});

test('the wait for a recovery begins once, and ends after 3 s', () => {
  const records = [
    generalStatus({ elapsedSec: 20, distanceM: 80 }),
    stroke({ elapsedSec: 20, strokeCount: 9 }),
  ];
  const rowed = records.reduce((progress, record) => reduceRow(progress, record, 0), beginRow());
  const waiting = limitWait(rowed.track.strokes, 1_000);
  expect(waiting.openStrokeUntilMs).toBe(4_000);
  expect(limitWait(waiting, 2_000)).toBe(waiting);
  expect(
    limitWait({ ...waiting, openStroke: null, openStrokeUntilMs: null }, 2_000).openStrokeUntilMs,
  ).toBeNull();
});
