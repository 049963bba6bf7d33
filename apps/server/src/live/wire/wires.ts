import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io';
import type { Admission, Handshakes, Refused } from './handshakes.ts';
import { MessageLimits } from './message-limits.ts';
import { PackedWire } from './packed-wire.ts';

/** The transport below a Socket.IO socket. */
export type Wire = Socket['conn'];

type OpenWire = {
  limits: MessageLimits;
  packed: PackedWire;
  admission: Promise<Admission>;
  /** Its client has sent the connect packet. */
  isConnecting: boolean;
};

/** Time for the peer to answer the closing handshake; then the connection is destroyed. */
const closeWithinMs = 1_000;

type WiresOptions = {
  handshakes: Handshakes;
  log: Record<'warn' | 'error', (fields: object, message: string) => void>;
};

/** The open connections below Socket.IO: admitted or refused, and limited from their first byte. */
export class Wires {
  readonly #handshakes: Handshakes;
  readonly #log: WiresOptions['log'];
  readonly #open = new WeakMap<Wire, OpenWire>();

  constructor({ handshakes, log }: WiresOptions) {
    this.#handshakes = handshakes;
    this.#log = log;
  }

  /** Limits a new connection, and closes it at once unless its request is admitted. */
  accept(wire: Wire): void {
    const limits = new MessageLimits(performance.now());
    const admission = this.#handshakes.admit(wire.request);
    const packed = new PackedWire(wire, (count) => {
      if (!limits.takeBytes(count, performance.now())) this.endFlood(wire);
    });
    this.#open.set(wire, { limits, packed, admission, isConnecting: false });
    const countPacket = () => limits.takePacket(performance.now()) || this.endFlood(wire);
    wire.on('packet', countPacket);
    // Websocket pings are answered below Engine.IO, which does not see them.
    const websocket: unknown = Reflect.get(wire.request, 'websocket');
    if (websocket instanceof EventEmitter) websocket.on('ping', countPacket);
    admission.then(
      (given) => {
        if ('refused' in given) return this.#refuse(wire, given.refused);
        if (wire.readyState === 'open') wire.once('close', () => this.#handshakes.release(given.holder));
        else this.#handshakes.release(given.holder);
      },
      (error: unknown) => {
        this.#log.error({ err: error }, 'live handshake failed');
        this.#refuse(wire, 'internal');
      },
    );
  }

  of(wire: Wire): Pick<OpenWire, 'limits' | 'packed'> | undefined {
    return this.#open.get(wire);
  }

  /**
   * Returns the wire's admission for its first connect packet, and null for every other: Socket.IO would make a socket
   * for each packet that arrives before the first is admitted.
   */
  async connect(wire: Wire): Promise<Admission | null> {
    const open = this.#open.get(wire);
    if (open === undefined || open.isConnecting) return null;
    open.isConnecting = true;
    return open.admission;
  }

  /** Sends the reason as the Socket.IO client's `connect_error`, without waiting for its connect packet. */
  #refuse(wire: Wire, reason: Refused | 'internal'): void {
    const connectError = 4;
    wire.write(`${connectError}${JSON.stringify({ message: reason })}`);
    wire.close();
    setTimeout(() => wire.request.socket.destroy(), closeWithinMs).unref();
  }

  /** Destroys a connection without another read or write: a flooding peer may not answer a closing handshake. */
  endFlood(wire: Wire): void {
    if (wire.readyState === 'closed') return;
    wire.close(true);
    wire.request.socket.destroy();
    void this.#open.get(wire)?.admission.then(
      (admission) => {
        if ('refused' in admission) return;
        this.#handshakes.pause(admission.holder);
        this.#log.warn({ holder: admission.holder }, 'a live connection was ended for flooding');
      },
      // Already logged where the connection was accepted.
      () => {},
    );
  }
}
