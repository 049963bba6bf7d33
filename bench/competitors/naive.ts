// A room of Socket.IO that sends each sample to each member as it arrives: the usual first version.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { listen } from './listen.ts';

const http = createServer();
const io = new Server(http, { transports: ['websocket'] });

io.on('connection', (socket) => {
  let joined = '';
  socket.on('join', (room: number, answer: (text: string) => void) => {
    joined = String(room);
    void socket.join(joined);
    answer('ok');
  });
  socket.on('sample', (sample: object) => io.to(joined).emit('sample', sample));
});
listen(http, 'naive');
