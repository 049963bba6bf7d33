import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents, liveProtocol } from '@boathouse/contract/live';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { decodeFrame, FrameSequence } from '@boathouse/contract/live/frame';
import { encodeSample, type FramePosition } from '@boathouse/contract/live/messages';
import type { Sample } from './rowed-values.ts';
import { SocketIoWire } from './socket-io-wire.ts';
import { binaryFrame } from './websocket-client.ts';
import type { Account, Rower } from './wire.ts';

/** The position of a frame's epoch and then its number: after its kind (a byte) and the room's id. */
const epochAt = 18;
const seqAt = epochAt + 4;

/** How long until it repeats the request for a keyframe, like the product's page. */
const keyframeAgainMs = 2_000;

function accountOf({ account }: Rower): Account {
  if (account === null) throw new Error('A rower of the product has an account');
  return account;
}

/** The product's live channel. As in its page, a sample acknowledges the newest frame. */
export class BoathouseWire extends SocketIoWire {
  /** Places of the activities in each room. */
  readonly #places = new Map<number, Map<string, number>>();
  readonly #newest = new Map<Rower, FramePosition>();
  readonly #sequences = new Map<Rower, FrameSequence>();
  readonly #keyframesAskedAtMs = new Map<Rower, number>();

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

  override sample(rower: Rower, sample: Sample): Buffer {
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
    if (!rower.isWatcher) return;
    this.arrivals.frame(rower);
    const frame = decodeFrame(data.subarray(start, end));
    if (frame === null) return this.arrivals.failed(rower, 'A frame does not fit the contract');
    const sequence = this.#sequences.get(rower) ?? new FrameSequence();
    this.#sequences.set(rower, sequence);
    const lanes = sequence.take(frame);
    if (lanes === null) return this.#askForKeyframe(rower);
    const places = this.#places.get(rower.room);
    for (const { activity, sample } of lanes) {
      const place = places?.get(activity) ?? -1;
      // Packed samples have no number, but their times differ.
      const seq = Math.round((sample.elapsedTime * 1000) / liveLimits.sampleMs);
      this.arrivals.arrived(rower, place, seq);
      if (rower.isChecked) this.arrivals.check(rower, place, { ...sample, seq });
    }
  }
}

/** Reads a number with 7 bits in each byte, the low bits first. */
function countAt(data: Buffer, at: number): number {
  let [value, unit] = [0, 1];
  for (let next = at; ; next += 1) {
    const byte = data[next] ?? 0;
    value += (byte & 0x7f) * unit;
    if (byte < 0x80) return value;
    unit *= 0x80;
  }
}
