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

const WireRowSchema = z.tuple([z.string(), z.int(), LiveSampleSchema]);
const WireFrameSchema = z.tuple([z.string(), z.string(), z.int(), z.boolean(), z.array(WireRowSchema)]);
export type WireFrame = z.infer<typeof WireFrameSchema>;

export function encodeFrame(frame: LiveFrame): WireFrame {
  return [
    frame.room,
    frame.epoch,
    frame.seq,
    frame.isKeyframe,
    frame.rows.map((row) => [row.activity, Math.round(row.ageMs), row.sample]),
  ];
}

/** Null for anything that is not a frame of this protocol version. */
export function decodeFrame(payload: unknown): LiveFrame | null {
  const parsed = WireFrameSchema.safeParse(payload);
  if (!parsed.success) return null;
  const [room, epoch, seq, isKeyframe, rows] = parsed.data;
  return {
    room,
    epoch,
    seq,
    isKeyframe,
    rows: rows.map(([activity, ageMs, sample]) => ({ activity, ageMs, sample })),
  };
}
