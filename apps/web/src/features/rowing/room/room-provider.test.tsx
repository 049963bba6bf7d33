import { ActivityOwnerSchema, liveEvents, type Answer } from '@boathouse/contract/live';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { render } from '@testing-library/react';
import { createServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RoomProvider, useRooms, type Rooms } from './room-provider.tsx';

const userId = '018f0000-0000-7000-8000-000000000001';
const tuesday = '018f0000-0000-7000-8000-000000000002';
const friday = '018f0000-0000-7000-8000-000000000003';

let io: Server;
let stop: () => void;
let rooms: Rooms;

beforeEach(async () => {
  const http = createServer();
  io = new Server(http, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    socket.on(liveEvents.joinRoom, (_: unknown, reply: (answer: Answer) => void) => reply({ ok: true }));
    socket.on(liveEvents.clockAsk, ({ number }: { number: number }) => {
      // The servers of the two sessions disagree by an hour.
      const atMs = sessionOf(socket) === tuesday ? 1_000_000 : 4_600_000;
      socket.emit(liveEvents.clockTold, { number, atMs });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${address.port}/`));
  function Page() {
    rooms = useRooms();
    return null;
  }
  ({ unmount: stop } = render(
    <RoomProvider userId={userId}>
      <Page />
    </RoomProvider>,
  ));
});
afterEach(async () => {
  stop();
  await io.close();
  vi.unstubAllGlobals();
});

const sessionOf = (socket: Pick<Socket, 'handshake'>) => socket.handshake.query['session'];
const open = () => [...io.sockets.sockets.values()];
const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 10 });
const joined = (session: string) =>
  until(() => expect(rooms.roomOf(session).getStatus()).toEqual({ state: 'connected' }));

test('each held room has a separate connection, with its session in the address, until it is released', async () => {
  const releaseTuesday = [rooms.holdRoom(tuesday), rooms.holdRoom(tuesday)];
  const releaseFriday = rooms.holdRoom(friday);
  await Promise.all([joined(tuesday), joined(friday)]);
  expect(open().map(({ handshake }) => handshake.query)).toEqual(
    expect.arrayContaining([tuesday, friday].map((id) => expect.objectContaining(liveAddressOf(id)))),
  );
  expect(open()).toHaveLength(2);

  releaseTuesday[0]?.();
  releaseFriday();
  await until(() => expect(open().map(sessionOf)).toEqual([tuesday]));
  expect(rooms.roomOf(friday).getStatus()).toEqual({ state: 'idle' });
  releaseTuesday[1]?.();
  await until(() => expect(open()).toEqual([]));
  rooms.holdRoom(friday);
  await joined(friday);
});

test('an event arrives on every connection, including that of a room held later, until the subscription ends', async () => {
  rooms.holdRoom(tuesday);
  await joined(tuesday);
  const heard: string[] = [];
  const unsubscribe = rooms.onEvent(liveEvents.activityOwner, ActivityOwnerSchema, ({ owner }, sessionId) =>
    heard.push(`${owner === userId ? 'me' : 'another'} on ${sessionId === tuesday ? 'Tuesday' : 'Friday'}`),
  );
  rooms.holdRoom(friday);
  await joined(friday);
  io.emit(liveEvents.activityOwner, { activity: tuesday, owner: userId });
  await until(() => expect(heard.toSorted()).toEqual(['me on Friday', 'me on Tuesday']));
  unsubscribe();
  const silent = heard.length;
  io.emit(liveEvents.activityOwner, { activity: tuesday, owner: friday });
  // The answer arrives after the event.
  for (const id of [tuesday, friday])
    await rooms.ask(id, liveEvents.joinRoom, { user: userId, room: id }).then(() => {});
  expect(heard).toHaveLength(silent);
});

test('the clock of a room is the clock of the server that it is connected to', async () => {
  rooms.holdRoom(tuesday);
  rooms.holdRoom(friday);
  await until(() => {
    expect(rooms.clockOf(tuesday).nowMs()).toBeGreaterThan(0);
    expect(rooms.clockOf(friday).nowMs()).toBeGreaterThan(0);
  });
  const apartMs = (rooms.clockOf(friday).nowMs() ?? 0) - (rooms.clockOf(tuesday).nowMs() ?? 0);
  expect(Math.round(apartMs / 60_000)).toBe(60);
});

test('asking without holding the room is refused on the page', async () => {
  await expect(rooms.ask(tuesday, liveEvents.joinRoom, {})).rejects.toThrow('Not connected');
  expect(open()).toEqual([]);
});

test('rooms that no one holds are dropped, except the latest ones', async () => {
  rooms.holdRoom(tuesday);
  await joined(tuesday);
  const held = rooms.roomOf(tuesday);
  const visited = Array.from({ length: 20 }, (_, n) => `018f0000-0000-7000-8000-0000000001${n + 10}`);
  const visits = visited.map((id) => {
    const release = rooms.holdRoom(id);
    const room = rooms.roomOf(id);
    release();
    return { id, room };
  });
  expect(rooms.roomOf(tuesday)).toBe(held);
  const isKept = visits.toReversed().map(({ id, room }) => rooms.roomOf(id) === room);
  expect(isKept.slice(0, 5)).toEqual([true, true, true, true, true]);
  expect(isKept.slice(10).some(Boolean)).toBe(false);
  await joined(tuesday);
});
