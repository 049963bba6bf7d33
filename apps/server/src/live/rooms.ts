import { liveLimits } from '@boathouse/contract/limits';
import type { FrameAck, LiveSample } from '@boathouse/contract/live';
import { encodeFrame, type WireFrame } from '@boathouse/contract/live-frame';

/** A page in a room, to which frames are sent. */
export type FrameSink = { sendFrame(frame: WireFrame): void };

type Row = { sample: LiveSample; receivedAtMs: number; version: number };

type Member = {
  sink: FrameSink;
  /** The next frame to this member is a keyframe: just joined, asked for one, or fell behind. */
  needsKeyframe: boolean;
  /** Sequence numbers of the frames sent and not yet acknowledged, in order. */
  unacknowledged: number[];
};

type Room = {
  id: string;
  seq: number;
  /** Rises with every sample; a row changed since the last frame when its version is higher than the frame's. */
  version: number;
  framedVersion: number;
  rows: Map<string, Row>;
  /** Completed activities: a late sample must not add one again. */
  closed: Set<string>;
  members: Map<FrameSink, Member>;
  dueAtMs: number;
};

type LiveRoomsOptions = {
  /** Identifies this run of the process: a client that sees another epoch has missed frames. */
  epoch: string;
};

/**
 * Stores the newest sample of every rower of every room, and sends every member one frame per room and tick, so that
 * the cost per client does not grow with the rate of samples. A member that does not acknowledge gets at most
 * `unacknowledgedMax` frames; then it is skipped and gets a keyframe once it has caught up, so that it sees the newest
 * values next, not a queue. Time is passed in; `live/gateway` owns the timer.
 */
export class LiveRooms {
  readonly #epoch: string;
  readonly #rooms = new Map<string, Room>();

  constructor(options: LiveRoomsOptions) {
    this.#epoch = options.epoch;
  }

  join(roomId: string, sink: FrameSink, nowMs: number): void {
    const room = this.#roomOf(roomId, nowMs);
    room.members.set(sink, {
      sink,
      needsKeyframe: true,
      unacknowledged: [],
    });
  }

  leave(roomId: string, sink: FrameSink): void {
    const room = this.#rooms.get(roomId);
    room?.members.delete(sink);
    if (room?.members.size === 0) this.#rooms.delete(roomId);
  }

  /** Stores a sample; drops it and returns false if it is older than the stored one or of a completed activity. */
  publish(roomId: string, activityId: string, sample: LiveSample, nowMs: number): boolean {
    const room = this.#rooms.get(roomId);
    if (!room || room.closed.has(activityId)) return false;
    const newest = room.rows.get(activityId);
    if (newest && newest.sample.seq >= sample.seq) return false;
    room.version += 1;
    room.rows.set(activityId, { sample, receivedAtMs: nowMs, version: room.version });
    return true;
  }

  /** Removes a completed activity from the live table. */
  remove(roomId: string, activityId: string): void {
    const room = this.#rooms.get(roomId);
    room?.rows.delete(activityId);
    room?.closed.add(activityId);
  }

  /** Accepts samples again of an activity that was completed or discarded before. */
  reopen(roomId: string, activityId: string): void {
    this.#rooms.get(roomId)?.closed.delete(activityId);
  }

  acknowledge(sink: FrameSink, ack: FrameAck): void {
    const member = this.#rooms.get(ack.room)?.members.get(sink);
    if (!member || ack.epoch !== this.#epoch) return;
    member.unacknowledged = member.unacknowledged.filter((seq) => seq > ack.seq);
  }

  requestKeyframe(roomId: string, sink: FrameSink): void {
    const member = this.#rooms.get(roomId)?.members.get(sink);
    if (member) member.needsKeyframe = true;
  }

  /** Sends the frames that are due; call it at least every `tickFastMs`. */
  tick(nowMs: number): void {
    for (const room of this.#rooms.values()) {
      if (nowMs < room.dueAtMs) continue;
      const tickMs = room.rows.size <= liveLimits.fastRoomMax ? liveLimits.tickFastMs : liveLimits.tickMs;
      // In step with the clock, but at most one tick behind after a pause of the process.
      room.dueAtMs = Math.max(room.dueAtMs + tickMs, nowMs);
      this.#frame(room, nowMs);
    }
  }

  #frame(room: Room, nowMs: number): void {
    const changed = [...room.rows].filter(([, row]) => row.version > room.framedVersion);
    const hasNews = changed.length > 0;
    if (!hasNews && ![...room.members.values()].some((member) => member.needsKeyframe)) return;
    room.framedVersion = room.version;
    // Only changes advance the sequence: a keyframe for one member is no gap for the others.
    if (hasNews) room.seq += 1;
    const frameOf = (rows: Array<[string, Row]>, isKeyframe: boolean): WireFrame =>
      encodeFrame({
        room: room.id,
        epoch: this.#epoch,
        seq: room.seq,
        isKeyframe,
        rows: rows.map(([activity, row]) => ({
          activity,
          ageMs: nowMs - row.receivedAtMs,
          sample: row.sample,
        })),
      });
    const update = hasNews ? frameOf(changed, false) : null;
    let keyframe: WireFrame | null = null;
    for (const member of room.members.values()) {
      if (member.unacknowledged.length >= liveLimits.unacknowledgedMax) {
        member.needsKeyframe = true;
      } else if (member.needsKeyframe) {
        keyframe ??= frameOf([...room.rows], true);
        member.needsKeyframe = false;
        this.#send(member, room.seq, keyframe);
      } else if (update) {
        this.#send(member, room.seq, update);
      }
    }
  }

  #send(member: Member, seq: number, frame: WireFrame): void {
    member.unacknowledged.push(seq);
    member.sink.sendFrame(frame);
  }

  #roomOf(id: string, nowMs: number): Room {
    let room = this.#rooms.get(id);
    if (!room) {
      room = {
        id,
        seq: 0,
        version: 0,
        framedVersion: 0,
        rows: new Map(),
        closed: new Set(),
        members: new Map(),
        dueAtMs: nowMs,
      };
      this.#rooms.set(id, room);
    }
    return room;
  }
}
