import type { Sample } from './rowed-values.ts';
import { textFrame } from './websocket-client.ts';
import type { Arrivals, Rower, Wire } from './wire.ts';

/** The first characters of Engine.IO's and Socket.IO's packets. */
const packets = { open: '0', ping: '2', pong: '3', connected: '40', event: '42', answer: '43' } as const;
const digit = { open: 48, ping: 50, message: 52, connect: 48, event: 50, answer: 51 } as const;

/** Connects to the default namespace, joins a room with an event that the server acknowledges, and replies to pings. */
export abstract class SocketIoWire implements Wire {
  protected readonly arrivals: Arrivals;
  constructor(arrivals: Arrivals) {
    this.arrivals = arrivals;
  }

  async upgrade(_rower: Rower): Promise<{ path: string; headers: Record<string, string> }> {
    return { path: '/socket.io/?EIO=4&transport=websocket', headers: {} };
  }

  opened(): void {}

  message(rower: Rower, data: Buffer, start: number, end: number, isBinary: boolean): void {
    if (isBinary) return this.binary(rower, data, start, end);
    const type = data[start];
    if (type === digit.ping) return rower.client?.sendText(packets.pong);
    if (type === digit.open) return rower.client?.sendText(packets.connected + this.auth());
    if (type !== digit.message) return;
    switch (data[start + 1]) {
      case digit.event:
        return this.event(rower, data, start + 2, end);
      case digit.connect:
        return rower.client?.sendText(`${packets.event}0${JSON.stringify(this.join(rower))}`);
      case digit.answer: {
        const answer = data.toString('utf8', start + 3, end);
        if (answer.includes('"ok":false')) this.arrivals.failed(rower, answer);
        else this.arrivals.ready(rower);
        return;
      }
      default:
        this.arrivals.failed(rower, data.toString('utf8', start, end));
    }
  }

  sample(rower: Rower, sample: Sample): Buffer {
    return textFrame(packets.event + JSON.stringify(this.sampleEvent(rower, sample)));
  }

  /** The payload of the connect packet. */
  protected auth(): string {
    return '';
  }
  protected binary(_rower: Rower, _data: Buffer, _start: number, _end: number): void {}
  protected abstract join(rower: Rower): unknown[];
  protected abstract sampleEvent(rower: Rower, sample: Sample): unknown[];
  /** An event, without the packet's type. */
  protected abstract event(rower: Rower, data: Buffer, start: number, end: number): void;
}
