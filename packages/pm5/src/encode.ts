import { createByteWriter } from './byte-writer.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { KnownPm5Record, Pm5Form } from './records.ts';
import {
  writeAdditionalStatus1,
  writeAdditionalStatus2,
  writeGeneralStatus,
  writeHeartRateBelt,
} from './status-records.ts';
import { writeAdditionalStrokeData, writeForceCurveChunk, writeStrokeData } from './stroke-records.ts';
import {
  writeAdditionalEndOfWorkout,
  writeAdditionalEndOfWorkout2,
  writeAdditionalSplitInterval,
  writeEndOfWorkout,
  writeSplitInterval,
} from './summary-records.ts';
import { Characteristic, additionalEndOfWorkoutSummary2Code } from './uuids.ts';

type Pm5Notification = { characteristic: number; bytes: Uint8Array };

/** The record type code of a record; also the number of its own characteristic if it has one. */
const recordCodes = {
  generalStatus: Characteristic.generalStatus,
  additionalStatus1: Characteristic.additionalStatus1,
  additionalStatus2: Characteristic.additionalStatus2,
  strokeData: Characteristic.strokeData,
  additionalStrokeData: Characteristic.additionalStrokeData,
  splitIntervalData: Characteristic.splitIntervalData,
  additionalSplitIntervalData: Characteristic.additionalSplitIntervalData,
  endOfWorkoutSummary: Characteristic.endOfWorkoutSummary,
  additionalEndOfWorkoutSummary: Characteristic.additionalEndOfWorkoutSummary,
  additionalEndOfWorkoutSummary2: additionalEndOfWorkoutSummary2Code,
  heartRateBeltInformation: Characteristic.heartRateBeltInformation,
  forceCurveChunk: Characteristic.forceCurve,
} as const satisfies Record<KnownPm5Record['kind'], number>;

/**
 * Encodes a record to the bytes that a monitor notifies: the inverse of `decodeNotification`. Values are rounded to the
 * field's unit and clamped to its width. Fields that the form does not contain are left out; without `ergMachineType`
 * the shorter layout of older firmware is written. A record that exists in only one form is encoded in that form
 * regardless of `form`: 0x3C multiplexed, the force curve on its own characteristic.
 */
export function encodeRecord(record: KnownPm5Record, form: Pm5Form): Pm5Notification {
  const code = recordCodes[record.kind];
  const actualForm = onlyFormOf(record.kind) ?? form;
  const writer = createByteWriter();
  if (actualForm === 'multiplexed') writer.u8(code);
  writePayload(record, writer, actualForm);
  return {
    characteristic: actualForm === 'multiplexed' ? Characteristic.multiplexed : code,
    bytes: writer.bytes(),
  };
}

function onlyFormOf(kind: KnownPm5Record['kind']): Pm5Form | null {
  if (kind === 'additionalEndOfWorkoutSummary2') return 'multiplexed';
  if (kind === 'forceCurveChunk') return 'individual';
  return null;
}

function writePayload(record: KnownPm5Record, to: ByteWriter, form: Pm5Form): void {
  switch (record.kind) {
    case 'generalStatus':
      return writeGeneralStatus(record, to);
    case 'additionalStatus1':
      return writeAdditionalStatus1(record, to, form);
    case 'additionalStatus2':
      return writeAdditionalStatus2(record, to, form);
    case 'strokeData':
      return writeStrokeData(record, to, form);
    case 'additionalStrokeData':
      return writeAdditionalStrokeData(record, to, form);
    case 'splitIntervalData':
      return writeSplitInterval(record, to);
    case 'additionalSplitIntervalData':
      return writeAdditionalSplitInterval(record, to);
    case 'endOfWorkoutSummary':
      return writeEndOfWorkout(record, to, form);
    case 'additionalEndOfWorkoutSummary':
      return writeAdditionalEndOfWorkout(record, to, form);
    case 'additionalEndOfWorkoutSummary2':
      return writeAdditionalEndOfWorkout2(record, to);
    case 'heartRateBeltInformation':
      return writeHeartRateBelt(record, to);
    case 'forceCurveChunk':
      return writeForceCurveChunk(record, to);
  }
}
