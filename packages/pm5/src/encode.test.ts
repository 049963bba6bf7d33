import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeNotification } from './decode.ts';
import { encodeRecord } from './encode.ts';
import type { KnownPm5Record, Pm5Form } from './records.ts';

const wholeUpTo = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });
/** Any value of the field, in steps of the field's unit: decoding must return exactly this value. */
const steps = (max: number, perUnit: number): fc.Arbitrary<number> =>
  wholeUpTo(max).map((raw) => raw / perUnit);
const u8 = wholeUpTo(0xff);
const u16 = wholeUpTo(0xffff);
const u24 = wholeUpTo(0xff_ffff);
const hundredths24 = steps(0xff_ffff, 100);
const tenths24 = steps(0xff_ffff, 10);
const optional = (value: fc.Arbitrary<number>): fc.Arbitrary<number | null> =>
  fc.option(value, { nil: null });
const pace = (perUnit: number): fc.Arbitrary<number | null> =>
  optional(fc.integer({ min: 1, max: 0xffff }).map((raw) => raw / perUnit));
const summaryHeartRate = optional(fc.integer({ min: 1, max: 0xff }));
const work = optional(steps(0xfffe, 10));
const logEntry = {
  logEntryDate: fc.record({
    year: fc.integer({ min: 2000, max: 2127 }),
    month: wholeUpTo(15),
    day: wholeUpTo(31),
  }),
  logEntryTime: fc.record({ hour: u8, minute: u8 }),
};

function records(form: Pm5Form): fc.Arbitrary<KnownPm5Record> {
  const onlyIn = <Value>(carrying: Pm5Form, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
    carrying === form ? value : fc.constant(null);
  const duration = fc.oneof(
    fc.record({ workoutDuration: hundredths24, workoutDurationType: fc.constant(0) }),
    fc.record({
      workoutDuration: u24,
      workoutDurationType: fc.integer({ min: 1, max: 0xff }),
    }),
  );
  return fc.oneof(
    fc
      .tuple(
        fc.record({
          kind: fc.constant('generalStatus' as const),
          elapsedSec: hundredths24,
          distanceM: tenths24,
          workoutType: u8,
          intervalType: u8,
          workoutState: u8,
          rowingState: u8,
          strokeState: u8,
          totalWorkDistanceM: u24,
          dragFactor: u8,
        }),
        duration,
      )
      .map(([status, pieceLength]) => ({ ...status, ...pieceLength })),
    fc.record({
      kind: fc.constant('additionalStatus1' as const),
      elapsedSec: hundredths24,
      speedMPerSec: steps(0xffff, 1000),
      strokeRateSpm: u8,
      heartRateBpm: optional(fc.integer({ min: 1, max: 254 })),
      currentPaceSec: pace(100),
      averagePaceSec: pace(100),
      restDistanceM: u16,
      restTimeSec: hundredths24,
      averagePowerW: onlyIn('multiplexed', u16),
      ergMachineType: optional(u8),
    }),
    fc.record({
      kind: fc.constant('additionalStatus2' as const),
      elapsedSec: hundredths24,
      intervalCount: u8,
      averagePowerW: onlyIn('individual', u16),
      totalCalories: u16,
      splitAveragePaceSec: pace(100),
      splitAveragePowerW: u16,
      splitAverageCalories: u16,
      lastSplitTimeSec: hundredths24,
      lastSplitDistanceM: u24,
    }),
    fc.record({
      kind: fc.constant('strokeData' as const),
      elapsedSec: hundredths24,
      distanceM: tenths24,
      driveLengthM: steps(0xff, 100),
      driveTimeSec: steps(0xff, 100),
      recoveryTimeSec: steps(0xffff, 100),
      strokeDistanceM: steps(0xffff, 100),
      peakForceLbf: steps(0xffff, 10),
      averageForceLbf: steps(0xffff, 10),
      workPerStrokeJ: onlyIn('individual', work),
      strokeCount: u16,
    }),
    fc.record({
      kind: fc.constant('additionalStrokeData' as const),
      elapsedSec: hundredths24,
      strokePowerW: u16,
      strokeCaloriesPerHour: u16,
      strokeCount: u16,
      projectedWorkTimeSec: u24,
      projectedWorkDistanceM: u24,
      workPerStrokeJ: onlyIn('multiplexed', work),
    }),
    fc.record({
      kind: fc.constant('splitIntervalData' as const),
      elapsedSec: hundredths24,
      distanceM: tenths24,
      splitTimeSec: tenths24,
      splitDistanceM: u24,
      restTimeSec: u16,
      restDistanceM: u16,
      splitType: u8,
      splitNumber: u8,
    }),
    fc.record({
      kind: fc.constant('additionalSplitIntervalData' as const),
      elapsedSec: hundredths24,
      averageStrokeRateSpm: u8,
      workHeartRateBpm: summaryHeartRate,
      restHeartRateBpm: summaryHeartRate,
      averagePaceSec: pace(10),
      totalCalories: u16,
      averageCaloriesPerHour: u16,
      speedMPerSec: steps(0xffff, 1000),
      powerW: u16,
      averageDragFactor: u8,
      splitNumber: u8,
      ergMachineType: optional(u8),
    }),
    fc.record({
      kind: fc.constant('endOfWorkoutSummary' as const),
      ...logEntry,
      timeElapsedSec: hundredths24,
      distanceM: tenths24,
      averageStrokeRateSpm: u8,
      endingHeartRateBpm: summaryHeartRate,
      averageHeartRateBpm: summaryHeartRate,
      minimumHeartRateBpm: summaryHeartRate,
      maximumHeartRateBpm: summaryHeartRate,
      averageDragFactor: u8,
      recoveryHeartRateBpm: summaryHeartRate,
      workoutType: u8,
      averagePaceSec: onlyIn('individual', pace(10)),
    }),
    fc.record({
      kind: fc.constant('additionalEndOfWorkoutSummary' as const),
      ...logEntry,
      splitIntervalType: onlyIn('individual', u8),
      splitIntervalSize: u16,
      splitIntervalCount: u8,
      totalCalories: u16,
      watts: u16,
      totalRestDistanceM: u24,
      intervalRestTimeSec: u16,
      averageCaloriesPerHour: u16,
    }),
    fc.record({
      kind: fc.constant('additionalEndOfWorkoutSummary2' as const),
      ...logEntry,
      averagePaceSec: pace(10),
      gameIdentifier: wholeUpTo(15),
      workoutVerified: fc.boolean(),
      gameScore: u16,
      ergMachineType: u8,
    }),
    fc.record({
      kind: fc.constant('heartRateBeltInformation' as const),
      manufacturerId: u8,
      deviceType: u8,
      beltId: wholeUpTo(0xffff_ffff),
    }),
    fc
      .record({
        kind: fc.constant('forceCurveChunk' as const),
        chunkCount: fc.integer({ min: 1, max: 15 }),
        sequence: wholeUpTo(14),
        forceLbf: fc.array(u16, { maxLength: 9 }),
      })
      .map((chunk) => ({ ...chunk, sequence: chunk.sequence % chunk.chunkCount })),
  );
}

describe('encoding a record', () => {
  it.each(['individual', 'multiplexed'] as const)(
    '[ERG-2] [ERG-3] [ERG-4] in the %s form and decoding it gives the same record',
    (form) => {
      fc.assert(
        fc.property(records(form), (record) => {
          const { characteristic, bytes } = encodeRecord(record, form);
          expect(decodeNotification(characteristic, bytes)).toEqual(record);
          expect(bytes.length).toBeLessThanOrEqual(20);
        }),
        { numRuns: 3000 },
      );
    },
  );

  it('rounds a value to the unit of its field', () => {
    const { characteristic, bytes } = encodeRecord(
      {
        kind: 'splitIntervalData',
        elapsedSec: 25.004,
        distanceM: 99.96,
        splitTimeSec: 25.04,
        splitDistanceM: 99.6,
        restTimeSec: 0,
        restDistanceM: 0,
        splitType: 1,
        splitNumber: 1,
      },
      'individual',
    );
    expect(decodeNotification(characteristic, bytes)).toMatchObject({
      elapsedSec: 25,
      distanceM: 100,
      splitTimeSec: 25,
      splitDistanceM: 100,
    });
  });

  it('clamps a value to the width of its field instead of wrapping round', () => {
    const tooMuch = 1e12;
    const { characteristic, bytes } = encodeRecord(
      {
        kind: 'strokeData',
        elapsedSec: tooMuch,
        distanceM: -5,
        driveLengthM: tooMuch,
        driveTimeSec: Number.POSITIVE_INFINITY,
        recoveryTimeSec: Number.NaN,
        strokeDistanceM: tooMuch,
        peakForceLbf: tooMuch,
        averageForceLbf: Number.NEGATIVE_INFINITY,
        workPerStrokeJ: tooMuch,
        strokeCount: tooMuch,
      },
      'individual',
    );
    expect(decodeNotification(characteristic, bytes)).toEqual({
      kind: 'strokeData',
      elapsedSec: 167772.15,
      distanceM: 0,
      driveLengthM: 2.55,
      driveTimeSec: 2.55,
      recoveryTimeSec: 0,
      strokeDistanceM: 655.35,
      peakForceLbf: 6553.5,
      averageForceLbf: 0,
      workPerStrokeJ: 6553.4,
      strokeCount: 65535,
    });
  });

  it('never turns a real heart rate or pace into "no value"', () => {
    const { characteristic, bytes } = encodeRecord(
      {
        kind: 'additionalStatus1',
        elapsedSec: 0,
        speedMPerSec: 0,
        strokeRateSpm: 0,
        heartRateBpm: 255,
        currentPaceSec: 0.001,
        averagePaceSec: 99_999,
        restDistanceM: 0,
        restTimeSec: 0,
        averagePowerW: null,
        ergMachineType: null,
      },
      'individual',
    );
    expect(decodeNotification(characteristic, bytes)).toMatchObject({
      heartRateBpm: 254,
      currentPaceSec: 0.01,
      averagePaceSec: 655.35,
    });
  });
});
