import type { Sample } from '../live/generator/rowed-values.ts';
import { decode, Reflection, type Decoder } from '@colyseus/schema';
import { Packr } from 'msgpackr';
import * as z from 'zod/mini';
import { binaryFrame } from '../live/generator/websocket-client.ts';
import type { Arrivals, Rower, Wire } from '../live/generator/wire.ts';

/** The first byte of Colyseus's messages. */
const codes = { joinRoom: 10, error: 11, roomData: 13, roomState: 14, roomStatePatch: 15 } as const;

const SeatSchema = z.object({ sessionId: z.string(), processId: z.string(), roomId: z.string() });
type RowerState = { seq: number; distance: number };
type State = { rowers: Map<string, RowerState> };

const packr = new Packr({ useRecords: false });
const sampleType = Buffer.from([codes.roomData, 0xa0 | 'sample'.length, ...Buffer.from('sample')]);

/** Does what Colyseus's own client does, but only watchers decode the state. */
export class ColyseusWire implements Wire {
  readonly #arrivals: Arrivals;
  readonly #port: number;
  readonly #decoders = new Map<Rower, { decoder: Decoder<State>; seqs: number[] }>();

  constructor(arrivals: Arrivals, port: number) {
    this.#arrivals = arrivals;
    this.#port = port;
  }

  async upgrade({ room, place }: Rower): Promise<{ path: string; headers: Record<string, string> }> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/matchmake/joinOrCreate/crew`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ group: room, place }),
    });
    const { sessionId, processId, roomId } = SeatSchema.parse(await response.json());
    return { path: `/${processId}/${roomId}?sessionId=${sessionId}`, headers: {} };
  }

  opened(): void {}

  message(rower: Rower, data: Buffer, start: number, end: number): void {
    const code = data[start];
    if (code === codes.joinRoom) {
      if (rower.isWatcher) this.#readHandshake(rower, data.subarray(start, end));
      rower.client?.send(binaryFrame(Uint8Array.of(codes.joinRoom)));
      this.#arrivals.ready(rower);
    } else if (code === codes.roomState || code === codes.roomStatePatch) {
      if (rower.isWatcher) this.#readState(rower, data.subarray(start, end));
    } else if (code === codes.error) {
      this.#arrivals.failed(rower, data.toString('utf8', start + 1, end));
    }
  }

  sample(_rower: Rower, sample: Sample): Buffer {
    return binaryFrame(Buffer.concat([sampleType, packr.pack(sample)]));
  }

  #readHandshake(rower: Rower, message: Buffer): void {
    const it = { offset: 1 };
    it.offset += 1 + (message[it.offset] ?? 0);
    it.offset += 1 + (message[it.offset] ?? 0);
    const length = decode.number(message, it);
    // Copies the message, because the decoder may keep it and it is valid only during this call.
    const handshake = Buffer.from(message.subarray(it.offset, it.offset + length));
    this.#decoders.set(rower, { decoder: Reflection.decode<State>(handshake), seqs: [] });
  }

  #readState(rower: Rower, message: Buffer): void {
    const known = this.#decoders.get(rower);
    if (known === undefined) return this.#arrivals.failed(rower, 'A state came before the handshake');
    known.decoder.decode(Buffer.from(message), { offset: 1 });
    this.#arrivals.frame(rower);
    for (const [key, { seq, distance }] of known.decoder.state.rowers) {
      const place = Number(key);
      if (known.seqs[place] === seq) continue;
      known.seqs[place] = seq;
      this.#arrivals.arrived(rower, place, seq);
      if (rower.isChecked) this.#arrivals.check(rower, place, { seq, distance: distance / 10 });
    }
  }
}
