// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { groupChannelKey } from '@boathouse/contract/chat';
import { liveEvents, type Answer, type Refusal } from '@boathouse/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowMs } from '../../../../test/now.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { forgetEntriesOf, keepToSend, readWaiting, tryAgain } from '../../../lib/outbox/outbox.ts';
import { actAs } from '../../../lib/server/login-state.ts';
import { refuseLines, sendLine, sendLines } from './send-line.ts';

const room = idOf(9);
/** The server's refusals by text; it accepts the others. Null: no response. */
let answers: Record<string, Refusal['code'] | null>;
let delivered: string[];

const ask = async (_event: string, message: object): Promise<Answer> => {
  const text = String(Reflect.get(message, 'message'));
  const code = answers[text];
  if (code === null) throw new Error('operation has timed out');
  if (code !== undefined) {
    return {
      ok: false,
      refusal: { event: liveEvents.sendMessage, code, message: 'Unknown field: writtenAgoMs' },
    };
  }
  delivered.push(text);
  return { ok: true };
};

const keep = (message: string, index: number, inRoom = room) =>
  keepToSend(
    mara.uid,
    {
      key: message,
      method: 'POST',
      url: '/socket.io',
      words: `Your message “${message}”`,
      href: `/sessions/${inRoom}`,
      room: inRoom,
      body: {
        _id: idOf(100 + index),
        sender: mara,
        recipient: null,
        room: inRoom,
        channelKey: groupChannelKey,
        message,
      },
    },
    nowMs() - 10 + index,
  );
const waitingTexts = async () => (await readWaiting(mara.uid)).map(({ key, refusal }) => [key, refusal]);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  actAs(mara.uid);
  [answers, delivered] = [{}, []];
  for (const [index, text] of ['One', 'Two', 'Three'].entries()) await keep(text, index);
});
afterEach(async () => {
  vi.useRealTimers();
  await forgetEntriesOf(mara.uid);
  actAs(null);
  localStorage.clear();
});

test('a refused one among several keeps its reason and its text, and the others are delivered in order', async () => {
  answers = { Two: 'not_present' };
  sendLines(ask, room);
  await vi.waitFor(() => expect(delivered).toEqual(['One', 'Three']));
  await vi.waitFor(async () =>
    expect(await waitingTexts()).toEqual([
      ['Two', 'This athlete has left the session. Your message was not sent.'],
    ]),
  );
});

test('a new one waits behind the waiting ones, although the server would accept it', async () => {
  const line = { me: mara, partner: null, room, channelKey: groupChannelKey, message: 'Four' };
  expect(await sendLine(ask, line)).toBeNull();
  await vi.waitFor(() => expect(delivered).toEqual(['One', 'Two', 'Three', 'Four']));
});

test('one that the server accepts later delays those after it, and each is delivered once', async () => {
  answers = { Two: 'too_many_events' };
  sendLines(ask, room);
  await vi.waitFor(() => expect(delivered).toEqual(['One']));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  answers = {};
  await vi.runOnlyPendingTimersAsync();
  await vi.waitFor(() => expect(delivered).toEqual(['One', 'Two', 'Three']));
  await vi.waitFor(async () => expect(await waitingTexts()).toEqual([]));
});

test('without a response all of them wait', async () => {
  answers = { One: null };
  sendLines(ask, room);
  await vi.waitFor(async () =>
    expect((await waitingTexts()).map(([key]) => key)).toEqual(['One', 'Two', 'Three']),
  );
  expect(delivered).toEqual([]);
});

test('an older server that does not know a field refuses with a message, and the next server accepts the refused one', async () => {
  answers = { One: 'bad_message', Two: 'bad_message', Three: 'bad_message' };
  sendLines(ask, room);
  await vi.waitFor(async () =>
    expect(await waitingTexts()).toEqual(
      ['One', 'Two', 'Three'].map((text) => [text, 'Your message was not sent. Unknown field: writtenAgoMs']),
    ),
  );
  answers = {};
  for (const entry of await readWaiting(mara.uid)) await tryAgain(entry);
  await vi.waitFor(() => {
    sendLines(ask, room);
    expect(delivered).toEqual(['One', 'Two', 'Three']);
  });
});

test('the lines of a deleted session are refused with a message, and those of other sessions wait', async () => {
  await keep('Four', 3, idOf(10));
  refuseLines(room, 'There is no such session');
  const why = 'Your message was not sent. There is no such session.';
  await vi.waitFor(async () =>
    expect(await waitingTexts()).toEqual([
      ['One', why],
      ['Two', why],
      ['Three', why],
      ['Four', null],
    ]),
  );
  expect(delivered).toEqual([]);
});
