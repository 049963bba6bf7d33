import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { DurationType } from './records.ts';
import type {
  AdditionalStatus1,
  AdditionalStatus2,
  GeneralStatus,
  HeartRateBeltInformation,
  Pm5Form,
} from './records.ts';
import { rawOrZero, rawStatusHeartRate, statusHeartRate, zeroIsNull } from './sentinels.ts';

/*
 * 0x0031, 0x0032, 0x0033, 0x003B. Fields are read and written in wire order, so the order of the lines is the
 * layout. Each comment gives offset, width and unit in the individual form.
 */

export function readGeneralStatus(from: ByteReader): GeneralStatus {
  const elapsedSec = from.u24() / 100; // 0 u24 0.01 s
  const distanceM = from.u24() / 10; // 3 u24 0.1 m
  const workoutType = from.u8(); // 6 enum
  const intervalType = from.u8(); // 7 enum
  const workoutState = from.u8(); // 8 enum
  const rowingState = from.u8(); // 9 enum
  const strokeState = from.u8(); // 10 enum
  const totalWorkDistanceM = from.u24(); // 11 u24 1 m
  const rawDuration = from.u24(); // 14 u24 0.01 s when the type is time, else m, cal or W-min
  const workoutDurationType = from.u8(); // 17 enum
  const dragFactor = from.u8(); // 18
  return {
    kind: 'generalStatus',
    elapsedSec,
    distanceM,
    workoutType,
    intervalType,
    workoutState,
    rowingState,
    strokeState,
    totalWorkDistanceM,
    workoutDuration: workoutDurationType === DurationType.time ? rawDuration / 100 : rawDuration,
    workoutDurationType,
    dragFactor,
  };
}

export function writeGeneralStatus(record: GeneralStatus, to: ByteWriter): void {
  const durationScale = record.workoutDurationType === DurationType.time ? 100 : 1;
  to.u24(record.elapsedSec * 100)
    .u24(record.distanceM * 10)
    .u8(record.workoutType)
    .u8(record.intervalType)
    .u8(record.workoutState)
    .u8(record.rowingState)
    .u8(record.strokeState)
    .u24(record.totalWorkDistanceM)
    .u24(record.workoutDuration * durationScale)
    .u8(record.workoutDurationType)
    .u8(record.dragFactor);
}

/** The multiplexed form has the average power before the machine type; older firmware sends no machine type. */
export function readAdditionalStatus1(from: ByteReader, form: Pm5Form): AdditionalStatus1 {
  return {
    kind: 'additionalStatus1',
    elapsedSec: from.u24() / 100, // 0 u24 0.01 s
    speedMPerSec: from.u16() / 1000, // 3 u16 0.001 m/s
    strokeRateSpm: from.u8(), // 5 strokes/min
    heartRateBpm: statusHeartRate(from.u8()), // 6 beats/min, 255 = none
    currentPaceSec: zeroIsNull(from.u16() / 100), // 7 u16 0.01 s/500 m
    averagePaceSec: zeroIsNull(from.u16() / 100), // 9 u16 0.01 s/500 m
    restDistanceM: from.u16(), // 11 u16 1 m
    restTimeSec: from.u24() / 100, // 13 u24 0.01 s
    averagePowerW: form === 'multiplexed' ? from.u16() : null, // multiplexed only: 16 u16 1 W
    ergMachineType: from.remaining() > 0 ? from.u8() : null, // 16, multiplexed 18: enum
  };
}

export function writeAdditionalStatus1(record: AdditionalStatus1, to: ByteWriter, form: Pm5Form): void {
  to.u24(record.elapsedSec * 100)
    .u16(record.speedMPerSec * 1000)
    .u8(record.strokeRateSpm)
    .u8(rawStatusHeartRate(record.heartRateBpm))
    .u16(rawPaceHundredths(record.currentPaceSec))
    .u16(rawPaceHundredths(record.averagePaceSec))
    .u16(record.restDistanceM)
    .u24(record.restTimeSec * 100);
  if (form === 'multiplexed') to.u16(record.averagePowerW ?? 0);
  if (record.ergMachineType !== null) to.u8(record.ergMachineType);
}

/** The multiplexed form leaves the average power out. */
export function readAdditionalStatus2(from: ByteReader, form: Pm5Form): AdditionalStatus2 {
  return {
    kind: 'additionalStatus2',
    elapsedSec: from.u24() / 100, // 0 u24 0.01 s
    intervalCount: from.u8(), // 3
    averagePowerW: form === 'individual' ? from.u16() : null, // individual only: 4 u16 1 W
    totalCalories: from.u16(), // 6 u16 1 cal
    splitAveragePaceSec: zeroIsNull(from.u16() / 100), // 8 u16 0.01 s/500 m
    splitAveragePowerW: from.u16(), // 10 u16 1 W
    splitAverageCalories: from.u16(), // 12 u16 1 cal (the definition says cal/h, hardware sends cal)
    lastSplitTimeSec: from.u24() / 100, // 14 u24 0.01 s (the definition says 0.1 s, hardware sends 0.01 s)
    lastSplitDistanceM: from.u24(), // 17 u24 1 m
  };
}

export function writeAdditionalStatus2(record: AdditionalStatus2, to: ByteWriter, form: Pm5Form): void {
  to.u24(record.elapsedSec * 100).u8(record.intervalCount);
  if (form === 'individual') to.u16(record.averagePowerW ?? 0);
  to.u16(record.totalCalories)
    .u16(rawPaceHundredths(record.splitAveragePaceSec))
    .u16(record.splitAveragePowerW)
    .u16(record.splitAverageCalories)
    .u24(record.lastSplitTimeSec * 100)
    .u24(record.lastSplitDistanceM);
}

export function readHeartRateBelt(from: ByteReader): HeartRateBeltInformation {
  return {
    kind: 'heartRateBeltInformation',
    manufacturerId: from.u8(), // 0
    deviceType: from.u8(), // 1
    beltId: from.u32(), // 2 u32
  };
}

export function writeHeartRateBelt(record: HeartRateBeltInformation, to: ByteWriter): void {
  to.u8(record.manufacturerId).u8(record.deviceType).u32(record.beltId);
}

function rawPaceHundredths(paceSec: number | null): number {
  return rawOrZero(paceSec === null ? null : paceSec * 100, 0xffff);
}
