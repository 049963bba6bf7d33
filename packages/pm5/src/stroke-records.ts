import type { ByteReader } from './byte-reader.ts';
import { clampWhole } from './byte-writer.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { AdditionalStrokeData, ForceCurveChunk, Pm5Form, StrokeData } from './records.ts';
import { rawWorkPerStroke, workPerStroke } from './sentinels.ts';

/* 0x0035, 0x0036, 0x003D, in wire order. Each comment gives offset, width and unit in the individual form. */

/** The multiplexed form has the stroke count in the position where the individual form has the work per stroke. */
export function readStrokeData(from: ByteReader, form: Pm5Form): StrokeData {
  return {
    kind: 'strokeData',
    elapsedSec: from.u24() / 100, // 0 u24 0.01 s
    distanceM: from.u24() / 10, // 3 u24 0.1 m
    driveLengthM: from.u8() / 100, // 6 0.01 m
    driveTimeSec: from.u8() / 100, // 7 0.01 s
    recoveryTimeSec: from.u16() / 100, // 8 u16 0.01 s
    strokeDistanceM: from.u16() / 100, // 10 u16 0.01 m
    peakForceLbf: from.u16() / 10, // 12 u16 0.1 lbf
    averageForceLbf: from.u16() / 10, // 14 u16 0.1 lbf
    workPerStrokeJ: form === 'individual' ? workPerStroke(from.u16()) : null, // individual only: 16 u16 0.1 J
    strokeCount: from.u16(), // 18 u16
  };
}

export function writeStrokeData(record: StrokeData, to: ByteWriter, form: Pm5Form): void {
  to.u24(record.elapsedSec * 100)
    .u24(record.distanceM * 10)
    .u8(record.driveLengthM * 100)
    .u8(record.driveTimeSec * 100)
    .u16(record.recoveryTimeSec * 100)
    .u16(record.strokeDistanceM * 100)
    .u16(record.peakForceLbf * 10)
    .u16(record.averageForceLbf * 10);
  if (form === 'individual') to.u16(rawWorkPerStroke(record.workPerStrokeJ));
  to.u16(record.strokeCount);
}

/** The multiplexed form ends with the work per stroke. */
export function readAdditionalStrokeData(from: ByteReader, form: Pm5Form): AdditionalStrokeData {
  return {
    kind: 'additionalStrokeData',
    elapsedSec: from.u24() / 100, // 0 u24 0.01 s
    strokePowerW: from.u16(), // 3 u16 1 W
    strokeCaloriesPerHour: from.u16(), // 5 u16 1 cal/h
    strokeCount: from.u16(), // 7 u16
    projectedWorkTimeSec: from.u24(), // 9 u24 1 s
    projectedWorkDistanceM: from.u24(), // 12 u24 1 m
    workPerStrokeJ: form === 'multiplexed' ? workPerStroke(from.u16()) : null, // multiplexed only: 15 u16 0.1 J
  };
}

export function writeAdditionalStrokeData(record: AdditionalStrokeData, to: ByteWriter, form: Pm5Form): void {
  to.u24(record.elapsedSec * 100)
    .u16(record.strokePowerW)
    .u16(record.strokeCaloriesPerHour)
    .u16(record.strokeCount)
    .u24(record.projectedWorkTimeSec)
    .u24(record.projectedWorkDistanceM);
  if (form === 'multiplexed') to.u16(rawWorkPerStroke(record.workPerStrokeJ));
}

/**
 * Returns null when the header promises more points than there are bytes, or a sequence number beyond the packet count.
 */
export function readForceCurveChunk(from: ByteReader): ForceCurveChunk | null {
  const header = from.u8(); // 0 packets in the high four bits, points of this packet in the low four
  const sequence = from.u8(); // 1 from 0
  const chunkCount = header >> 4;
  const pointCount = header & 0x0f;
  if (sequence >= chunkCount || from.remaining() < pointCount * 2) return null;
  return {
    kind: 'forceCurveChunk',
    chunkCount,
    sequence,
    forceLbf: Array.from({ length: pointCount }, () => from.u16()), // 2 + 2i u16 1 lbf
  };
}

/** Points of one notification of 20 bytes. */
export const forceCurvePointsPerChunk = 9;

export function writeForceCurveChunk(record: ForceCurveChunk, to: ByteWriter): void {
  const points = record.forceLbf.slice(0, forceCurvePointsPerChunk);
  to.u8(clampWhole(record.chunkCount, 15) * 0x10 + points.length).u8(record.sequence);
  for (const forceLbf of points) to.u16(forceLbf);
}
