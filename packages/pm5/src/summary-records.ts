import type { ByteReader } from './byte-reader.ts';
import { clampWhole } from './byte-writer.ts';
import type { ByteWriter } from './byte-writer.ts';
import {
  decodeLogEntryDate,
  decodeLogEntryTime,
  encodeLogEntryDate,
  encodeLogEntryTime,
} from './log-date-time.ts';
import type {
  AdditionalEndOfWorkoutSummary,
  AdditionalEndOfWorkoutSummary2,
  AdditionalSplitIntervalData,
  EndOfWorkoutSummary,
  Pm5Form,
  SplitIntervalData,
} from './records.ts';
import { rawOrZero, zeroIsNull } from './sentinels.ts';

/* 0x0037 to 0x003A and 0x3C, in wire order. Each comment gives offset, width and unit in the individual form. */

export function readSplitInterval(from: ByteReader): SplitIntervalData {
  return {
    kind: 'splitIntervalData',
    elapsedSec: from.u24() / 100, // 0 u24 0.01 s
    distanceM: from.u24() / 10, // 3 u24 0.1 m
    splitTimeSec: from.u24() / 10, // 6 u24 0.1 s
    splitDistanceM: from.u24(), // 9 u24 1 m
    restTimeSec: from.u16(), // 12 u16 1 s
    restDistanceM: from.u16(), // 14 u16 1 m
    splitType: from.u8(), // 16 enum
    splitNumber: from.u8(), // 17 from 1
  };
}

export function writeSplitInterval(record: SplitIntervalData, to: ByteWriter): void {
  to.u24(record.elapsedSec * 100)
    .u24(record.distanceM * 10)
    .u24(record.splitTimeSec * 10)
    .u24(record.splitDistanceM)
    .u16(record.restTimeSec)
    .u16(record.restDistanceM)
    .u8(record.splitType)
    .u8(record.splitNumber);
}

/** Older firmware sends no machine type. */
export function readAdditionalSplitInterval(from: ByteReader): AdditionalSplitIntervalData {
  return {
    kind: 'additionalSplitIntervalData',
    elapsedSec: from.u24() / 100, // 0 u24 0.01 s
    averageStrokeRateSpm: from.u8(), // 3 strokes/min
    workHeartRateBpm: zeroIsNull(from.u8()), // 4 beats/min, 0 = none
    restHeartRateBpm: zeroIsNull(from.u8()), // 5 beats/min, 0 = none
    averagePaceSec: zeroIsNull(from.u16() / 10), // 6 u16 0.1 s/500 m
    totalCalories: from.u16(), // 8 u16 1 cal
    averageCaloriesPerHour: from.u16(), // 10 u16 1 cal/h
    speedMPerSec: from.u16() / 1000, // 12 u16 0.001 m/s
    powerW: from.u16(), // 14 u16 1 W
    averageDragFactor: from.u8(), // 16
    splitNumber: from.u8(), // 17 from 1
    ergMachineType: from.remaining() > 0 ? from.u8() : null, // 18 enum
  };
}

export function writeAdditionalSplitInterval(record: AdditionalSplitIntervalData, to: ByteWriter): void {
  to.u24(record.elapsedSec * 100)
    .u8(record.averageStrokeRateSpm)
    .u8(rawOrZero(record.workHeartRateBpm, 0xff))
    .u8(rawOrZero(record.restHeartRateBpm, 0xff))
    .u16(rawPaceTenths(record.averagePaceSec))
    .u16(record.totalCalories)
    .u16(record.averageCaloriesPerHour)
    .u16(record.speedMPerSec * 1000)
    .u16(record.powerW)
    .u8(record.averageDragFactor)
    .u8(record.splitNumber);
  if (record.ergMachineType !== null) to.u8(record.ergMachineType);
}

/** The multiplexed form leaves the average pace out: it follows in 0x3C. */
export function readEndOfWorkout(from: ByteReader, form: Pm5Form): EndOfWorkoutSummary {
  return {
    kind: 'endOfWorkoutSummary',
    logEntryDate: decodeLogEntryDate(from.u16()), // 0 u16 bit fields
    logEntryTime: decodeLogEntryTime(from.u16()), // 2 u16 minute, hour
    timeElapsedSec: from.u24() / 100, // 4 u24 0.01 s
    distanceM: from.u24() / 10, // 7 u24 0.1 m
    averageStrokeRateSpm: from.u8(), // 10 strokes/min
    endingHeartRateBpm: zeroIsNull(from.u8()), // 11 beats/min, 0 = none
    averageHeartRateBpm: zeroIsNull(from.u8()), // 12 beats/min, 0 = none
    minimumHeartRateBpm: zeroIsNull(from.u8()), // 13 beats/min, 0 = none
    maximumHeartRateBpm: zeroIsNull(from.u8()), // 14 beats/min, 0 = none
    averageDragFactor: from.u8(), // 15
    recoveryHeartRateBpm: zeroIsNull(from.u8()), // 16 beats/min, 0 = not known yet
    workoutType: from.u8(), // 17 enum
    averagePaceSec: form === 'individual' ? zeroIsNull(from.u16() / 10) : null, // individual only: 18 u16 0.1 s/500 m
  };
}

export function writeEndOfWorkout(record: EndOfWorkoutSummary, to: ByteWriter, form: Pm5Form): void {
  to.u16(encodeLogEntryDate(record.logEntryDate))
    .u16(encodeLogEntryTime(record.logEntryTime))
    .u24(record.timeElapsedSec * 100)
    .u24(record.distanceM * 10)
    .u8(record.averageStrokeRateSpm)
    .u8(rawOrZero(record.endingHeartRateBpm, 0xff))
    .u8(rawOrZero(record.averageHeartRateBpm, 0xff))
    .u8(rawOrZero(record.minimumHeartRateBpm, 0xff))
    .u8(rawOrZero(record.maximumHeartRateBpm, 0xff))
    .u8(record.averageDragFactor)
    .u8(rawOrZero(record.recoveryHeartRateBpm, 0xff))
    .u8(record.workoutType);
  if (form === 'individual') to.u16(rawPaceTenths(record.averagePaceSec));
}

/** The multiplexed form leaves the split type out, so everything after it is one byte earlier. */
export function readAdditionalEndOfWorkout(from: ByteReader, form: Pm5Form): AdditionalEndOfWorkoutSummary {
  return {
    kind: 'additionalEndOfWorkoutSummary',
    logEntryDate: decodeLogEntryDate(from.u16()), // 0 u16 bit fields
    logEntryTime: decodeLogEntryTime(from.u16()), // 2 u16 minute, hour
    splitIntervalType: form === 'individual' ? from.u8() : null, // individual only: 4 enum
    splitIntervalSize: from.u16(), // 5 u16 m or s
    splitIntervalCount: from.u8(), // 7
    totalCalories: from.u16(), // 8 u16 1 cal
    watts: from.u16(), // 10 u16 1 W
    totalRestDistanceM: from.u24(), // 12 u24 1 m
    intervalRestTimeSec: from.u16(), // 15 u16 1 s
    averageCaloriesPerHour: from.u16(), // 17 u16 1 cal/h
  };
}

export function writeAdditionalEndOfWorkout(
  record: AdditionalEndOfWorkoutSummary,
  to: ByteWriter,
  form: Pm5Form,
): void {
  to.u16(encodeLogEntryDate(record.logEntryDate)).u16(encodeLogEntryTime(record.logEntryTime));
  if (form === 'individual') to.u8(record.splitIntervalType ?? 0);
  to.u16(record.splitIntervalSize)
    .u8(record.splitIntervalCount)
    .u16(record.totalCalories)
    .u16(record.watts)
    .u24(record.totalRestDistanceM)
    .u16(record.intervalRestTimeSec)
    .u16(record.averageCaloriesPerHour);
}

export function readAdditionalEndOfWorkout2(from: ByteReader): AdditionalEndOfWorkoutSummary2 {
  const logEntryDate = decodeLogEntryDate(from.u16()); // 0 u16 bit fields
  const logEntryTime = decodeLogEntryTime(from.u16()); // 2 u16 minute, hour
  const averagePaceSec = zeroIsNull(from.u16() / 10); // 4 u16 0.1 s/500 m
  const gameAndVerified = from.u8(); // 6 game in the low four bits, verified in the high four
  return {
    kind: 'additionalEndOfWorkoutSummary2',
    logEntryDate,
    logEntryTime,
    averagePaceSec,
    gameIdentifier: gameAndVerified & 0x0f,
    workoutVerified: gameAndVerified >> 4 !== 0,
    gameScore: from.u16(), // 7 u16 1 point (fish, darts) or 0.1 % (target)
    ergMachineType: from.u8(), // 9 enum
  };
}

export function writeAdditionalEndOfWorkout2(record: AdditionalEndOfWorkoutSummary2, to: ByteWriter): void {
  to.u16(encodeLogEntryDate(record.logEntryDate))
    .u16(encodeLogEntryTime(record.logEntryTime))
    .u16(rawPaceTenths(record.averagePaceSec))
    .u8(clampWhole(record.gameIdentifier, 0x0f) + (record.workoutVerified ? 0x10 : 0))
    .u16(record.gameScore)
    .u8(record.ergMachineType);
}

function rawPaceTenths(paceSec: number | null): number {
  return rawOrZero(paceSec === null ? null : paceSec * 10, 0xffff);
}
