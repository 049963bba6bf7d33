import { liveLimits } from '@boathouse/contract/limits';
import type { Connection } from './connection.ts';
import { Overload } from './overload.ts';
import { earlyMs, RoomFrames, type FrameSink, type LiveCounts } from './room-frames.ts';
import { Room } from './room.ts';

type LiveRoomsOptions = {
  /** Identifies this run of the process, 32 bits. */
  epoch: number;
  /** Prepares the bytes of a frame for everyone who gets it. */
  wrap?: (frame: Uint8Array) => Uint8Array;
};

/** Spreads the ticks of rooms evenly, for any number of rooms. */
const goldenRatio = 0.618_034;

/**
 * The rooms of this process. A room is made when a page or a board enters it, and dropped when none remains. Time is
 * passed in; `room-ticks.ts` owns the timer of frames.
 */
export class LiveRooms {
  readonly #options: LiveRoomsOptions;
  readonly counts: LiveCounts = { samples: 0, frames: 0 };
  readonly #rooms = new Map<string, Room>();
  /** The rooms with something to send. */
  readonly #pending = new Set<RoomFrames>();
  readonly #overload = new Overload();
  #made = 0;
  #onDue: (atMs: number) => void = () => {};

  constructor(options: LiveRoomsOptions) {
    this.#options = options;
  }

  get(roomId: string): Room | undefined {
    return this.#rooms.get(roomId);
  }

  [Symbol.iterator](): Iterator<Room> {
    return this.#rooms.values();
  }

  /** Adds a page; a page that is already there gets everything again. */
  enter(roomId: string, page: Connection, nowMs: number): void {
    this.#roomOf(roomId, nowMs).enter(page, nowMs);
  }

  leave(roomId: string, page: Connection): void {
    const room = this.#rooms.get(roomId);
    room?.leave(page);
    if (room?.isEmpty) this.#drop(room);
  }

  /** Adds a receiver that only gets frames. */
  watch(roomId: string, sink: FrameSink, nowMs: number): void {
    this.#roomOf(roomId, nowMs).frames.join(sink, nowMs);
  }

  unwatch(roomId: string, sink: FrameSink): void {
    const room = this.#rooms.get(roomId);
    room?.frames.leave(sink);
    if (room?.isEmpty) this.#drop(room);
  }

  /** Calls the listener with the time of a frame that became due, perhaps earlier than `tick` has returned. */
  onDue(listener: (atMs: number) => void): void {
    this.#onDue = listener;
  }

  /** Sends the due frames, and returns when the next is due: Infinity if there is nothing to send. */
  tick(nowMs: number): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const frames of this.#pending) {
      if (frames.dueAtMs - earlyMs <= nowMs) {
        this.#overload.note(nowMs - frames.dueAtMs, nowMs);
        if (frames.isEmpty || !frames.send(nowMs)) this.#pending.delete(frames);
        frames.dueAtMs = nextDueMs(frames.dueAtMs, frames.tickMs, nowMs);
      }
      if (this.#pending.has(frames)) nextMs = Math.min(nextMs, frames.dueAtMs);
    }
    return nextMs;
  }

  #pend(frames: RoomFrames, nowMs: number): void {
    if (this.#pending.has(frames)) return;
    this.#pending.add(frames);
    frames.dueAtMs = Math.max(frames.dueAtMs, nowMs);
    this.#onDue(frames.dueAtMs);
  }

  #roomOf(id: string, nowMs: number): Room {
    const known = this.#rooms.get(id);
    if (known) return known;
    const firstDueAtMs = nowMs + ((this.#made * goldenRatio) % 1) * liveLimits.tickMs;
    const frames = new RoomFrames(id, firstDueAtMs, {
      ...this.#options,
      overload: this.#overload,
      counts: this.counts,
      onPending: (pending, atMs) => this.#pend(pending, atMs),
    });
    const room = new Room(id, frames);
    this.#made += 1;
    this.#rooms.set(id, room);
    return room;
  }

  #drop(room: Room): void {
    this.#rooms.delete(room.id);
    this.#pending.delete(room.frames);
  }
}

/**
 * Returns when the next frame may be sent: a tick after the previous one was due, or after now if the process was
 * blocked.
 */
function nextDueMs(dueAtMs: number, tickMs: number, nowMs: number): number {
  const nextMs = dueAtMs + tickMs;
  return nextMs > nowMs + earlyMs ? nextMs : nowMs + tickMs;
}
