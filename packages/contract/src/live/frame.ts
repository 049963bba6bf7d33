import type { LiveSample } from '../live.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { packedKinds, readPosition, writePosition, type FramePosition } from './messages.ts';
import { readValues, writeValues } from './values.ts';

/**
 * A frame has every rower of a room that changed since the last frame; a keyframe has all of them. A frame of another
 * epoch, or a gap in `seq`, means that this client has missed data and needs a keyframe.
 */
export type LiveFrame = FramePosition & {
  /** The id of the session, or of a board. */
  room: string;
  isKeyframe: boolean;
  /** The time between two frames of the room; it grows with the room and under load. */
  tickMs: number;
  rows: FrameRow[];
};

type FrameRow = {
  /** Stands for the activity in this room and epoch. */
  index: number;
  /** Null if an earlier frame has introduced the index. */
  activity: string | null;
  /** Age of the sample when the frame was made, in ms since the server received it. */
  ageMs: number;
  sample: LiveSample;
};

/** `tickMs` is counted in these. */
const tickUnitMs = 10;
const tickMaxMs = 60_000;

/**
 * Kind, 1 for a keyframe or 0, room id, epoch (4 bytes), seq (count), tick (count of 10 ms), then the rows: 2 times the
 * index, and 1 if the activity's id follows (count); the id; age in ms (count); values.
 */
export function encodeFrame(frame: LiveFrame): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter();
  to.byte(packedKinds.frame);
  to.byte(frame.isKeyframe ? 1 : 0);
  to.id(frame.room);
  writePosition(to, frame);
  to.count(frame.tickMs / tickUnitMs);
  for (const { index, activity, ageMs, sample } of frame.rows) {
    to.count(index * 2 + (activity === null ? 0 : 1));
    if (activity !== null) to.id(activity);
    to.count(ageMs);
    writeValues(to, sample);
  }
  return to.take();
}

/** Null for bytes that aren't a frame of this protocol version. */
export function decodeFrame(bytes: Uint8Array): LiveFrame | null {
  const from = new ByteReader(bytes);
  if (from.byte() !== packedKinds.frame) return null;
  const isKeyframe = from.byte();
  if (isKeyframe > 1) return null;
  const room = from.id();
  const { epoch, seq } = readPosition(from);
  const tickMs = from.count(tickMaxMs / tickUnitMs) * tickUnitMs;
  const rows: FrameRow[] = [];
  while (!from.isAtEnd) {
    const packedIndex = from.count();
    const activity = packedIndex % 2 === 1 ? from.id() : null;
    const ageMs = from.count();
    const sample = readValues(from);
    if (sample === null) return null;
    rows.push({ index: Math.floor(packedIndex / 2), activity, ageMs, sample });
  }
  return from.isBad ? null : { room, epoch, seq, isKeyframe: isKeyframe === 1, tickMs, rows };
}

/** A row of a frame, with the id of its activity. */
type LaneValues = { activity: string; ageMs: number; sample: LiveSample };

/** Follows the frames of one room: which frame is next, and which activity an index means. */
export class FrameSequence {
  #position: FramePosition | null = null;
  #isComplete = false;
  readonly #activities = new Map<number, string>();

  /** The newest frame received, usable or not; acknowledgements name it. */
  get position(): FramePosition | null {
    return this.#position;
  }

  /** Expects a keyframe next, because the page has joined the room again. */
  restart(): void {
    this.#isComplete = false;
  }

  /** Returns the rows of the next frame, or of a keyframe; null after a missing frame, until the next keyframe. */
  take(frame: LiveFrame): LaneValues[] | null {
    const { epoch, seq } = frame;
    const isNext = epoch === this.#position?.epoch && seq === this.#position.seq + 1;
    this.#position = { epoch, seq };
    if (!frame.isKeyframe && !(isNext && this.#isComplete)) {
      this.#isComplete = false;
      return null;
    }
    this.#isComplete = true;
    if (frame.isKeyframe) this.#activities.clear();
    const lanes: LaneValues[] = [];
    for (const { index, activity, ageMs, sample } of frame.rows) {
      if (activity !== null) this.#activities.set(index, activity);
      const known = this.#activities.get(index);
      if (known === undefined) this.#isComplete = false;
      else lanes.push({ activity: known, ageMs, sample });
    }
    return this.#isComplete ? lanes : null;
  }
}
