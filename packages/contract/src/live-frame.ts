import * as z from 'zod/mini';
import { LiveSampleSchema, type LiveSample } from './live.ts';

/**
 * Defines a frame's shape on the wire. A frame has every rower of a room that changed since the last frame; a keyframe
 * has all of them. `epoch` identifies the server process: a frame of another epoch, or a gap in `seq`, means that this
 * client has missed data and needs a keyframe.
 */
export type LiveFrame = {
  room: string;
  epoch: string;
  seq: number;
  isKeyframe: boolean;
  rows: LiveRow[];
};

type LiveRow = {
  activity: string;
  /** Age of the sample when the frame was made, in ms since the server received it. */
  ageMs: number;
  sample: LiveSample;
};

/** The order in which a frame has the values of a sample: their names would be half of its bytes. */
const sampleFields = z.keyof(LiveSampleSchema).options;

const isOptional = (field: keyof LiveSample): boolean =>
  z.safeParse(LiveSampleSchema.shape[field], undefined).success;
const optionalFields = new Set(sampleFields.filter(isOptional));

/** A missing value is null, or left out at the end. */
const WireRowSchema = z.tuple([
  z.string(),
  z.int(),
  z.array(z.unknown()).check(z.maxLength(sampleFields.length)),
]);
const WireFrameSchema = z.tuple([z.string(), z.string(), z.int(), z.boolean(), z.array(WireRowSchema)]);
export type WireFrame = z.infer<typeof WireFrameSchema>;

export function encodeFrame(frame: LiveFrame): WireFrame {
  return [
    frame.room,
    frame.epoch,
    frame.seq,
    frame.isKeyframe,
    frame.rows.map(({ activity, ageMs, sample }) => [activity, Math.round(ageMs), valuesOf(sample)]),
  ];
}

const heartRateAt = sampleFields.indexOf('heartRate');

/** Returns a frame for a board: under other ids of its room and activities, and without heart rates. */
export function frameOfBoard(
  [, epoch, seq, isKeyframe, rows]: WireFrame,
  room: string,
  idOf: (activity: string) => string,
): WireFrame {
  const valuesOnBoard = (values: unknown[]) =>
    values.map((value, index) => (index === heartRateAt ? null : value));
  return [
    room,
    epoch,
    seq,
    isKeyframe,
    rows.map(([activity, ageMs, values]) => [idOf(activity), ageMs, valuesOnBoard(values)]),
  ];
}

function valuesOf(sample: LiveSample): unknown[] {
  const values = sampleFields.map((field) => sample[field] ?? null);
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
}

function sampleOf(values: readonly unknown[]): LiveSample | null {
  const fields = sampleFields
    .map((field, index) => [field, values[index] ?? null] as const)
    .filter(([field, value]) => value !== null || !optionalFields.has(field));
  const parsed = LiveSampleSchema.safeParse(Object.fromEntries(fields));
  return parsed.success ? parsed.data : null;
}

/** Null for anything that is not a frame of this protocol version. */
export function decodeFrame(payload: unknown): LiveFrame | null {
  const parsed = WireFrameSchema.safeParse(payload);
  if (!parsed.success) return null;
  const [room, epoch, seq, isKeyframe, wireRows] = parsed.data;
  const rows: LiveRow[] = [];
  for (const [activity, ageMs, values] of wireRows) {
    const sample = sampleOf(values);
    if (sample === null) return null;
    rows.push({ activity, ageMs, sample });
  }
  return { room, epoch, seq, isKeyframe, rows };
}
