import { StrokeSchema } from '@boathouse/contract/strokes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forceCurve, generalStatus, status1, stroke, strokePower } from '../../test/record-factory.ts';
import { beginRow, reduceRow, takeStrokes } from './progress.ts';
import { closeStroke } from './strokes.ts';

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
