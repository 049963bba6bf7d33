import type { Sample } from './rowed-values.ts';
import type { WebSocketClient } from './websocket-client.ts';

/** One rower of a room, who also watches it. */
export type Rower = {
  /** The number of the room. */
  room: number;
  /** The rower's place in the room, from 0. */
  place: number;
  /** Whether the latencies of this watcher are measured. */
  isWatcher: boolean;
  /** Whether this watcher's frames are compared with the sent samples. */
  isChecked: boolean;
  /** Only the product needs these to connect a rower. */
  account: Account | null;
  client: WebSocketClient | null;
};

/** A user of the product whose activity is in progress. */
export type Account = { token: string; user: string; session: string; activity: string };

/** The reports of a wire about a rower's connection. */
export type Arrivals = {
  /** The rower is in the room and may send samples. */
  ready(rower: Rower): void;
  /** A message with samples arrived; `arrived` then lists them. */
  frame(rower: Rower): void;
  /** The message has the sample with this number, from the rower at `place` of the watcher's room. */
  arrived(watcher: Rower, place: number, seq: number): void;
  /** Compares the values that a watcher received with those that the rower sent. */
  check(watcher: Rower, place: number, values: Partial<Sample>): void;
  failed(rower: Rower, reason: string): void;
};

/**
 * How the clients of one system send and receive. Reads as little of each message as possible, because this process
 * must not be busy.
 */
export type Wire = {
  /** Returns the address of the rower's websocket. */
  upgrade(rower: Rower): Promise<{ path: string; headers: Record<string, string> }>;
  opened(rower: Rower): void;
  message(rower: Rower, data: Buffer, start: number, end: number, isBinary: boolean): void;
  /** Returns the websocket frame that sends the sample. */
  sample(rower: Rower, sample: Sample): Buffer;
};

/** Follows one watcher, whose latencies are not measured. */
export type Observer = {
  rower: Rower;
  /** A message with samples begins. */
  began(): void;
  /** It has a value of this age. */
  arrived(ageMs: number): void;
};
