// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { ChatMessageSchema, groupChannelKey } from '@boathouse/contract/chat';
import { liveEvents, type Answer } from '@boathouse/contract/live';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubReplies } from '../../../test/fake-api.ts';
import { nowMs } from '../../../test/now.ts';
import { buildPerson, idOf, mara } from '../../../test/people.ts';
import { createFakeRow } from '../../../test/rowing/fake-row.tsx';
import { buildSession } from '../../../test/sessions/factory.ts';
import { cleanUp, openPage, toasts } from '../../../test/signed-in-page.tsx';
import { RoomProvider } from '../../features/rowing/room/index.ts';
import { forgetEntriesOf, keepToSend, readWaiting, type WaitingCall } from '../../lib/outbox/outbox.ts';
import { actAs } from '../../lib/server/login-state.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const room = idOf(9);
const ben = buildPerson(2, 'Ben Scull');
const session = { ...buildSession(), _id: room, title: 'After work' };

let io: Server;
let row: ReturnType<typeof createFakeRow>;
/** The other users in the room. */
let others: object[];
let canJoin: boolean;
let delivered: string[];
/** How often a page received the members of the room. */
let joins: number;

beforeEach(async () => {
  [others, canJoin, delivered, joins] = [[ben], true, [], 0];
  row = createFakeRow();
  actAs(mara.uid);
  // Calls fail, so a session waits.
  stubReplies(() => ({ status: 503, body: { code: 'unavailable', message: 'Restarting', errorId: 'e' } }));
  const http = createServer();
  io = new Server(http, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    socket.on(liveEvents.joinRoom, (_: unknown, reply: (answer: Answer) => void) => {
      if (!canJoin) {
        const refusal = {
          event: liveEvents.joinRoom,
          code: 'not_found',
          message: 'There is no such session',
        };
        return reply({ ok: false, refusal: { ...refusal, code: 'not_found' } });
      }
      reply({ ok: true });
      socket.emit(liveEvents.roomMembers, { room, seq: 1, members: [...others, mara] });
      joins += 1;
    });
    socket.on(liveEvents.sendMessage, (message: unknown, reply: (answer: Answer) => void) => {
      delivered.push(ChatMessageSchema.parse(message).message);
      reply({ ok: true });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${address.port}/`));
});
afterEach(async () => {
  act(() => isServerAway.set(false));
  cleanUp();
  await io.close();
  await forgetEntriesOf(mara.uid);
  localStorage.clear();
});

const keep = (call: WaitingCall, afterMs = 0) => keepToSend(mara.uid, call, nowMs() + afterMs);
const keepLine = (message: string, index: number) =>
  keep(
    {
      key: idOf(100 + index),
      method: 'POST',
      url: '/socket.io',
      words: `Your message “${message}”`,
      href: `/sessions/${room}`,
      room,
      body: {
        _id: idOf(100 + index),
        sender: { _id: mara._id, displayName: mara.displayName, iconURL: null },
        recipient: null,
        room,
        channelKey: groupChannelKey,
        message,
        timestamp: new Date(nowMs()).toISOString(),
      },
    },
    index,
  );
const keepSession = () =>
  keep({
    key: room,
    method: 'POST',
    url: '/api/sessions',
    body: {},
    words: 'The workout “After work”',
    href: `/sessions/${room}`,
    makes: session,
  });

function open() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  openPage(
    <row.Provider>
      <RoomProvider userId={mara._id}>
        <WaitingNotice />
      </RoomProvider>
    </row.Provider>,
    '/training/statistics',
  );
}
const texts = async () => (await readWaiting(mara.uid)).map(({ words }) => words);
const passSixSeconds = () => act(async () => void (await vi.advanceTimersByTimeAsync(6_000)));

test('[CHAT-1] messages that wait are sent from any page, in their order and each once', async () => {
  await keepLine('One', 1);
  await keepLine('Two', 2);
  open();
  expect(await screen.findByText('2 not sent yet')).toBeTruthy();
  await vi.waitFor(async () => {
    await passSixSeconds();
    expect(delivered).toEqual(['One', 'Two']);
  });
  await vi.waitFor(() => expect(screen.queryByText('2 not sent yet')).toBeNull());
  await passSixSeconds();
  expect(delivered).toEqual(['One', 'Two']);
});

test('messages wait if no one else is in the room, and the page shows where they are', async () => {
  others = [];
  await keepLine('One', 1);
  open();
  const link = await screen.findByRole('link', { name: 'Your message “One”' });
  expect(link.getAttribute('href')).toBe(`/sessions/${room}`);
  await vi.waitFor(() => expect(joins).toBe(1));
  await passSixSeconds();
  expect(delivered).toEqual([]);
  io.emit(liveEvents.roomPresence, { room, seq: 2, joined: [ben], left: [] });
  await vi.waitFor(async () => {
    await passSixSeconds();
    expect(delivered).toEqual(['One']);
  });
});

test('messages wait if no one else is in the room, and the page shows where they are', async () => {
  canJoin = false;
  await keepLine('One', 1);
  open();
  expect(
    await screen.findByText(
      'Your message “One” was not accepted. Your message was not sent. There is no such session.',
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Discard Your message “One”' }));
  await waitFor(async () => expect(await texts()).toEqual([]));
});

test('the messages of a deleted session show that, and can be discarded', async () => {
  const order: string[] = [];
  row.control.leaveSession = vi.fn(async (id: string) => {
    order.push(`left ${id}`, ...(await texts()));
  });
  await keepSession();
  await keepLine('One', 1);
  await keepLine('Two', 2);
  act(() => isServerAway.set(true));
  open();
  fireEvent.click(
    await screen.findByRole('button', { name: 'Discard The workout “After work”', hidden: true }),
  );
  const dialog = within(screen.getByRole('alertdialog', { name: 'Discard After work?' }));
  expect(dialog.getByText(/The 2 messages that you wrote in it are deleted/)).toBeTruthy();
  expect(dialog.getByText(/no one else has seen it/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await texts()).toEqual([]));
  // Everything was still there.
  expect(order).toEqual([
    `left ${room}`,
    'The workout “After work”',
    'Your message “One”',
    'Your message “Two”',
  ]);
  expect(toasts()).toMatchObject([{ title: 'Session discarded', isError: false }]);
});

test('a session with a row in progress is not discarded', async () => {
  row.control.leaveSession = vi.fn(async () => {
    throw new Error('Finish your workout in progress first');
  });
  await keepSession();
  act(() => isServerAway.set(true));
  open();
  fireEvent.click(
    await screen.findByRole('button', { name: 'Discard The workout “After work”', hidden: true }),
  );
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ isError: true }]));
  expect(await texts()).toEqual(['The workout “After work”']);
});
