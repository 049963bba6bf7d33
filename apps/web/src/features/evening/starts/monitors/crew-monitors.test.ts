import { liveEvents } from '@boathouse/contract/live';
import type { MonitorsAsked } from '@boathouse/contract/live/crew-monitors';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeLiveSocket } from '../../../../../test/room/fake-live-socket.ts';
import { roomId } from '../../../../../test/room/rowing-room.ts';
import { LiveRoom } from '../../../rowing/room/live-room.ts';
import type { Rooms } from '../../../rowing/room/index.ts';
import { CrewMonitors } from './crew-monitors.ts';

const idOf = (index: number) => `018f0000-0000-7000-8000-00000000000${index}`;
const cleo = { _id: idOf(9), displayName: 'Cleo', iconURL: null };
const pressOf = (parts: Partial<MonitorsAsked>): MonitorsAsked => ({
  room: roomId,
  press: idOf(1),
  item: 0,
  workout: '2000m',
  sender: cleo,
  atMs: 1_000,
  ...parts,
});

let fake: ReturnType<typeof createFakeLiveSocket>;
let monitors: CrewMonitors;
const heard = vi.fn();

/** Answers the request to join the room. */
async function join(): Promise<void> {
  fake.become({ state: 'connected' });
  await fake.questions.findLast(({ event }) => event === liveEvents.joinRoom)?.answer({ ok: true });
  await Promise.resolve();
}
const reports = () =>
  fake.questions.flatMap(({ event, message }) => (event === liveEvents.monitorReport ? [message] : []));
const say = (parts: Partial<MonitorsAsked>) => fake.say(liveEvents.monitorsAsked, pressOf(parts));

beforeEach(() => {
  heard.mockClear();
  fake = createFakeLiveSocket();
  const room = new LiveRoom({ id: roomId, userId: cleo._id, socket: fake.socket });
  room.enter();
  const rooms: Pick<Rooms, 'onEvent' | 'ask'> = {
    onEvent: (event, schema, listener) =>
      fake.socket.on(event, schema, (message) => listener(message, roomId)),
    ask: (_, event, message) => fake.socket.ask(event, message),
  };
  monitors = new CrewMonitors(room);
  monitors.onPress(heard);
  monitors.enter(rooms);
});

describe('the presses that a page receives', () => {
  test('are passed on once each, and the last one counts, for any clock of the server', () => {
    const [first, second] = [pressOf({}), pressOf({ press: idOf(2), atMs: 2_000 })];
    const third = pressOf({ press: idOf(3), atMs: 1_500 });
    say(first);
    say(first);
    say(second);
    say({ ...first, atMs: 3_000 });
    // The server's clock has been set back.
    say(third);
    expect(heard.mock.calls.map(([press]) => press)).toEqual([first, second, third]);
    expect(monitors.getShown().press).toEqual(third);
  });

  test('presses of another room, or of another shape, are not passed on', () => {
    say({ room: idOf(7) });
    fake.say(liveEvents.monitorsAsked, { ...pressOf({}), item: 'first' });
    expect(heard).not.toHaveBeenCalled();
    expect(monitors.getShown().press).toBeNull();
  });
});

describe('the report of a page', () => {
  test('is sent when it joins, so that others know that it can be set, and again whenever it rejoins', async () => {
    expect(reports()).toEqual([]);
    await join();
    expect(reports()).toEqual([{ room: roomId, report: { answer: null } }]);
    say({});
    monitors.report(pressOf({}), 'set');
    fake.become({ state: 'lost', sinceMs: 0, isBlocked: false });
    await join();
    const set = { room: roomId, report: { answer: { press: idOf(1), item: 0, outcome: 'set' } } };
    expect(reports().slice(1)).toEqual([set, set]);
  });

  test('belongs to the newest press only', async () => {
    await join();
    say({});
    say({ press: idOf(2), atMs: 2_000 });
    monitors.report(pressOf({}), 'set');
    expect(reports()).toHaveLength(1);
  });
});

test('the reports of others change with each message, and disappear without a connection', async () => {
  await join();
  const [set, none] = [{ answer: { press: idOf(1), item: 0, outcome: 'set' } }, { answer: null }];
  const tell = (isWhole: boolean, states: object[]) =>
    fake.say(liveEvents.roomMonitors, { room: roomId, isWhole, states });
  tell(true, [
    { user: idOf(1), state: set },
    { user: idOf(2), state: none },
  ]);
  tell(false, [{ user: idOf(2), state: null }]);
  expect([...monitors.getShown().reports]).toEqual([[idOf(1), set]]);
  tell(true, [{ user: idOf(3), state: none }]);
  expect([...monitors.getShown().reports.keys()]).toEqual([idOf(3)]);
  fake.become({ state: 'lost', sinceMs: 0, isBlocked: false });
  expect(monitors.getShown().reports.size).toBe(0);
});
