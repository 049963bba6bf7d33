import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io';
import { liveLimits } from '@boathouse/contract/limits';

/** The transport below a Socket.IO socket. */
type Wire = Socket['conn'];

type WebSocket = EventEmitter & { readyState: number };
type Listener = (this: EventEmitter, ...values: unknown[]) => void;

/** `WebSocket.OPEN`: no close frame has been sent or received. */
const openState = 1;

/**
 * Sends and receives packed messages on the websocket of a Socket.IO connection, past Engine.IO and Socket.IO, which would
 * take half of the time of each. The only file that relies on the layers below them: Engine.IO puts the websocket on
 * the request and is its one listener for messages, the websocket has one listener for the bytes of its connection, and
 * nothing compresses, so that each write is a whole websocket frame (decision 024). Everything else passes as before.
 * Made before the first bytes arrive.
 */
export class PackedWire {
  readonly #websocket: WebSocket;
  readonly #wire: Wire;

  /**
   * @param countBytes called with the size of each chunk before any of it is read
   * @throws Error when a version of the libraries has another structure; a test notices it first
   */
  constructor(wire: Wire, countBytes: (count: number) => void) {
    const websocket: unknown = Reflect.get(wire.request, 'websocket');
    if (!isWebSocket(websocket)) throw new Error('The websocket of an Engine.IO request is not where it was');
    this.#websocket = websocket;
    this.#wire = wire;
    this.#readChunks(countBytes);
  }

  #readChunks(countBytes: (count: number) => void): void {
    const { socket } = this.#wire.request;
    const receive = onlyListener(socket, 'data');
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      countBytes(chunk.length);
      // A client that sends too much is cut off before its bytes are read.
      if (!socket.destroyed) receive.call(socket, chunk);
    });
  }

  /** Calls the listener with each binary message, which Engine.IO no longer sees. */
  onMessage(listener: (bytes: Uint8Array) => void): void {
    const websocket = this.#websocket;
    const receiveText = onlyListener(websocket, 'message');
    websocket.removeAllListeners('message');
    websocket.on('message', (data: unknown, isBinary: boolean) => {
      if (isBinary && data instanceof Uint8Array) listener(data);
      else receiveText.call(websocket, data, isBinary);
    });
  }

  /**
   * Writes a frame of `websocketFrameOf`; drops it when the connection is closing. Ends a connection that acknowledges
   * unread frames.
   */
  write(frame: Uint8Array): void {
    if (this.#websocket.readyState !== openState) return;
    const { socket } = this.#wire.request;
    if (socket.writableLength > liveLimits.unreadBytesMax) socket.destroy();
    else socket.write(frame);
  }
}

function onlyListener(emitter: EventEmitter, event: string): Listener {
  const [listener, ...others] = emitter.listeners(event).filter(isListener);
  if (listener === undefined || others.length > 0) {
    throw new Error(`A websocket of Engine.IO does not have one listener for ${event}`);
  }
  return listener;
}

function isWebSocket(value: unknown): value is WebSocket {
  return value instanceof EventEmitter && 'readyState' in value && typeof value.readyState === 'number';
}

function isListener(value: unknown): value is Listener {
  return typeof value === 'function';
}

/** Returns the websocket frame of a binary message from a server: unfragmented and not masked (RFC 6455, 5.2). */
export function websocketFrameOf(payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const header = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = 0x82;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(payload, header);
  return frame;
}
