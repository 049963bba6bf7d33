import { describe, expect, it } from 'vitest';

import { decodeMultiplexed, decodeNotification } from './decode.ts';
import type { Pm5Record } from './records.ts';

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const noHeartRates = {
  endingHeartRateBpm: null,
  averageHeartRateBpm: null,
  minimumHeartRateBpm: null,
  maximumHeartRateBpm: null,
  recoveryHeartRateBpm: null,
};

/** One row per record and form; every byte was written by hand from the layout tables. */
const table: ReadonlyArray<{ title: string; characteristic: number; hex: string; expected: Pm5Record }> = [
  {
    title: '0x31 general status of a timed piece, its duration in seconds',
    characteristic: 0x31,
    hex: '010203 040506 05 00 01 01 02 070000 c0d401 00 7b',
    expected: {
      kind: 'generalStatus',
      elapsedSec: 1971.21,
      distanceM: 39450,
      workoutType: 5,
      intervalType: 0,
      workoutState: 1,
      rowingState: 1,
      strokeState: 2,
      totalWorkDistanceM: 7,
      workoutDuration: 1200,
      workoutDurationType: 0,
      dragFactor: 123,
    },
  },
  {
    title: '0x31 general status of a distance piece, multiplexed, its duration in meters',
    characteristic: 0x80,
    hex: '31 640000 e80300 07 02 03 00 01 f40100 d00700 80 6e',
    expected: {
      kind: 'generalStatus',
      elapsedSec: 1,
      distanceM: 100,
      workoutType: 7,
      intervalType: 2,
      workoutState: 3,
      rowingState: 0,
      strokeState: 1,
      totalWorkDistanceM: 500,
      workoutDuration: 2000,
      workoutDurationType: 128,
      dragFactor: 110,
    },
  },
  {
    title: '0x32 additional status 1 of old firmware, without machine type, without heart rate',
    characteristic: 0x32,
    hex: '640000 a00f 18 ff d430 0000 0a00 b80b00',
    expected: {
      kind: 'additionalStatus1',
      elapsedSec: 1,
      speedMPerSec: 4,
      strokeRateSpm: 24,
      heartRateBpm: null,
      currentPaceSec: 125,
      averagePaceSec: null,
      restDistanceM: 10,
      restTimeSec: 30,
      averagePowerW: null,
      ergMachineType: null,
    },
  },
  {
    title: '0x32 additional status 1 of new firmware, with machine type',
    characteristic: 0x32,
    hex: '640000 a00f 18 96 d430 d530 0a00 b80b00 05',
    expected: {
      kind: 'additionalStatus1',
      elapsedSec: 1,
      speedMPerSec: 4,
      strokeRateSpm: 24,
      heartRateBpm: 150,
      currentPaceSec: 125,
      averagePaceSec: 125.01,
      restDistanceM: 10,
      restTimeSec: 30,
      averagePowerW: null,
      ergMachineType: 5,
    },
  },
  {
    title: '0x32 additional status 1 multiplexed, old firmware, with average power and heart rate 0 for none',
    characteristic: 0x80,
    hex: '32 640000 a00f 18 00 d430 d530 0a00 b80b00 b300',
    expected: {
      kind: 'additionalStatus1',
      elapsedSec: 1,
      speedMPerSec: 4,
      strokeRateSpm: 24,
      heartRateBpm: null,
      currentPaceSec: 125,
      averagePaceSec: 125.01,
      restDistanceM: 10,
      restTimeSec: 30,
      averagePowerW: 179,
      ergMachineType: null,
    },
  },
  {
    title: '0x32 additional status 1 multiplexed, new firmware, machine type after the power',
    characteristic: 0x80,
    hex: '32 640000 a00f 18 00 d430 d530 0a00 b80b00 b301 20',
    expected: {
      kind: 'additionalStatus1',
      elapsedSec: 1,
      speedMPerSec: 4,
      strokeRateSpm: 24,
      heartRateBpm: null,
      currentPaceSec: 125,
      averagePaceSec: 125.01,
      restDistanceM: 10,
      restTimeSec: 30,
      averagePowerW: 435,
      ergMachineType: 32,
    },
  },
  {
    title: '0x33 additional status 2, last split time in hundredths',
    characteristic: 0x33,
    hex: 'c40900 01 b300 0600 da30 b400 0700 c90900 f40100',
    expected: {
      kind: 'additionalStatus2',
      elapsedSec: 25,
      intervalCount: 1,
      averagePowerW: 179,
      totalCalories: 6,
      splitAveragePaceSec: 125.06,
      splitAveragePowerW: 180,
      splitAverageCalories: 7,
      lastSplitTimeSec: 25.05,
      lastSplitDistanceM: 500,
    },
  },
  {
    title: '0x33 additional status 2 multiplexed, without average power',
    characteristic: 0x80,
    hex: '33 c40900 01 0600 0000 b400 0700 c90900 f40100',
    expected: {
      kind: 'additionalStatus2',
      elapsedSec: 25,
      intervalCount: 1,
      averagePowerW: null,
      totalCalories: 6,
      splitAveragePaceSec: null,
      splitAveragePowerW: 180,
      splitAverageCalories: 7,
      lastSplitTimeSec: 25.05,
      lastSplitDistanceM: 500,
    },
  },
  {
    title: '0x35 stroke data of the first stroke, its work unknown',
    characteristic: 0x35,
    hex: '530000 1d0000 67 44 b400 e900 b506 8c04 ffff 0100',
    expected: {
      kind: 'strokeData',
      elapsedSec: 0.83,
      distanceM: 2.9,
      driveLengthM: 1.03,
      driveTimeSec: 0.68,
      recoveryTimeSec: 1.8,
      strokeDistanceM: 2.33,
      peakForceLbf: 171.7,
      averageForceLbf: 116.4,
      workPerStrokeJ: null,
      strokeCount: 1,
    },
  },
  {
    title: '0x35 stroke data multiplexed, the stroke count where the work would be',
    characteristic: 0x80,
    hex: '35 530000 1d0000 67 44 b400 e900 b506 8c04 0201',
    expected: {
      kind: 'strokeData',
      elapsedSec: 0.83,
      distanceM: 2.9,
      driveLengthM: 1.03,
      driveTimeSec: 0.68,
      recoveryTimeSec: 1.8,
      strokeDistanceM: 2.33,
      peakForceLbf: 171.7,
      averageForceLbf: 116.4,
      workPerStrokeJ: null,
      strokeCount: 258,
    },
  },
  {
    title: '0x36 additional stroke data',
    characteristic: 0x36,
    hex: 'c10700 ba00 ac03 0800 190000 640000',
    expected: {
      kind: 'additionalStrokeData',
      elapsedSec: 19.85,
      strokePowerW: 186,
      strokeCaloriesPerHour: 940,
      strokeCount: 8,
      projectedWorkTimeSec: 25,
      projectedWorkDistanceM: 100,
      workPerStrokeJ: null,
    },
  },
  {
    title: '0x36 additional stroke data multiplexed, with the work at the end',
    characteristic: 0x80,
    hex: '36 c10700 ba00 ac03 0800 190000 640000 4b13',
    expected: {
      kind: 'additionalStrokeData',
      elapsedSec: 19.85,
      strokePowerW: 186,
      strokeCaloriesPerHour: 940,
      strokeCount: 8,
      projectedWorkTimeSec: 25,
      projectedWorkDistanceM: 100,
      workPerStrokeJ: 493.9,
    },
  },
  ...[0x37, 0x80].map((characteristic) => ({
    title: `0x37 split data on 0x${characteristic.toString(16)}`,
    characteristic,
    hex: `${characteristic === 0x80 ? '37' : ''} c40900 e80300 fa0000 640000 3c00 0500 01 02`,
    expected: {
      kind: 'splitIntervalData',
      elapsedSec: 25,
      distanceM: 100,
      splitTimeSec: 25,
      splitDistanceM: 100,
      restTimeSec: 60,
      restDistanceM: 5,
      splitType: 1,
      splitNumber: 2,
    } as const,
  })),
  ...[0x38, 0x80].flatMap((characteristic) =>
    [null, 7].map((ergMachineType) => ({
      title: `0x38 additional split data on 0x${characteristic.toString(16)}, machine type ${ergMachineType}`,
      characteristic,
      hex: `${characteristic === 0x80 ? '38' : ''} c40900 18 96 00 e204 0600 9403 a00f b300 62 01 ${ergMachineType === null ? '' : '07'}`,
      expected: {
        kind: 'additionalSplitIntervalData',
        elapsedSec: 25,
        averageStrokeRateSpm: 24,
        workHeartRateBpm: 150,
        restHeartRateBpm: null,
        averagePaceSec: 125,
        totalCalories: 6,
        averageCaloriesPerHour: 916,
        speedMPerSec: 4,
        powerW: 179,
        averageDragFactor: 98,
        splitNumber: 1,
        ergMachineType,
      } as const,
    })),
  ),
  {
    title: '0x39 end of workout',
    characteristic: 0x39,
    hex: '6320 240b c40900 e80300 18 00 00 00 00 62 00 03 e204',
    expected: {
      kind: 'endOfWorkoutSummary',
      logEntryDate: { year: 2016, month: 3, day: 6 },
      logEntryTime: { hour: 11, minute: 36 },
      timeElapsedSec: 25,
      distanceM: 100,
      averageStrokeRateSpm: 24,
      ...noHeartRates,
      averageDragFactor: 98,
      workoutType: 3,
      averagePaceSec: 125,
    },
  },
  {
    title: '0x39 end of workout multiplexed, with heart rates and without average pace',
    characteristic: 0x80,
    hex: '39 6320 240b c40900 e80300 18 a0 96 64 aa 62 78 03',
    expected: {
      kind: 'endOfWorkoutSummary',
      logEntryDate: { year: 2016, month: 3, day: 6 },
      logEntryTime: { hour: 11, minute: 36 },
      timeElapsedSec: 25,
      distanceM: 100,
      averageStrokeRateSpm: 24,
      endingHeartRateBpm: 160,
      averageHeartRateBpm: 150,
      minimumHeartRateBpm: 100,
      maximumHeartRateBpm: 170,
      averageDragFactor: 98,
      recoveryHeartRateBpm: 120,
      workoutType: 3,
      averagePaceSec: null,
    },
  },
  ...[0x3a, 0x80].map((characteristic) => ({
    title: `0x3A additional end of workout on 0x${characteristic.toString(16)}`,
    characteristic,
    hex: `${characteristic === 0x80 ? '3a' : ''} 6320 240b ${characteristic === 0x80 ? '' : '01'} c800 05 3200 2500 0a0000 3c00 aa01`,
    expected: {
      kind: 'additionalEndOfWorkoutSummary',
      logEntryDate: { year: 2016, month: 3, day: 6 },
      logEntryTime: { hour: 11, minute: 36 },
      splitIntervalType: characteristic === 0x80 ? null : 1,
      splitIntervalSize: 200,
      splitIntervalCount: 5,
      totalCalories: 50,
      watts: 37,
      totalRestDistanceM: 10,
      intervalRestTimeSec: 60,
      averageCaloriesPerHour: 426,
    } as const,
  })),
  ...[0x3b, 0x80].map((characteristic) => ({
    title: `0x3B heart rate belt on 0x${characteristic.toString(16)}, an id above 31 bits`,
    characteristic,
    hex: `${characteristic === 0x80 ? '3b' : ''} 01 78 040302ff`,
    expected: {
      kind: 'heartRateBeltInformation',
      manufacturerId: 1,
      deviceType: 120,
      beltId: 0xff020304,
    } as const,
  })),
  {
    title: '0x3C additional end of workout 2 multiplexed',
    characteristic: 0x80,
    hex: '3c 6320 240b e204 12 2c01 07',
    expected: {
      kind: 'additionalEndOfWorkoutSummary2',
      logEntryDate: { year: 2016, month: 3, day: 6 },
      logEntryTime: { hour: 11, minute: 36 },
      averagePaceSec: 125,
      gameIdentifier: 2,
      workoutVerified: true,
      gameScore: 300,
      ergMachineType: 7,
    },
  },
  {
    title: '0x3D force curve chunk',
    characteristic: 0x3d,
    hex: '42 03 0a00 2c01',
    expected: { kind: 'forceCurveChunk', chunkCount: 4, sequence: 3, forceLbf: [10, 300] },
  },
];

describe('the layout of a record', () => {
  it.each(table)('[ERG-2] [ERG-4] reads $title', ({ characteristic, hex, expected }) => {
    expect(decodeNotification(characteristic, bytesOf(hex))).toEqual(expected);
  });

  it.each(table.filter((row) => row.characteristic === 0x80))(
    '[ERG-3] hands a multiplexed frame to the multiplexed decoder: $title',
    ({ hex, expected }) => {
      expect(decodeMultiplexed(bytesOf(hex))).toEqual(expected);
    },
  );

  it.each(table)('returns tooShort when a byte is missing: $title', ({ characteristic, hex, expected }) => {
    const whole = bytesOf(hex);
    // The machine type is optional, so dropping it leaves an older but valid record.
    const hasOptionalByte = 'ergMachineType' in expected && expected.ergMachineType !== null;
    const optional = hasOptionalByte && expected.kind !== 'additionalEndOfWorkoutSummary2' ? 1 : 0;
    const short = whole.subarray(0, whole.length - 1 - optional);
    expect(decodeNotification(characteristic, short)).toMatchObject({
      kind: 'unknown',
      multiplexed: characteristic === 0x80,
      reason: characteristic === 0x3d ? 'malformed' : 'tooShort',
      bytes: short,
    });
  });

  it.each(table.filter((row) => row.characteristic !== 0x3d))(
    'ignores bytes that newer firmware appends: $title',
    ({ characteristic, hex, expected }) => {
      const lastIsOptional = 'ergMachineType' in expected && expected.ergMachineType === null;
      if (lastIsOptional) return;
      const longer = Uint8Array.of(...bytesOf(hex), 0xaa, 0xbb);
      expect(decodeNotification(characteristic, longer)).toEqual(expected);
    },
  );
});
