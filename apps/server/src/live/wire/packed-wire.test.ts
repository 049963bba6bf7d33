import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import type { Socket } from 'socket.io';
import { expect, test, vi } from 'vitest';
import { PackedWire, websocketFrameOf } from './packed-wire.ts';
import { createSocketServer } from './socket-server.ts';

test('a connection that reads nothing is ended before its frames fill the memory', async () => {
  const http = createServer();
  const io = createSocketServer({ httpServer: http, setSecurityHeaders: () => {} });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const connected = new Promise<Socket>((resolve) => io.once('connection', resolve));
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
    // Socket.IO's connect packet, in a text message whose mask is zero.
    client.write(Buffer.concat([Buffer.from([0x81, 0x82, 0, 0, 0, 0]), Buffer.from('40')]));
    const socket = await connected;
    const ended = once(socket, 'disconnect');
    const wire = new PackedWire(socket.conn);
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
  } finally {
    client.destroy();
    await io.close();
  }
});
