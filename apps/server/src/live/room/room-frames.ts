import { liveLimits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import { encodeFrame } from '@boathouse/contract/live/frame';
import type { FramePosition } from '@boathouse/contract/live/messages';
import type { Overload } from './overload.ts';

type BoardIds = { id: string; activityIdOf(activity: string): string };

/** A page in a room, to which frames are sent. */
export type FrameSink = {
  /** Every page that needs the same frame gets the same bytes. */
  sendFrame(bytes: Uint8Array): void;
  /** The ids that a board gets instead of the room's and its activities'; a board also gets no heart rates. */
  readonly board?: BoardIds;
};

type Lane = {
  activity: string;
  /** Represents the activity in frames, from the first one that has both. */
  index: number;
  isIntroduced: boolean;
  isChanged: boolean;
  sample: LiveSample;
  receivedAtMs: number;
  /** The connection that sends the samples, and earlier ones, whose late samples are dropped. */
  source: object | null;
  formerSources: WeakSet<object>;
};

type Watcher = {
  sink: FrameSink;
  /** The next frame to this member is a keyframe: it just joined, requested one, or fell behind. */
  needsKeyframe: boolean;
  /** Sequence numbers of the frames sent and not yet acknowledged, in order. */
  unacknowledged: number[];
  framedAtMs: number;
  /** When its last sample arrived; overload first slows the frames of members who do not row. */
  rowedAtMs: number;
};

/** Since the start of the process. */
export type LiveCounts = { samples: number; frames: number };

type FramesOptions = {
  /** Identifies this run of the process, 32 bits: a client that sees another epoch has missed frames. */
  epoch: number;
  /** Prepares the bytes of a frame for everyone who gets it. */
  wrap?: (frame: Uint8Array) => Uint8Array;
  overload: Pick<Overload, 'tickMs' | 'watcherMs'>;
  counts: LiveCounts;
  /** Called when there is something to send. */
  onPending: (frames: RoomFrames, nowMs: number) => void;
};

/** A timer of whole ms may fire this much early. */
export const earlyMs = 2;
/** A sample that was being checked when its activity was completed arrives within a query's time limit. */
const closedForMs = 60_000;

/**
 * The part of a room that sends samples: stores the newest of every rower, and sends every page one frame per tick,
 * so that the cost per client does not grow with the rate of samples. A page that does not acknowledge gets at most
 * `unacknowledgedMax` frames; then it is skipped and gets a keyframe once it has caught up, so that it sees the
 * newest values next, not a queue. Samples that no page watches are dropped. Time is passed in; `LiveRooms` calls
 * `send` when it is due.
 */
export class RoomFrames {
  readonly #id: string;
  readonly #options: FramesOptions;
  #seq = 0;
  #rows = new Map<string, Lane>();
  /** The rows that changed since the last frame. */
  #changed: Lane[] = [];
  #indexes = 0;
  /** Activities that were completed a moment ago, and when: a late sample must not add one again. */
  readonly #closed = new Map<string, number>();
  readonly #watchers = new Map<FrameSink, Watcher>();
  /** Pages that send the samples of their own row and get no frame. */
  readonly #senders = new Set<FrameSink>();
  /** Before this time no frame is sent. The first change after a pause is sent at once. */
  dueAtMs: number;

  constructor(id: string, dueAtMs: number, options: FramesOptions) {
    this.#id = id;
    this.dueAtMs = dueAtMs;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#watchers.size + this.#senders.size === 0;
  }

  /** Adds a page that sees no row of others: its own is on its monitor. */
  joinAsSender(sink: FrameSink): void {
    this.#watchers.delete(sink);
    this.#senders.add(sink);
  }

  /** Adds a page; a page that is already there gets a keyframe. */
  join(sink: FrameSink, nowMs: number): void {
    this.#senders.delete(sink);
    const known = this.#watchers.get(sink);
    if (known) known.needsKeyframe = true;
    else {
      this.#watchers.set(sink, {
        sink,
        needsKeyframe: true,
        unacknowledged: [],
        framedAtMs: Number.NEGATIVE_INFINITY,
        rowedAtMs: Number.NEGATIVE_INFINITY,
      });
    }
    this.#options.onPending(this, nowMs);
  }

  leave(sink: FrameSink): void {
    if (!this.#watchers.delete(sink) && !this.#senders.delete(sink)) return;
    for (const row of this.#rows.values()) if (row.source === sink) row.source = null;
    if (!this.isEmpty) return;
    this.#seq = 0;
    this.#rows.clear();
    this.#changed = [];
    this.#indexes = 0;
    this.#closed.clear();
  }

  /**
   * Stores a sample; returns false for a completed activity, and for a connection that another one has followed: a dead
   * network may deliver it late. `source` is the sender's connection, whose samples arrive in order.
   */
  publish(activityId: string, source: FrameSink, sample: LiveSample, nowMs: number): boolean {
    const closedAtMs = this.#closed.get(activityId);
    if (this.isEmpty || (closedAtMs !== undefined && nowMs - closedAtMs < closedForMs)) return false;
    const known = this.#rows.get(activityId);
    if (known && known.source !== source && !takeOver(known, source, nowMs)) return false;
    const row = known ?? this.#newRow(activityId, source, sample);
    this.#options.counts.samples += 1;
    row.sample = sample;
    row.receivedAtMs = nowMs;
    if (!row.isChanged) {
      row.isChanged = true;
      this.#changed.push(row);
    }
    const watcher = this.#watchers.get(source);
    if (watcher) watcher.rowedAtMs = nowMs;
    this.#options.onPending(this, nowMs);
    return true;
  }

  #newRow(activity: string, source: object, sample: LiveSample): Lane {
    const row: Lane = {
      activity,
      index: this.#indexes,
      isIntroduced: false,
      isChanged: false,
      sample,
      receivedAtMs: 0,
      source,
      formerSources: new WeakSet(),
    };
    this.#indexes += 1;
    this.#rows.set(activity, row);
    return row;
  }

  /** Removes a completed activity from the live table. */
  remove(activityId: string, nowMs: number): void {
    if (this.isEmpty) return;
    this.#rows.delete(activityId);
    this.#changed = this.#changed.filter(({ activity }) => activity !== activityId);
    for (const [id, closedAtMs] of this.#closed) {
      if (nowMs - closedAtMs < closedForMs) break;
      this.#closed.delete(id);
    }
    this.#closed.delete(activityId);
    this.#closed.set(activityId, nowMs);
  }

  /** Accepts samples of an activity from every connection: it was completed before, or another device now rows it. */
  reopen(activityId: string): void {
    this.#closed.delete(activityId);
    const row = this.#rows.get(activityId);
    if (row) row.formerSources = new WeakSet();
  }

  acknowledge(sink: FrameSink, { epoch, seq }: FramePosition, nowMs: number): void {
    const watcher = this.#watchers.get(sink);
    if (!watcher || epoch !== this.#options.epoch) return;
    const { unacknowledged } = watcher;
    while (unacknowledged[0] !== undefined && unacknowledged[0] <= seq) unacknowledged.shift();
    if (watcher.needsKeyframe) this.#options.onPending(this, nowMs);
  }

  requestKeyframe(sink: FrameSink, nowMs: number): void {
    if (this.#watchers.has(sink)) this.join(sink, nowMs);
  }

  get tickMs(): number {
    const { fastRoomMax, tickFastMs, tickMs } = liveLimits;
    return Math.max(this.#rows.size <= fastRoomMax ? tickFastMs : tickMs, this.#options.overload.tickMs);
  }

  /** Sends the frames of a tick. Returns whether pages wait for more. */
  send(nowMs: number): boolean {
    const changed = this.#changed;
    this.#changed = [];
    // Only changes advance the sequence: a keyframe for one page does not make a gap for the others.
    if (changed.length > 0) this.#seq += 1;
    const update = this.#encoder(() => changed, false, nowMs);
    const keyframe = this.#encoder(() => [...this.#rows.values()], true, nowMs);
    const { watcherMs } = this.#options.overload;
    let isPending = false;
    for (const watcher of this.#watchers.values()) {
      const isRower = nowMs - watcher.rowedAtMs < liveLimits.staleMs;
      if (watcher.unacknowledged.length >= liveLimits.unacknowledgedMax) {
        watcher.needsKeyframe = true;
      } else if (!isRower && nowMs + earlyMs < watcher.framedAtMs + watcherMs) {
        watcher.needsKeyframe = true;
        isPending = true;
      } else if (watcher.needsKeyframe) {
        watcher.needsKeyframe = false;
        this.#send(watcher, keyframe(watcher.sink), nowMs);
      } else if (changed.length > 0) {
        this.#send(watcher, update(watcher.sink), nowMs);
      }
    }
    for (const row of changed) {
      row.isChanged = false;
      row.isIntroduced = true;
    }
    return isPending;
  }

  #send(watcher: Watcher, bytes: Uint8Array, nowMs: number): void {
    this.#options.counts.frames += 1;
    watcher.unacknowledged.push(this.#seq);
    watcher.framedAtMs = nowMs;
    watcher.sink.sendFrame(bytes);
  }

  /** How many were rowing a moment ago. */
  rowersAt(nowMs: number): number {
    let rowers = 0;
    for (const { receivedAtMs } of this.#rows.values())
      rowers += nowMs - receivedAtMs < liveLimits.staleMs ? 1 : 0;
    return rowers;
  }

  /** Returns a function that encodes a frame of these rows once for all pages, and once for each board. */
  #encoder(rowsOf: () => readonly Lane[], isKeyframe: boolean, nowMs: number) {
    const known = new Map<string, Uint8Array>();
    return ({ board }: FrameSink): Uint8Array => {
      const id = board?.id ?? this.#id;
      const before = known.get(id);
      if (before) return before;
      const frame = encodeFrame({
        room: id,
        epoch: this.#options.epoch,
        seq: this.#seq,
        isKeyframe,
        tickMs: this.tickMs,
        rows: rowsOf().map(({ index, isIntroduced, activity, receivedAtMs, sample }) => ({
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
}

/**
 * Lets a connection send the samples of a row. A connection that another one has followed gets it back only when the
 * other is silent.
 */
function takeOver(row: Lane, source: object, nowMs: number): boolean {
  const isSilent = row.source === null || nowMs - row.receivedAtMs >= liveLimits.staleMs;
  if (!isSilent && row.formerSources.has(source)) return false;
  if (row.source !== null) row.formerSources.add(row.source);
  row.formerSources.delete(source);
  row.source = source;
  return true;
}
