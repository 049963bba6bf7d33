import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection, type Socket as TcpSocket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import { expect, test, vi } from 'vitest';
import { PackedWire, websocketFrameOf } from './packed-wire.ts';
import { createSocketServer } from './socket-server.ts';

type Served = { client: TcpSocket; wire: PackedWire; socket: Socket };

/** Runs `act` with a Socket.IO connection whose client is a bare TCP connection. */
async function withConnection(act: (served: Served) => Promise<void>): Promise<void> {
  const http = createServer();
  const io = createSocketServer({ httpServer: http, setSecurityHeaders: () => {} });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const connected = new Promise<Omit<Served, 'client'>>((resolve) => {
    io.engine.once('connection', (transport: Socket['conn']) => {
      const wire = new PackedWire(transport, () => {});
      io.once('connection', (socket) => resolve({ wire, socket }));
    });
  });
  const client = createConnection(address.port, '127.0.0.1');
  try {
    client.write(
      [
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        'Host: 127.0.0.1',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        '\r\n',
      ].join('\r\n'),
    );
    await once(client, 'data');
    client.pause();
    client.write(clientFrame(0x81, Buffer.from('40')));
    await act({ client, ...(await connected) });
  } finally {
    client.destroy();
    await io.close();
  }
}

test('a connection that reads nothing is ended before its frames fill the memory', () =>
  withConnection(async ({ wire, socket }) => {
    const ended = once(socket, 'disconnect');
    const frame = websocketFrameOf(Buffer.alloc(60_000));
    await vi.waitFor(
      () => {
        wire.write(frame);
        expect(socket.connected).toBe(false);
      },
      { timeout: 10_000, interval: 1 },
    );
    await ended;
    expect(socket.conn.request.socket.destroyed).toBe(true);
  }));

test('packed messages arrive in order, and events too, in any splitting by the network', () =>
  withConnection(async ({ client, wire, socket }) => {
    const messages = Array.from({ length: 300 }, (_, index) => index);
    const isEvent = (index: number) => index % 7 === 3;
    const bytes = messages.map((index) =>
      isEvent(index)
        ? clientFrame(0x81, Buffer.from(`42["event",${index}]`))
        : clientFrame(0x82, Buffer.alloc(index % 11 === 5 ? 300 : 40, index % 251)),
    );
    const packed: (number | undefined)[] = [];
    const events: number[] = [];
    wire.onMessage((message) => packed.push(message[0]));
    socket.on('event', (index: number) => events.push(index));
    client.setNoDelay(true);
    for (const [index, frame] of bytes.entries()) {
      const cut = index % 3 === 0 ? frame.length : index % frame.length;
      client.write(frame.subarray(0, cut));
      // Data read between two turns of the event loop is one chunk.
      if (index % 2 === 0) await setImmediate();
      client.write(frame.subarray(cut));
      if (index % 5 !== 0) await setImmediate();
    }
    await vi.waitFor(() => expect(packed.length + events.length).toBe(messages.length));
    expect(events).toEqual(messages.filter(isEvent));
    expect(packed).toEqual(messages.filter((index) => !isEvent(index)).map((index) => index % 251));
  }));

test('messages after one that breaks the protocol are not accepted', () =>
  withConnection(async ({ client, wire, socket }) => {
    const arrived: Uint8Array[] = [];
    wire.onMessage((message) => arrived.push(message));
    const ended = once(socket, 'disconnect');
    client.write(clientFrame(0x83, Buffer.from('?')));
    await setImmediate();
    client.write(clientFrame(0x82, Buffer.from('!')));
    await ended;
    expect(arrived).toEqual([]);
  }));

/** Returns a websocket frame of a client, of at most 65,535 bytes. */
function clientFrame(first: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const { length } = payload;
  const head = length < 126 ? [first, 0x80 + length] : [first, 0x80 + 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), mask, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}
