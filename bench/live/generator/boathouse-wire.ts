import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents, liveProtocol } from '@boathouse/contract/live';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { decodeFrame, FrameSequence, type LiveFrame } from '@boathouse/contract/live/frame';
import { encodeSample, type FramePosition } from '@boathouse/contract/live/messages';
import { SampleTiming } from '@boathouse/contract/live/sample-timing';
import type { Sample } from './rowed-values.ts';
import { SocketIoWire } from './socket-io-wire.ts';
import { binaryFrame } from './websocket-client.ts';
import type { Account, Rower } from './wire.ts';

/** Where a frame has its epoch, and after that its number: behind its kind, a byte and the room's id. */
const epochAt = 18;
const seqAt = epochAt + 4;

/** How long until a request for a keyframe is repeated, as on the product's page. */
const keyframeAgainMs = 2_000;

function accountOf({ account }: Rower): Account {
  if (account === null) throw new Error('A rower of the product has an account');
  return account;
}

type ReadFrame = {
  bytes: Buffer;
  frame: LiveFrame;
  /** The rows by activity. */
  rows: Map<string, LiveFrame['rows'][number]>;
};

/** The product's own channel. As on its page, a sample acknowledges the newest frame, and may wait for the room's tick. */
export class BoathouseWire extends SocketIoWire {
  /** Places of the activities, by room. */
  readonly #places = new Map<number, Map<string, number>>();
  readonly #newest = new Map<Rower, FramePosition>();
  readonly #sequences = new Map<Rower, FrameSequence>();
  readonly #keyframesAskedAtMs = new Map<Rower, number>();
  readonly #timings = new Map<Rower, SampleTiming>();
  /** The newest frame of each room, read once for all members who get the same bytes. */
  readonly #framesRead = new Map<number, ReadFrame>();
  /** Activities by their index, by room. */
  readonly #activities = new Map<number, Map<number, string>>();

  override async upgrade(rower: Rower): Promise<{ path: string; headers: Record<string, string> }> {
    const { token, activity, session } = accountOf(rower);
    const places = this.#places.get(rower.room) ?? new Map<string, number>();
    this.#places.set(rower.room, places.set(activity, rower.place));
    const { path } = await super.upgrade(rower);
    const address = new URLSearchParams(liveAddressOf(session)).toString();
    return { path: `${path}&${address}`, headers: { authorization: `Bearer ${token}` } };
  }

  protected override auth(): string {
    return JSON.stringify({ protocol: liveProtocol });
  }

  protected join(rower: Rower): unknown[] {
    const { user, session } = accountOf(rower);
    return [liveEvents.joinRoom, { user, room: session }];
  }

  #timingOf(rower: Rower): SampleTiming {
    const timing = this.#timings.get(rower) ?? new SampleTiming();
    this.#timings.set(rower, timing);
    return timing;
  }

  dueAtMs(rower: Rower, sample: Sample, nowMs: number): number {
    return this.#timingOf(rower).dueAtMs(sample, nowMs);
  }

  override sample(rower: Rower, sample: Sample): Buffer {
    this.#timingOf(rower).noteSent(sample, performance.now());
    const acknowledged = this.#newest.get(rower) ?? null;
    return binaryFrame(encodeSample({ activity: accountOf(rower).activity, acknowledged, sample }));
  }

  protected sampleEvent(): unknown[] {
    throw new Error('Samples are packed');
  }

  protected event(): void {}

  #askForKeyframe(rower: Rower): void {
    const nowMs = performance.now();
    if (nowMs - (this.#keyframesAskedAtMs.get(rower) ?? 0) < keyframeAgainMs) return;
    this.#keyframesAskedAtMs.set(rower, nowMs);
    const room = accountOf(rower).session;
    rower.client?.sendText(`42${JSON.stringify([liveEvents.keyframeRequest, { room }])}`);
  }

  protected override binary(rower: Rower, data: Buffer, start: number, end: number): void {
    this.#newest.set(rower, { epoch: data.readUInt32LE(start + epochAt), seq: countAt(data, start + seqAt) });
    const read = this.#read(rower.room, data.subarray(start, end));
    if (read === null) return this.arrivals.failed(rower, 'A frame does not fit the contract');
    const own = read.rows.get(accountOf(rower).activity);
    if (own) {
      const { ageMs, sample } = own;
      this.#timingOf(rower).noteFramed(sample, { ageMs, tickMs: read.frame.tickMs }, performance.now());
    }
    if (rower.isWatcher) this.#watch(rower, read.frame);
  }

  #read(room: number, bytes: Buffer): ReadFrame | null {
    const newest = this.#framesRead.get(room);
    if (newest?.bytes.equals(bytes)) return newest;
    const frame = decodeFrame(bytes);
    if (frame === null) return null;
    const activities = this.#activities.get(room) ?? new Map<number, string>();
    this.#activities.set(room, activities);
    const rows: ReadFrame['rows'] = new Map();
    for (const row of frame.rows) {
      if (row.activity !== null) activities.set(row.index, row.activity);
      rows.set(activities.get(row.index) ?? '', row);
    }
    const read = { bytes: Buffer.from(bytes), frame, rows };
    this.#framesRead.set(room, read);
    return read;
  }

  #watch(rower: Rower, frame: LiveFrame): void {
    this.arrivals.frame(rower);
    const sequence = this.#sequences.get(rower) ?? new FrameSequence();
    this.#sequences.set(rower, sequence);
    const lanes = sequence.take(frame);
    if (lanes === null) return this.#askForKeyframe(rower);
    const places = this.#places.get(rower.room);
    for (const { activity, sample } of lanes) {
      const place = places?.get(activity) ?? -1;
      // Packed samples have no number, but each has another time.
      const seq = Math.round((sample.elapsedTime * 1000) / liveLimits.sampleMs);
      this.arrivals.arrived(rower, place, seq);
      if (rower.isChecked) this.arrivals.check(rower, place, { ...sample, seq });
    }
  }
}

/** Reads a number of 7 bits a byte, the low ones first. */
function countAt(data: Buffer, at: number): number {
  let [value, unit] = [0, 1];
  for (let next = at; ; next += 1) {
    const byte = data[next] ?? 0;
    value += (byte & 0x7f) * unit;
    if (byte < 0x80) return value;
    unit *= 0x80;
  }
}
