import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Bytes of all clients of this process, including the headers of websocket frames, without those of TCP. */
export const traffic = { bytesIn: 0, bytesOut: 0, messagesIn: 0 };

type MessageListener = {
  opened(): void;
  /** The payload is `data` from `start` to `end`, and valid only during the call. */
  message(data: Buffer, start: number, end: number, isBinary: boolean): void;
  closed(reason: string): void;
};

/** All sockets share one buffer: Node calls back directly after each read. */
const readBuffer = Buffer.allocUnsafe(256 * 1024);

/**
 * A websocket client that does as little as possible, so that it costs less than the server under load: no extensions,
 * no fragments, and a mask of zeros, which leaves the payload unchanged.
 */
export class WebSocketClient {
  readonly #socket: Socket;
  readonly #listener: MessageListener;
  #isOpen = false;
  /** The received part of an incomplete message, and the length from which it may be complete. */
  #parts: Buffer[] = [];
  #partsLength = 0;
  #neededLength = 0;
  #isClosed = false;

  constructor(
    url: { port: number; path: string; headers: Record<string, string> },
    listener: MessageListener,
  ) {
    this.#listener = listener;
    this.#socket = connect({
      host: '127.0.0.1',
      port: url.port,
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (length) => {
          this.#read(readBuffer.subarray(0, length));
          return true;
        },
      },
    });
    this.#socket.on('error', (error) => this.#end(error.message));
    this.#socket.on('close', () => this.#end('closed'));
    this.#socket.write(
      [
        `GET ${url.path} HTTP/1.1`,
        `Host: 127.0.0.1:${url.port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        ...Object.entries(url.headers).map(([name, value]) => `${name}: ${value}`),
        '\r\n',
      ].join('\r\n'),
    );
  }

  sendText(text: string): void {
    this.send(textFrame(text));
  }

  /** Sends a frame of `textFrame` or `binaryFrame`. */
  send(frame: Buffer): void {
    if (this.#isClosed) return;
    traffic.bytesOut += frame.length;
    this.#socket.write(frame);
  }

  /** Reads nothing until `resume`, like a page that lost its network. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  #end(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.destroy();
    this.#listener.closed(reason);
  }

  #read(chunk: Buffer): void {
    if (this.#isOpen) traffic.bytesIn += chunk.length;
    if (this.#partsLength === 0) return this.#parse(chunk);
    this.#keep(chunk);
    if (this.#partsLength < this.#neededLength) return;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partsLength = 0;
    this.#parse(whole);
  }

  #keep(part: Buffer): void {
    this.#parts.push(Buffer.from(part));
    this.#partsLength += part.length;
  }

  #parse(data: Buffer): void {
    let at = 0;
    if (!this.#isOpen) {
      const end = data.indexOf('\r\n\r\n');
      if (end === -1) {
        this.#neededLength = data.length + 1;
        return this.#keep(data);
      }
      const status = data.toString('latin1', 0, data.indexOf('\r\n'));
      if (!status.includes(' 101 ')) return this.#end(status);
      this.#isOpen = true;
      this.#listener.opened();
      at = end + 4;
    }
    while (at < data.length && !this.#isClosed) {
      const length = messageLengthAt(data, at);
      if (length === null || at + length.header + length.payload > data.length) {
        this.#neededLength = length === null ? data.length - at + 1 : length.header + length.payload;
        return this.#keep(data.subarray(at));
      }
      const start = at + length.header;
      at = start + length.payload;
      this.#receive((data[start - length.header] ?? 0) & 15, data, start, at);
    }
  }

  #receive(opcode: number, data: Buffer, start: number, end: number): void {
    if (opcode === opcodes.text || opcode === opcodes.binary) {
      traffic.messagesIn += 1;
      this.#listener.message(data, start, end, opcode === opcodes.binary);
    } else if (opcode === opcodes.ping) {
      this.send(frameOf(opcodes.pong, Buffer.from(data.subarray(start, end))));
    } else if (opcode === opcodes.close) {
      this.#end(`closed by the server: ${data.toString('utf8', start + 2, end)}`);
    }
  }
}

/** Returns the lengths of the message at `at`; null if its header is not complete. */
function messageLengthAt(data: Buffer, at: number): { header: number; payload: number } | null {
  const available = data.length - at;
  if (available < 2) return null;
  const short = (data[at + 1] ?? 0) & 127;
  if (short < 126) return { header: 2, payload: short };
  if (short === 126) return available < 4 ? null : { header: 4, payload: data.readUInt16BE(at + 2) };
  return available < 10 ? null : { header: 10, payload: Number(data.readBigUInt64BE(at + 2)) };
}

export function textFrame(text: string): Buffer {
  return frameOf(opcodes.text, Buffer.from(text));
}

export function binaryFrame(payload: Uint8Array): Buffer {
  return frameOf(opcodes.binary, payload);
}

function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const isShort = payload.length < 126;
  const headerLength = isShort ? 6 : 8;
  const frame = Buffer.alloc(headerLength + payload.length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (isShort ? payload.length : 126);
  if (!isShort) frame.writeUInt16BE(payload.length, 2);
  frame.set(payload, headerLength);
  return frame;
}
