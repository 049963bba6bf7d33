import type { Sample } from '../live/generator/rowed-values.ts';
import { distanceAt, packedBytes, packSample } from './packed-sample.ts';
import { binaryFrame } from '../live/generator/websocket-client.ts';
import type { Arrivals, Rower, Wire } from '../live/generator/wire.ts';

/** A frame has the packed samples that changed, each preceded by its rower's place in 16 bits. */
const rowBytes = packedBytes + 2;

/** Plain websockets: the address names the room and the rower, and each message is a sample or a frame. */
export class PackedWire implements Wire {
  readonly #arrivals: Arrivals;
  readonly #packed = new Uint8Array(packedBytes);
  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  async upgrade({ room, place }: Rower): Promise<{ path: string; headers: Record<string, string> }> {
    return { path: `/?room=${room}&rower=${place}`, headers: {} };
  }

  opened(rower: Rower): void {
    this.#arrivals.ready(rower);
  }

  message(rower: Rower, data: Buffer, start: number, end: number): void {
    if (!rower.isWatcher) return;
    this.#arrivals.frame(rower);
    for (let at = start; at + rowBytes <= end; at += rowBytes) {
      const place = data.readUInt16BE(at);
      const seq = data.readUInt32BE(at + 2);
      this.#arrivals.arrived(rower, place, seq);
      if (rower.isChecked) {
        this.#arrivals.check(rower, place, { seq, distance: data.readUInt32BE(at + 2 + distanceAt) / 10 });
      }
    }
  }

  sample(_rower: Rower, sample: Sample): Buffer {
    packSample(sample, new DataView(this.#packed.buffer), 0);
    return binaryFrame(this.#packed);
  }
}
