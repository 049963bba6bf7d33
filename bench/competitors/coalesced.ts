// Rooms of Socket.IO that get one JSON message per tick with the samples that have changed; it is encoded once per room.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { everyTick, listen } from './listen.ts';

type Sample = { rower: number };

const http = createServer();
const io = new Server(http, { transports: ['websocket'] });
const changedByRoom = new Map<string, Map<number, Sample>>();

io.on('connection', (socket) => {
  let joined = '';
  socket.on('join', (room: number, answer: (text: string) => void) => {
    joined = String(room);
    if (!changedByRoom.has(joined)) changedByRoom.set(joined, new Map());
    void socket.join(joined);
    answer('ok');
  });
  socket.on('sample', (sample: Sample) => changedByRoom.get(joined)?.set(sample.rower, sample));
});
everyTick(() => {
  for (const [room, changed] of changedByRoom) {
    if (changed.size === 0) continue;
    io.to(room).emit('frame', [...changed.values()]);
    changed.clear();
  }
});
listen(http, 'coalesced');
