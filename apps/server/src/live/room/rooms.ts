import { liveLimits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import { encodeFrame } from '@boathouse/contract/live/frame';
import type { FramePosition } from '@boathouse/contract/live/messages';
import { Overload } from './overload.ts';

type BoardIds = { id: string; activityIdOf(activity: string): string };

/** A page in a room, to which frames are sent. */
export type FrameSink = {
  /** Every page that needs the same frame gets the same bytes. */
  sendFrame(bytes: Uint8Array): void;
  /** What a board shows instead of the ids of the room and its activities; it gets no heart rates either. */
  readonly board?: BoardIds;
};

type Row = {
  activity: string;
  /** Stands for the activity in frames, from the first one that has both. */
  index: number;
  isIntroduced: boolean;
  isChanged: boolean;
  sample: LiveSample;
  receivedAtMs: number;
  /** The connection that sends the samples, and those that sent them before: late ones of these are dropped. */
  source: object | null;
  formerSources: WeakSet<object>;
};

type Member = {
  sink: FrameSink;
  /** The next frame to this member is a keyframe: just joined, asked for one, or fell behind. */
  needsKeyframe: boolean;
  /** Sequence numbers of the frames sent and not yet acknowledged, in order. */
  unacknowledged: number[];
  framedAtMs: number;
  /** When its last sample came; frames of the others are the first that overload makes rarer. */
  rowedAtMs: number;
};

type Room = {
  id: string;
  seq: number;
  rows: Map<string, Row>;
  /** The rows that changed since the last frame. */
  changed: Row[];
  indexes: number;
  /** Activities that were completed a moment ago, and when: a late sample must not add one again. */
  closed: Map<string, number>;
  members: Map<FrameSink, Member>;
  /** Before this time no frame is sent. The first change after a pause is sent at once. */
  dueAtMs: number;
};

type LiveRoomsOptions = {
  /** Identifies this run of the process, 32 bits: a client that sees another epoch has missed frames. */
  epoch: number;
  /** Prepares the bytes of a frame for all who get it. */
  wrap?: (frame: Uint8Array) => Uint8Array;
};

/** A timer of whole ms may fire this much early. */
const earlyMs = 2;
/** A sample that was being checked when its activity was completed arrives within a query's time limit. */
const closedForMs = 60_000;
/** Spreads the ticks of rooms evenly, however many there are. */
const goldenRatio = 0.618_034;

/**
 * Stores the newest sample of every rower of every room, and sends every member one frame per room and tick, so that
 * the cost per client does not grow with the rate of samples. A member that does not acknowledge gets at most
 * `unacknowledgedMax` frames; then it is skipped and gets a keyframe once it has caught up, so that it sees the newest
 * values next, not a queue. Time is passed in; `live/room-ticks` owns the timer.
 */
export class LiveRooms {
  readonly #options: LiveRoomsOptions;
  readonly #rooms = new Map<string, Room>();
  /** Rooms with something to send. */
  readonly #pending = new Set<Room>();
  readonly #overload = new Overload();
  #made = 0;
  #onDue: (atMs: number) => void = () => {};

  constructor(options: LiveRoomsOptions) {
    this.#options = options;
  }

  /** Has the listener called with the time of a frame that became due, perhaps before what `tick` has returned. */
  onDue(listener: (atMs: number) => void): void {
    this.#onDue = listener;
  }

  join(roomId: string, sink: FrameSink, nowMs: number): void {
    const room = this.#roomOf(roomId, nowMs);
    room.members.set(sink, {
      sink,
      needsKeyframe: true,
      unacknowledged: [],
      framedAtMs: Number.NEGATIVE_INFINITY,
      rowedAtMs: Number.NEGATIVE_INFINITY,
    });
    this.#pend(room, nowMs);
  }

  leave(roomId: string, sink: FrameSink): void {
    const room = this.#rooms.get(roomId);
    if (!room?.members.delete(sink)) return;
    for (const row of room.rows.values()) if (row.source === sink) row.source = null;
    if (room.members.size > 0) return;
    this.#rooms.delete(roomId);
    this.#pending.delete(room);
  }

  /**
   * Stores a sample; returns false for one of a completed activity, and for one of a connection that has been followed by
   * another: a dead network may deliver it late. `source` is the sender's connection, whose samples arrive in order.
   */
  publish(roomId: string, activityId: string, source: FrameSink, sample: LiveSample, nowMs: number): boolean {
    const room = this.#rooms.get(roomId);
    const closedAtMs = room?.closed.get(activityId);
    if (!room || (closedAtMs !== undefined && nowMs - closedAtMs < closedForMs)) return false;
    const known = room.rows.get(activityId);
    if (known && known.source !== source && !takeOver(known, source, nowMs)) return false;
    const row = known ?? newRow(room, activityId, source, sample);
    row.sample = sample;
    row.receivedAtMs = nowMs;
    if (!row.isChanged) {
      row.isChanged = true;
      room.changed.push(row);
    }
    const member = room.members.get(source);
    if (member) member.rowedAtMs = nowMs;
    this.#pend(room, nowMs);
    return true;
  }

  /** Removes a completed activity from the live table. */
  remove(roomId: string, activityId: string, nowMs: number): void {
    const room = this.#rooms.get(roomId);
    if (!room) return;
    room.rows.delete(activityId);
    room.changed = room.changed.filter(({ activity }) => activity !== activityId);
    for (const [id, closedAtMs] of room.closed) {
      if (nowMs - closedAtMs < closedForMs) break;
      room.closed.delete(id);
    }
    room.closed.delete(activityId);
    room.closed.set(activityId, nowMs);
  }

  /** Accepts samples of an activity from every connection: it was completed before, or another device rows it now. */
  reopen(roomId: string, activityId: string): void {
    const room = this.#rooms.get(roomId);
    room?.closed.delete(activityId);
    const row = room?.rows.get(activityId);
    if (row) row.formerSources = new WeakSet();
  }

  acknowledge(roomId: string, sink: FrameSink, { epoch, seq }: FramePosition, nowMs: number): void {
    const room = this.#rooms.get(roomId);
    const member = room?.members.get(sink);
    if (!room || !member || epoch !== this.#options.epoch) return;
    const { unacknowledged } = member;
    while (unacknowledged[0] !== undefined && unacknowledged[0] <= seq) unacknowledged.shift();
    if (member.needsKeyframe) this.#pend(room, nowMs);
  }

  requestKeyframe(roomId: string, sink: FrameSink, nowMs: number): void {
    const room = this.#rooms.get(roomId);
    const member = room?.members.get(sink);
    if (!room || !member) return;
    member.needsKeyframe = true;
    this.#pend(room, nowMs);
  }

  /** Sends the frames that are due, and returns when the next is: Infinity if there is nothing to send. */
  tick(nowMs: number): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const room of this.#pending) {
      if (room.dueAtMs - earlyMs <= nowMs) {
        this.#overload.note(nowMs - room.dueAtMs, nowMs);
        this.#frame(room, nowMs);
        room.dueAtMs = nextDueMs(room.dueAtMs, this.#tickMsOf(room), nowMs);
      }
      if (this.#pending.has(room)) nextMs = Math.min(nextMs, room.dueAtMs);
    }
    return nextMs;
  }

  #pend(room: Room, nowMs: number): void {
    if (this.#pending.has(room)) return;
    this.#pending.add(room);
    room.dueAtMs = Math.max(room.dueAtMs, nowMs);
    this.#onDue(room.dueAtMs);
  }

  #tickMsOf(room: Room): number {
    const { fastRoomMax, tickFastMs, tickMs } = liveLimits;
    return Math.max(room.rows.size <= fastRoomMax ? tickFastMs : tickMs, this.#overload.tickMs);
  }

  #frame(room: Room, nowMs: number): void {
    this.#pending.delete(room);
    const { changed, members } = room;
    room.changed = [];
    // Only changes advance the sequence: a keyframe for one member is no gap for the others.
    if (changed.length > 0) room.seq += 1;
    const update = this.#encoder(room, changed, false, nowMs);
    const keyframe = this.#encoder(room, room.rows.values(), true, nowMs);
    const { watcherMs } = this.#overload;
    for (const member of members.values()) {
      const isWatcher = nowMs - member.rowedAtMs >= liveLimits.staleMs;
      if (member.unacknowledged.length >= liveLimits.unacknowledgedMax) {
        member.needsKeyframe = true;
      } else if (isWatcher && nowMs + earlyMs < member.framedAtMs + watcherMs) {
        member.needsKeyframe = true;
        this.#pending.add(room);
      } else if (member.needsKeyframe) {
        member.needsKeyframe = false;
        send(member, room.seq, keyframe(member.sink), nowMs);
      } else if (changed.length > 0) {
        send(member, room.seq, update(member.sink), nowMs);
      }
    }
    for (const row of changed) {
      row.isChanged = false;
      row.isIntroduced = true;
    }
  }

  /** Returns a function that encodes a frame of these rows once for all pages, and once for each board. */
  #encoder(room: Room, rows: Iterable<Row>, isKeyframe: boolean, nowMs: number) {
    const known = new Map<string, Uint8Array>();
    return ({ board }: FrameSink): Uint8Array => {
      const id = board?.id ?? room.id;
      const before = known.get(id);
      if (before) return before;
      const frame = encodeFrame({
        room: id,
        epoch: this.#options.epoch,
        seq: room.seq,
        isKeyframe,
        tickMs: this.#tickMsOf(room),
        rows: Array.from(rows, ({ index, isIntroduced, activity, receivedAtMs, sample }) => ({
          index,
          activity: isIntroduced && !isKeyframe ? null : (board?.activityIdOf(activity) ?? activity),
          ageMs: nowMs - receivedAtMs,
          sample: board ? { ...sample, heartRate: null } : sample,
        })),
      });
      const bytes = this.#options.wrap?.(frame) ?? frame;
      known.set(id, bytes);
      return bytes;
    };
  }

  #roomOf(id: string, nowMs: number): Room {
    let room = this.#rooms.get(id);
    if (!room) {
      room = {
        id,
        seq: 0,
        rows: new Map(),
        changed: [],
        indexes: 0,
        closed: new Map(),
        members: new Map(),
        dueAtMs: nowMs + ((this.#made * goldenRatio) % 1) * liveLimits.tickMs,
      };
      this.#made += 1;
      this.#rooms.set(id, room);
    }
    return room;
  }
}

function newRow(room: Room, activity: string, source: object, sample: LiveSample): Row {
  const row: Row = {
    activity,
    index: room.indexes,
    isIntroduced: false,
    isChanged: false,
    sample,
    receivedAtMs: 0,
    source,
    formerSources: new WeakSet(),
  };
  room.indexes += 1;
  room.rows.set(activity, row);
  return row;
}

/** Lets a connection send the samples of a row. One that another has followed gets it back only when that is silent. */
function takeOver(row: Row, source: object, nowMs: number): boolean {
  const isSilent = row.source === null || nowMs - row.receivedAtMs >= liveLimits.staleMs;
  if (!isSilent && row.formerSources.has(source)) return false;
  if (row.source !== null) row.formerSources.add(row.source);
  row.formerSources.delete(source);
  row.source = source;
  return true;
}

function send(member: Member, seq: number, bytes: Uint8Array, nowMs: number): void {
  member.unacknowledged.push(seq);
  member.framedAtMs = nowMs;
  member.sink.sendFrame(bytes);
}

/** Returns when the next frame after one may be sent: a tick after that was due, or after now if the process stood still. */
function nextDueMs(dueAtMs: number, tickMs: number, nowMs: number): number {
  const nextMs = dueAtMs + tickMs;
  return nextMs > nowMs + earlyMs ? nextMs : nowMs + tickMs;
}
