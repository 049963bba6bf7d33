// The minimum that a websocket server can do: it makes the frame of a room and tick once, with its websocket header,
// and writes it to each socket. It reads nothing of a sample, checks nothing and drops nothing.
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { everyTick, listen } from './listen.ts';
import { packedBytes } from './packed-sample.ts';

type Room = { sockets: Set<Socket>; changed: Map<number, Buffer> };

const rowBytes = packedBytes + 2;
const http = createServer();
const rooms = new Map<string, Room>();

new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (websocket, request) => {
  const query = new URLSearchParams(request.url?.split('?')[1]);
  const id = query.get('room') ?? '';
  const rower = Number(query.get('rower'));
  const room = rooms.get(id) ?? { sockets: new Set(), changed: new Map() };
  rooms.set(id, room);
  room.sockets.add(request.socket);
  websocket.on('message', (sample) => void room.changed.set(rower, sample));
  websocket.on('close', () => {
    room.sockets.delete(request.socket);
    if (room.sockets.size === 0) rooms.delete(id);
  });
});

everyTick(() => {
  for (const { sockets, changed } of rooms.values()) {
    if (changed.size === 0) continue;
    const frame = frameOf(changed);
    for (const socket of sockets) socket.write(frame);
    changed.clear();
  }
});

/** Returns a binary websocket message with its header. */
function frameOf(changed: Map<number, Buffer>): Buffer {
  const length = changed.size * rowBytes;
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = 0x82;
  frame[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (headerLength === 4) frame.writeUInt16BE(length, 2);
  if (headerLength === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  let at = headerLength;
  for (const [rower, sample] of changed) {
    frame.writeUInt16BE(rower, at);
    sample.copy(frame, at + 2);
    at += rowBytes;
  }
  return frame;
}

listen(http, 'ws');
