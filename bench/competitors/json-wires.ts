import type { Sample } from '../live/generator/rowed-values.ts';
import * as z from 'zod/mini';
import { SocketIoWire } from '../live/generator/socket-io-wire.ts';
import type { Rower } from '../live/generator/wire.ts';

/** In both systems a sample names its rower. */
const RowSchema = z.tuple([z.string(), z.object({ rower: z.int(), seq: z.int(), distance: z.number() })]);
const FrameSchema = z.tuple([z.string(), z.array(RowSchema.def.items[1])]);

abstract class JsonWire extends SocketIoWire {
  protected join(rower: Rower): unknown[] {
    return ['join', rower.room];
  }

  protected sampleEvent(rower: Rower, sample: Sample): unknown[] {
    return ['sample', { rower: rower.place, ...sample }];
  }
}

/** Each sample is a separate event. */
export class NaiveWire extends JsonWire {
  protected event(rower: Rower, data: Buffer, start: number, end: number): void {
    if (!rower.isWatcher) return;
    const text = data.toString('utf8', start, end);
    this.arrivals.frame(rower);
    if (rower.isChecked) {
      const [, row] = RowSchema.parse(JSON.parse(text));
      this.arrivals.check(rower, row.rower, row);
    }
    const [, place, seq] = /"rower":(\d+),"seq":(\d+)/.exec(text) ?? [];
    this.arrivals.arrived(rower, Number(place), Number(seq));
  }
}

/** One event per tick has the samples of all rowers with new values. */
export class CoalescedWire extends JsonWire {
  protected event(rower: Rower, data: Buffer, start: number, end: number): void {
    if (!rower.isWatcher) return;
    const text = data.toString('utf8', start, end);
    this.arrivals.frame(rower);
    if (rower.isChecked) {
      const [, rows] = FrameSchema.parse(JSON.parse(text));
      for (const row of rows) this.arrivals.check(rower, row.rower, row);
    }
    for (const [, place, seq] of text.matchAll(/"rower":(\d+),"seq":(\d+)/g)) {
      this.arrivals.arrived(rower, Number(place), Number(seq));
    }
  }
}
