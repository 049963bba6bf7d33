import { directChannelKey, groupChannelKey, type ChatMessage } from '@boathouse/contract/chat';
import type { Answer, Refusal } from '@boathouse/contract/live';
import { describe, expect, test, vi } from 'vitest';
import { buildPerson, idOf } from '../../../../test/people.ts';
import { ChatLog } from './chat-log.ts';

const [me, ben, cas] = [buildPerson(1, 'Mara'), buildPerson(2, 'Ben'), buildPerson(3, 'Cas')] as const;
const room = idOf(9);
const withBen = directChannelKey(me._id, ben._id);

function setUp(answer: () => Promise<Answer> = async () => ({ ok: true })) {
  const sent: Array<{ event: string; message: object }> = [];
  const log = new ChatLog({
    sessionId: room,
    me,
    nowMs: () => 5_000,
    ask: (event, message) => {
      sent.push({ event, message });
      return answer();
    },
  });
  const channelOf = (key: string) => log.getState().channels.find((channel) => channel.key === key);
  const textsOf = (key: string) =>
    channelOf(key)?.entries.map((entry) => (entry.kind === 'message' ? entry.message.message : 'gap'));
  return { log, sent, channelOf, textsOf };
}

const toAll = (text: string, sender = ben): ChatMessage => ({
  sender,
  recipient: null,
  room,
  channelKey: groupChannelKey,
  message: text,
  timestamp: '2026-11-21T17:40:00.000Z',
});
const direct = (text: string, sender = ben, recipient = me): ChatMessage => ({
  ...toAll(text, sender),
  recipient,
  channelKey: directChannelKey(sender._id, recipient._id),
});

describe('a message that arrives', () => {
  test('[CHAT-1] opens the direct channel with the other person, for messages in both directions', () => {
    const { log, textsOf, channelOf } = setUp();
    log.receive(direct('Hello', ben, me));
    log.receive(direct('Hi', me, ben));
    log.receive(direct('And you?', me, cas));
    expect(log.getState().channels.map(({ partner }) => partner?.displayName ?? 'all')).toEqual([
      'all',
      'Ben',
      'Cas',
    ]);
    expect(textsOf(withBen)).toEqual(['Hello', 'Hi']);
    expect(channelOf(withBen)?.unread).toBe(1);
    expect(log.getState().selected).toBe(groupChannelKey);
  });

  test('is not shown if it is between two others', () => {
    const { log } = setUp();
    log.receive(direct('Not for you', ben, cas));
    expect(log.getState().channels.map(({ partner }) => partner?.displayName ?? 'all')).toEqual(['all']);
    expect(log.getState().newest).toBeNull();
  });

  test("is unread until its channel is visible; the user's own and seen messages are read", () => {
    const { log, channelOf } = setUp();
    log.setOnScreen(groupChannelKey);
    log.receive(toAll('One'));
    log.receive(direct('Two'));
    log.receive(direct('Three', me, ben));
    expect([channelOf(groupChannelKey)?.unread, channelOf(withBen)?.unread]).toEqual([0, 1]);
    log.setOnScreen(withBen);
    expect(channelOf(withBen)?.unread).toBe(0);
    log.setOnScreen(null);
    log.receive(toAll('Four'));
    log.receive(toAll('Five'));
    expect(channelOf(groupChannelKey)?.unread).toBe(2);
  });

  test('a message that arrives again, because a restarted server accepted it twice, is shown once', () => {
    const { log, textsOf } = setUp();
    const once = { ...toAll('Hello'), _id: idOf(70) };
    log.receive(once);
    log.receive({ ...once, timestamp: '2026-11-21T17:41:00.000Z' });
    log.receive({ ...toAll('Hello'), _id: idOf(71) });
    expect(textsOf(groupChannelKey)).toEqual(['Hello', 'Hello']);
  });

  test('a message of another room is ignored', () => {
    const { log, textsOf } = setUp();
    log.receive({ ...toAll('Elsewhere'), room: idOf(8) });
    expect(textsOf(groupChannelKey)).toEqual([]);
  });

  test('pushes out the oldest of more than 200', () => {
    const { log, textsOf } = setUp();
    for (let count = 1; count <= 205; count += 1) log.receive(toAll(`${count}`));
    expect(textsOf(groupChannelKey)).toHaveLength(200);
    expect(textsOf(groupChannelKey)?.[0]).toBe('6');
  });

  test('is the newest for a rower, unless it is the rower’s own', () => {
    const { log } = setUp();
    log.receive(toAll('Go'));
    log.receive(toAll('Thanks', me));
    expect(log.getState().newest).toMatchObject({ message: { message: 'Go' }, atMs: 5_000 });
  });

  test('a message after an absence is preceded by a mark, one for each absence with messages', () => {
    const { log, textsOf } = setUp();
    log.noteGap();
    log.receive(toAll('One'));
    log.noteGap();
    log.noteGap();
    log.receive(toAll('Two'));
    expect(textsOf(groupChannelKey)).toEqual(['One', 'gap', 'Two']);
  });
});

describe('a message to send', () => {
  test('[SOCK-1] [CHAT-2] has the fields of the specification, and leaves the input once accepted', async () => {
    const { log, sent, channelOf } = setUp();
    log.openDirect(ben);
    log.write(withBen, 'Hello');
    await log.send(withBen);
    expect(sent).toEqual([
      {
        event: 'send_message',
        message: {
          sender: me,
          recipient: ben,
          room,
          channelKey: withBen,
          message: 'Hello',
          timestamp: expect.any(String),
          _id: expect.any(String),
        },
      },
    ]);
    expect(channelOf(withBen)).toMatchObject({ draft: '', isSending: false, problem: null });
  });

  const refusal = (code: Refusal['code']): Answer => ({
    ok: false,
    refusal: { event: 'send_message', code, message: 'Because.' },
  });
  test.for([
    ['not_present', 'Ben has left the session. Your message was not sent.'],
    ['too_many_events', 'You are sending messages too fast. Wait a few seconds, then send it again.'],
    ['not_joined', "You are not in this session's room yet. Send it again in a moment."],
    ['internal', 'Your message was not sent. Because.'],
  ] as const)(
    'a message to send that is refused with %s stays in the input with the reason',
    async ([code, problem]) => {
      const { log, channelOf } = setUp(async () => refusal(code));
      log.openDirect(ben);
      log.write(withBen, 'Hello');
      await log.send(withBen);
      expect(channelOf(withBen)).toMatchObject({ draft: 'Hello', isSending: false, problem });
      log.write(withBen, 'Hello!');
      expect(channelOf(withBen)?.problem).toBeNull();
    },
  );

  test('a message to send without a response stays in the input', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { log, channelOf } = setUp(() => Promise.reject(new Error('operation has timed out')));
    log.write(groupChannelKey, 'Hello');
    await log.send(groupChannelKey);
    expect(channelOf(groupChannelKey)).toMatchObject({
      draft: 'Hello',
      problem: "The server didn't respond. Your message may not have been sent.",
    });
  });

  test('is sent once while its response is pending, and text written in the meantime is kept', async () => {
    let accept: (given: Answer) => void = () => {};
    const { log, sent, channelOf } = setUp(() => new Promise((resolve) => (accept = resolve)));
    log.write(groupChannelKey, 'One');
    const sending = log.send(groupChannelKey);
    await log.send(groupChannelKey);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    log.write(groupChannelKey, 'One and a half');
    accept({ ok: true });
    await sending;
    expect(sent).toHaveLength(1);
    expect(channelOf(groupChannelKey)).toMatchObject({ draft: 'One and a half', isSending: false });
  });
});

test('[CHAT-1] no direct channel can be opened with oneself', () => {
  const { log } = setUp();
  log.openDirect(me);
  expect(log.getState()).toMatchObject({ channels: [{ partner: null }], selected: groupChannelKey });
});
