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
  /** Of the product: what the rower needs to connect. */
  account: Account | null;
  client: WebSocketClient | null;
};

/** A user of the product whose activity is in progress. */
export type Account = { token: string; user: string; session: string; activity: string };

/** The reports of a wire about a rower's connection. */
export type Arrivals = {
  /** The rower is in the room, and may send samples. */
  ready(rower: Rower): void;
  /** A message with samples arrived, which `arrived` then lists. */
  frame(rower: Rower): void;
  /** The sample with this number, of the rower at `place` of the watcher's room, is in the message. */
  arrived(watcher: Rower, place: number, seq: number): void;
  /** A checked watcher got these values. */
  check(watcher: Rower, place: number, values: Partial<Sample>): void;
  failed(rower: Rower, reason: string): void;
};

/** How one system's clients talk. Each message is read as little as possible, because this process must not be busy. */
export type Wire = {
  /** Returns the address of the rower's websocket. */
  upgrade(rower: Rower): Promise<{ path: string; headers: Record<string, string> }>;
  opened(rower: Rower): void;
  message(rower: Rower, data: Buffer, start: number, end: number, isBinary: boolean): void;
  /** Returns the websocket frame that sends the sample. */
  sample(rower: Rower, sample: Sample): Buffer;
};

/** Follows one watcher, whom the latencies leave out. */
export type Observer = {
  rower: Rower;
  /** A message with samples begins. */
  began(): void;
  /** It has a value of this age. */
  arrived(ageMs: number): void;
};
