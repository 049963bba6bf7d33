import { createByteReader } from './byte-reader.ts';
import type { ByteReader } from './byte-reader.ts';
import type { KnownPm5Record, Pm5Form, Pm5Record, UnknownRecord } from './records.ts';
import {
  readAdditionalStatus1,
  readAdditionalStatus2,
  readGeneralStatus,
  readHeartRateBelt,
} from './status-records.ts';
import { readAdditionalStrokeData, readForceCurveChunk, readStrokeData } from './stroke-records.ts';
import {
  readAdditionalEndOfWorkout,
  readAdditionalEndOfWorkout2,
  readAdditionalSplitInterval,
  readEndOfWorkout,
  readSplitInterval,
} from './summary-records.ts';
import { Characteristic, additionalEndOfWorkoutSummary2Code } from './uuids.ts';

type Layout = {
  /** Shortest payload in bytes by form; null if the form has no such record. Newer firmware only appends bytes. */
  shortest: Record<Pm5Form, number | null>;
  /** Returns null when the bytes contradict themselves. */
  read: (from: ByteReader, form: Pm5Form) => KnownPm5Record | null;
};

const layouts: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [Characteristic.generalStatus, { shortest: { individual: 19, multiplexed: 19 }, read: readGeneralStatus }],
  [
    Characteristic.additionalStatus1,
    { shortest: { individual: 16, multiplexed: 18 }, read: readAdditionalStatus1 },
  ],
  [
    Characteristic.additionalStatus2,
    { shortest: { individual: 20, multiplexed: 18 }, read: readAdditionalStatus2 },
  ],
  [Characteristic.strokeData, { shortest: { individual: 20, multiplexed: 18 }, read: readStrokeData }],
  [
    Characteristic.additionalStrokeData,
    { shortest: { individual: 15, multiplexed: 17 }, read: readAdditionalStrokeData },
  ],
  [
    Characteristic.splitIntervalData,
    { shortest: { individual: 18, multiplexed: 18 }, read: readSplitInterval },
  ],
  [
    Characteristic.additionalSplitIntervalData,
    { shortest: { individual: 18, multiplexed: 18 }, read: readAdditionalSplitInterval },
  ],
  [
    Characteristic.endOfWorkoutSummary,
    { shortest: { individual: 20, multiplexed: 18 }, read: readEndOfWorkout },
  ],
  [
    Characteristic.additionalEndOfWorkoutSummary,
    { shortest: { individual: 19, multiplexed: 18 }, read: readAdditionalEndOfWorkout },
  ],
  [
    Characteristic.heartRateBeltInformation,
    { shortest: { individual: 6, multiplexed: 6 }, read: readHeartRateBelt },
  ],
  [
    additionalEndOfWorkoutSummary2Code,
    { shortest: { individual: null, multiplexed: 10 }, read: readAdditionalEndOfWorkout2 },
  ],
  // A full chunk with a type code does not fit into the 20 bytes of a multiplexed frame, and no such layout is
  // documented.
  [Characteristic.forceCurve, { shortest: { individual: 2, multiplexed: null }, read: readForceCurveChunk }],
]);

/**
 * Decodes one notification of the rowing service.
 *
 * @param characteristic the 16-bit number; 0x80 is decoded as a multiplexed frame
 * @param bytes the value exactly as notified; a view into a larger buffer is respected, and no reference to it is kept
 * @returns a record in SI units (see `records.ts`), or `unknown` with a copy of the bytes. Never throws; no number
 * in it is negative, NaN or infinite.
 * Source: Concept2 PM Bluetooth Smart Communication Interface Definition 1.25, tables 6 to 19.
 */
export function decodeNotification(characteristic: number, bytes: Uint8Array): Pm5Record {
  if (characteristic === Characteristic.multiplexed) return decodeMultiplexed(bytes);
  return decodePayload(characteristic, bytes, 'individual', bytes);
}

/** Decodes one value of 0x0080: the record type code in the first byte, then the payload in its multiplexed layout. */
export function decodeMultiplexed(bytes: Uint8Array): Pm5Record {
  const code = bytes[0];
  if (code === undefined) {
    return unknownRecord(Characteristic.multiplexed, 'multiplexed', 'tooShort', bytes);
  }
  return decodePayload(code, bytes.subarray(1), 'multiplexed', bytes);
}

function decodePayload(code: number, payload: Uint8Array, form: Pm5Form, notified: Uint8Array): Pm5Record {
  const layout = layouts.get(code);
  const shortest = layout?.shortest[form] ?? null;
  if (layout === undefined || shortest === null) {
    return unknownRecord(code, form, 'unhandledType', notified);
  }
  if (payload.length < shortest) return unknownRecord(code, form, 'tooShort', notified);
  return layout.read(createByteReader(payload), form) ?? unknownRecord(code, form, 'malformed', notified);
}

function unknownRecord(
  code: number,
  form: Pm5Form,
  reason: UnknownRecord['reason'],
  notified: Uint8Array,
): UnknownRecord {
  return {
    kind: 'unknown',
    code,
    multiplexed: form === 'multiplexed',
    reason,
    // Not `slice`: on a Buffer that would share the memory that the next notification overwrites.
    bytes: Uint8Array.from(notified),
  };
}
