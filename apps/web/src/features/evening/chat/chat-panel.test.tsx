// @vitest-environment happy-dom
import { directChannelKey, groupChannelKey, type ChatMessage } from '@boathouse/contract/chat';
import { liveEvents, type Answer } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createServer } from 'node:http';
import { useEffect, useState, type ComponentProps } from 'react';
import { Server } from 'socket.io';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildPerson, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import { RoomProvider, useLiveRoom } from '../../rowing/room/index.ts';
import { ChatLine, ChatPanel, ChatProvider } from './index.ts';

const sessionId = idOf(9);
const me: UserRef = { _id: mara._id, displayName: mara.displayName, iconURL: null };
const [ben, cas] = [buildPerson(2, 'Ben Scull'), buildPerson(3, 'Cas Rigger')] as const;

let io: Server;
/** Whether the panel is in the viewport, which happy-dom does not lay out. */
let isInView: boolean;
/** The messages that the page has sent. */
let sent: unknown[];
let answer: Answer;

beforeEach(async () => {
  localStorage.clear();
  isInView = true;
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  sent = [];
  answer = { ok: true };
  const http = createServer();
  io = new Server(http, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    socket.on(liveEvents.joinRoom, (_: unknown, reply: (answer: Answer) => void) => {
      reply({ ok: true });
      socket.emit(liveEvents.roomMembers, { room: sessionId, seq: 1, members: [ben, cas, me] });
    });
    socket.on(liveEvents.sendMessage, (message: unknown, reply: (answer: Answer) => void) => {
      sent.push(message);
      reply(answer);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${address.port}/`));
});

afterEach(async () => {
  cleanUp();
  await io.close();
});

class FakeIntersectionObserver {
  readonly #listener: (entries: Array<{ isIntersecting: boolean }>) => void;
  constructor(listener: (entries: Array<{ isIntersecting: boolean }>) => void) {
    this.#listener = listener;
  }
  observe() {
    this.#listener([{ isIntersecting: isInView }]);
  }
  disconnect() {}
}

/** Folds the panel of the page. */
let foldLater = () => {};

type Fold = ComponentProps<typeof ChatPanel>['fold'];

function Page({ fold, ...own }: { fold: Fold; isRowing: boolean; isBesideRow: boolean }) {
  const room = useLiveRoom(sessionId);
  const [foldNow, setFoldNow] = useState<Fold>(fold);
  useEffect(() => {
    foldLater = () => setFoldNow('always');
  }, []);
  return (
    <>
      <ChatPanel room={room} rowing={new Set([cas._id])} fold={foldNow} {...own} />
      <ChatLine sessionId={sessionId} />
    </>
  );
}

type Opened = { fold?: Fold; isRowing?: boolean; isBesideRow?: boolean };

async function openChat({ fold = 'never', isRowing = false, isBesideRow = false }: Opened = {}) {
  openPage(
    <RoomProvider userId={me._id}>
      <ChatProvider user={me}>
        <Page {...{ fold, isRowing, isBesideRow }} />
      </ChatProvider>
    </RoomProvider>,
    '/',
  );
  if (fold !== 'never') await screen.findByRole('button', { name: 'Chat and members 3' });
  else await screen.findByRole('tab', { name: 'Members 3' });
}

function messageOf(message: string, sender: UserRef, recipient: UserRef | null = null): ChatMessage {
  return {
    sender,
    recipient,
    room: sessionId,
    channelKey: recipient ? directChannelKey(sender._id, recipient._id) : groupChannelKey,
    message,
    timestamp: '2026-11-21T17:40:00.000Z',
  };
}

/** Delivers a message, and waits until the page has it. */
async function say(message: string, sender: UserRef, recipient: UserRef | null = null) {
  const unreadBefore = tabs().join();
  const shownBefore = screen.getByRole('log').textContent;
  io.emit(liveEvents.receiveMessage, messageOf(message, sender, recipient));
  await waitFor(() =>
    expect([tabs().join(), screen.getByRole('log').textContent]).not.toEqual([unreadBefore, shownBefore]),
  );
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const openTab = (name: RegExp) => fireEvent.click(screen.getByRole('tab', { name }));
const input = () => screen.getByRole('textbox');
const write = (text: string) => fireEvent.change(input(), { target: { value: text } });
const enter = (options = {}) => fireEvent.keyDown(input(), { key: 'Enter', ...options });
const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

describe('the chat panel', () => {
  test('[CHAT-1] [SESS-1] has the tabs Group Chat and Members; members show who is here and who rows', async () => {
    await openChat();
    expect(tabs()).toEqual(['Group Chat', 'Members3']);
    openTab(/Members/);
    await screen.findByRole('list', { name: 'Members' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'BSBen Scull',
      'CRCas RiggerRowing',
      'MLMara Lindqvist (you)',
    ]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test("[CHAT-1] a member’s name opens a direct chat, but not the user's own", async () => {
    await openChat();
    openTab(/Members/);
    const list = within(await screen.findByRole('list', { name: 'Members' }));
    expect(list.queryByRole('button', { name: /Mara/ })).toBeNull();
    fireEvent.click(list.getByRole('button', { name: /Ben Scull/ }));
    expect(screen.getByRole('tab', { name: 'Ben Scull' }).getAttribute('aria-selected')).toBe('true');
    write('Ready?');
    enter();
    await waitFor(() =>
      expect(sent).toMatchObject([
        { sender: me, recipient: ben, channelKey: directChannelKey(me._id, ben._id), message: 'Ready?' },
      ]),
    );
  });

  test('a message in another tab is counted and announced, and read when its tab opens', async () => {
    await openChat();
    await say('Hello all', cas);
    expect(screen.getByRole('log').textContent).toContain('Hello all');
    await say('Psst', ben, me);
    await say('Psst!', ben, me);
    expect(tabs()).toEqual(['Group Chat', 'Ben Scull2 unread', 'Members3']);
    expect(spoken()).toContain('2 unread messages, the newest from Ben Scull');
    openTab(/Ben/);
    await waitFor(() => expect(tabs()).toEqual(['Group Chat', 'Ben Scull', 'Members3']));
    expect(screen.getByRole('log').textContent).toContain('Psst!');
    expect(screen.getByRole('log').textContent).not.toContain('Hello all');
  });

  test("a message is unread while the panel is out of view, and a button leads to it except beside the user's own row", async () => {
    isInView = false;
    await openChat();
    await say('Hello', ben);
    expect(tabs()).toEqual(['Group Chat1 unread', 'Members3']);
    expect(screen.getByRole('button', { name: '1 new message' })).toBeTruthy();
    for (const own of [{ isRowing: true }, { isBesideRow: true }]) {
      cleanup();
      await openChat(own);
      await say('Hello again', ben);
      expect(tabs()).toEqual(['Group Chat1 unread', 'Members3']);
      expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
    }
  });

  test('[CHAT-1] Enter sends non-empty text, Shift+Enter and the Enter of an input method do not', async () => {
    await openChat();
    write('  \n ');
    enter();
    write('Two lines');
    enter({ shiftKey: true });
    enter({ isComposing: true });
    expect(sent).toEqual([]);
    enter();
    await waitFor(() => expect(input()).toHaveProperty('value', ''));
    expect(sent).toMatchObject([{ message: 'Two lines', recipient: null, channelKey: groupChannelKey }]);
  });

  test('near the limit the remaining characters show, and a longer text cannot be sent', async () => {
    await openChat();
    write('x'.repeat(449));
    expect(screen.queryByText(/left$/)).toBeNull();
    write('x'.repeat(499));
    expect(screen.getByText('1 character left')).toBeTruthy();
    write('x'.repeat(502));
    expect(screen.getByText('2 characters too many')).toBeTruthy();
    enter();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent).toEqual([]);
  });

  test('a refused message stays in the input with the reason', async () => {
    answer = {
      ok: false,
      refusal: { event: liveEvents.sendMessage, code: 'too_many_events', message: 'Too many' },
    };
    await openChat();
    write('Hello');
    enter();
    await screen.findByText(/You are sending messages too fast/);
    expect(input()).toHaveProperty('value', 'Hello');
  });

  test('the text is kept while offline and while the other person is away', async () => {
    await openChat();
    await say('Psst', ben, me);
    openTab(/Ben/);
    write('Answer');
    io.emit(liveEvents.roomPresence, { room: sessionId, seq: 2, joined: [], left: [ben._id] });
    await screen.findByText('Ben Scull is not here. Messages are not kept for later.');
    enter();
    await io.close();
    await screen.findByText('You are offline. Your messages wait on this device.');
    expect(tabs().at(-1)).toBe('Members');
    enter();
    expect(input()).toHaveProperty('value', 'Answer');
    expect(sent).toEqual([]);
  });

  describe('folded', () => {
    const fold = () => screen.getByRole('button', { name: /^Chat and members/ });

    test('is one line until the viewer opens it, and counts the messages that arrive until then', async () => {
      await openChat({ fold: 'always' });
      expect(screen.queryByRole('tab')).toBeNull();
      io.emit(liveEvents.receiveMessage, messageOf('Hello', ben));
      await screen.findByRole('button', { name: 'Chat and members 3 1 unread' });
      fireEvent.click(fold());
      expect(screen.getByRole('log').textContent).toContain('Hello');
      await waitFor(() => expect(tabs()).toEqual(['Group Chat', 'Members3']));
      fireEvent.click(fold());
      expect(screen.queryByRole('tab')).toBeNull();
    });

    test('is opened by the button that leads to new messages', async () => {
      isInView = false;
      await openChat({ fold: 'always' });
      io.emit(liveEvents.receiveMessage, messageOf('Hello', ben));
      fireEvent.click(await screen.findByRole('button', { name: '1 new message' }));
      expect(screen.getByRole('log').textContent).toContain('Hello');
    });

    test('opens by itself with a message if it is folded only without messages', async () => {
      await openChat({ fold: 'withoutMessages' });
      expect(screen.queryByRole('tab')).toBeNull();
      io.emit(liveEvents.receiveMessage, messageOf('Hello', ben));
      await screen.findByRole('tab', { name: 'Group Chat' });
      expect(screen.getByRole('log').textContent).toContain('Hello');
    });

    test('does not close around a message that is being typed', async () => {
      await openChat();
      act(() => input().focus());
      write('Wait for');
      act(() => foldLater());
      expect(fold().getAttribute('aria-expanded')).toBe('true');
      expect(input()).toHaveProperty('value', 'Wait for');
      cleanup();
      await openChat();
      act(() => foldLater());
      expect(fold().getAttribute('aria-expanded')).toBe('false');
    });
  });

  test('shows a message as text, with any content', async () => {
    await openChat();
    await say('<b>https://example.com</b>\njavascript:alert(1)', ben);
    const log = screen.getByRole('log');
    expect(log.textContent).toContain('<b>https://example.com</b>');
    expect(log.querySelector('a, b')).toBeNull();
  });

  test('the tabs are reached by arrow keys', async () => {
    await openChat();
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Group Chat' }), { key: 'ArrowLeft' });
    expect(document.activeElement?.textContent).toBe('Members3');
    fireEvent.keyDown(screen.getByRole('tab', { name: /Members/ }), { key: 'ArrowRight' });
    expect(screen.getByRole('tab', { name: 'Group Chat' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('while rowing', () => {
  test('[CHAT-1] one line shows the newest message; nothing is read out and the focus stays', async () => {
    await openChat({ isRowing: true });
    const line = screen.getByRole('group', { name: 'Newest message' });
    expect(line.textContent).toBe('');
    const focused = document.activeElement;
    await say('Ten to go', ben);
    await say('Sit up', cas, me);
    expect(line.textContent).toBe('Cas Rigger to you Sit up');
    expect(spoken().filter((text) => text !== '')).toEqual([]);
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
    expect(document.activeElement).toBe(focused);
  });

  test('no line shows on a device that has turned it off', async () => {
    await openChat({ isRowing: true });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show messages while rowing' }));
    expect(screen.queryByRole('group', { name: 'Newest message' })).toBeNull();
    await say('Ten to go', ben);
    expect(screen.queryByRole('group', { name: 'Newest message' })).toBeNull();
    cleanup();
    await openChat({ isRowing: true });
    expect(screen.queryByRole('group', { name: 'Newest message' })).toBeNull();
  });
});
