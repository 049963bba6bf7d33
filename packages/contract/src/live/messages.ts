import type { LiveSample } from '../live.ts';
import { ByteReader, ByteWriter, type RepeatedId } from './bytes.ts';
import { readValues, writeValues } from './values.ts';

/*
 * Packed messages are binary websocket messages; everything else on the live channel is an event of Socket.IO. The first
 * byte is the kind. A number is a byte, or a `count` of 1 to 5 bytes (LEB128); an id is the 16 bytes of a UUID. Changing
 * anything here changes `liveProtocol`.
 */
export const packedKinds = {
  /** From the server: `live/frame.ts`. */
  frame: 1,
  /** A page sends it. */
  sample: 2,
  acknowledgement: 3,
} as const;

/** A frame of a room. `epoch` identifies the server process, a number of 32 bits. */
export type FramePosition = { epoch: number; seq: number };

/** A sample of the sender's own activity, with the acknowledgement of the room's newest frame. */
export type PackedSample = { activity: string; acknowledged: FramePosition | null; sample: LiveSample };

/** Acknowledges the room's frames up to this one, from a page that sends no samples. */
type PackedAcknowledgement = { room: string; acknowledged: FramePosition };

/** Kind, activity id, 1 or 0 for an acknowledgement or none, its epoch (4 bytes) and seq (count), values. */
export function encodeSample({ activity, acknowledged, sample }: PackedSample): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter();
  to.byte(packedKinds.sample);
  to.id(activity);
  to.byte(acknowledged === null ? 0 : 1);
  if (acknowledged !== null) writePosition(to, acknowledged);
  writeValues(to, sample);
  return to.take();
}

/** Kind, room id, epoch (4 bytes), seq (count). */
export function encodeAcknowledgement(message: PackedAcknowledgement): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter();
  to.byte(packedKinds.acknowledgement);
  to.id(message.room);
  writePosition(to, message.acknowledged);
  return to.take();
}

/**
 * Null for bytes that aren't a sample of this protocol version or are outside the bounds of `LiveSampleSchema`.
 * @param repeated of the sender, whose samples are all of one activity
 */
export function decodeSample(bytes: Uint8Array, repeated?: RepeatedId): PackedSample | null {
  const from = new ByteReader(bytes);
  if (from.byte() !== packedKinds.sample) return null;
  const activity = from.id(repeated);
  const hasPosition = from.byte();
  if (hasPosition > 1) return null;
  const acknowledged = hasPosition === 1 ? readPosition(from) : null;
  const sample = readValues(from);
  return sample === null || from.isBad || !from.isAtEnd ? null : { activity, acknowledged, sample };
}

export function decodeAcknowledgement(bytes: Uint8Array): PackedAcknowledgement | null {
  const from = new ByteReader(bytes);
  if (from.byte() !== packedKinds.acknowledgement) return null;
  const message = { room: from.id(), acknowledged: readPosition(from) };
  return from.isBad || !from.isAtEnd ? null : message;
}

export function writePosition(to: ByteWriter, { epoch, seq }: FramePosition): void {
  to.word(epoch);
  to.count(seq);
}

export function readPosition(from: ByteReader): FramePosition {
  return { epoch: from.word(), seq: from.count() };
}
