// @vitest-environment happy-dom
import { limits } from '@boathouse/contract/limits';
import { liveEvents, type Answer } from '@boathouse/contract/live';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, getToasts } from '../../../../ui/toast-store.ts';
import { RoomProvider, useLiveRoom } from '../room-provider.tsx';
import { NudgeForm } from './nudge-form.tsx';

const sessionId = '018f0000-0000-7000-8000-00000000aaaa';
const activityId = '018f0000-0000-7000-8000-00000000bbbb';
const coachId = '018f0000-0000-7000-8000-000000000001';
const ruben = { _id: '018f0000-0000-7000-8000-000000000002', displayName: 'Ruben', iconURL: null };

let io: Server;
/** The requests that the server has received, and its response; null for no response. */
let received: unknown[];
let answer: Answer | null;

beforeEach(async () => {
  received = [];
  answer = { ok: true };
  const http = createServer();
  io = new Server(http, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    socket.on(liveEvents.joinRoom, (_: unknown, reply: (given: Answer) => void) => reply({ ok: true }));
    socket.on(liveEvents.nudge, (message: unknown, reply: (given: Answer) => void) => {
      received.push(message);
      if (answer !== null) reply(answer);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${address.port}/`));
});
afterEach(async () => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  await io.close();
});

function Page() {
  const room = useLiveRoom(sessionId);
  const { state } = useSyncExternalStore(room.subscribe, room.getStatus);
  return (
    <>
      <output>{state}</output>
      <NudgeForm room={room} activityId={activityId} athlete={ruben} />
    </>
  );
}
const becomes = (state: string) => screen.findByText(state, { selector: 'output' }, { timeout: 5_000 });

async function open() {
  render(
    <RoomProvider userId={coachId}>
      <Page />
    </RoomProvider>,
  );
  await becomes('connected');
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Nudge to Ruben' });
const write = (text: string) => fireEvent.change(input(), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const note = () => screen.getByRole('form').querySelector('[role=status]')?.textContent;
const toasts = () => getToasts().map(({ title }) => title);

describe('a nudge', () => {
  test('a nudge of the usual ones is sent with one press', async () => {
    await open();
    press('Sit up');
    await waitFor(() => expect(note()).toBe('Sent: Sit up'));
    expect(received).toEqual([{ room: sessionId, activity: activityId, text: 'Sit up' }]);
  });

  test('a nudge that is typed is sent with Send, and leaves the input empty', async () => {
    await open();
    write('Rate 22');
    press('Send');
    await waitFor(() => expect(note()).toBe('Sent: Rate 22'));
    expect(input().value).toBe('');
    expect(received).toMatchObject([{ text: 'Rate 22' }]);
  });

  test.each([
    ['of blanks', '  ', ''],
    ['that is too long', 'x'.repeat(limits.nudgeMax + 2), '2 too many: a nudge has at most 60 characters'],
  ])('%s is not sent, and stays', async (_, text, words) => {
    await open();
    write(text);
    press('Send');
    press('Longer');
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received).toMatchObject([{ text: 'Longer' }]);
    await waitFor(() => expect(note()).toBe(words || 'Sent: Longer'));
    expect(input().value).toBe(text);
  });

  test.each([
    ['completed', 'Ruben is not rowing any more. Your nudge was not sent.'],
    ['not_found', 'Ruben is not rowing any more. Your nudge was not sent.'],
    ['not_present', 'Ruben has no page open in this session. Your nudge was not sent.'],
    ['too_many_events', 'You are sending nudges too fast. Wait a few seconds, then send it again.'],
    ['not_joined', "You are not in this session's room yet. Send it again in a moment."],
    ['bad_message', 'Your nudge was not sent. Because.'],
    ['not_allowed', 'Your nudge was not sent. Because.'],
  ] as const)('a nudge that is refused as %s says why, stays, and can be sent again', async (code, words) => {
    await open();
    answer = { ok: false, refusal: { event: liveEvents.nudge, code, message: 'Because.' } };
    write('Rate 22');
    press('Send');
    await waitFor(() => expect(toasts()).toEqual([words]));
    expect(note()).toBe('');
    expect(input().value).toBe('Rate 22');
    answer = { ok: true };
    press('Send');
    await waitFor(() => expect(note()).toBe('Sent: Rate 22'));
    expect(toasts()).toEqual([]);
  });

  test('a nudge without a response shows this', async () => {
    await open();
    answer = null;
    press('Relax');
    await waitFor(() => expect(received).toHaveLength(1));
    io.disconnectSockets(true);
    await waitFor(
      () => expect(toasts()).toEqual(["The server didn't respond. Your nudge may not have been sent."]),
      { timeout: 8_000 },
    );
    expect(note()).toBe('');
  }, 10_000);

  test('a nudge without a connection shows this at once', async () => {
    await open();
    await io.close();
    await becomes('lost');
    press('Relax');
    await waitFor(() => expect(toasts()).toEqual(['The server is not connected. Your nudge was not sent.']));
    expect(received).toEqual([]);
  });
});
