import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ChatMessageSchema,
  directChannelKey,
  groupChannelKey,
  type ChatMessage,
} from '@boathouse/contract/chat';
import { limits, liveLimits } from '@boathouse/contract/limits';
import { liveEvents } from '@boathouse/contract/live';
import { activities, blocks } from '../../../db/tables.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { clubCalls } from '../../../../test/support/club-calls.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { untilMembers } from '../../../../test/support/room-members.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages, type TestPage } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';

const database = usePglite();
const app = useTestApp(database);
const { revoke } = clubCalls(app);

let address: string;
let ann: Person;
let ben: Person;
let cas: Person;
let dan: Person;
let room: string;

beforeAll(async () => {
  ann = await app().signUp('Ann');
  ben = await app().signUp('Ben');
  cas = await app().signUp('Cas');
  // A user's pages share one limit: a user who sends many has used it up for that test.
  dan = await app().signUp('Dan');
  address = await app().listen();
});

beforeEach(async () => {
  await database().db.delete(activities);
  room = await buildSession(database().db, { hostUserId: ann.user._id });
});

const open = usePages(() => address);
const enter = (as: Person, options?: Parameters<typeof open.into>[2]) => open.into(room, as, options);

/** The message as the specification has it. */
const toAll = (from: Person, message: unknown) => ({
  sender: from.user,
  recipient: null,
  room,
  channelKey: groupChannelKey,
  message,
  timestamp: '2001-01-01T00:00:00.000Z',
});
const toOne = (from: Person, to: Person, message: unknown) => ({
  ...toAll(from, message),
  recipient: to.user,
  channelKey: directChannelKey(from.user._id, to.user._id),
});
const send = (page: TestPage, message: object) => page.outcomeOf(liveEvents.sendMessage, message);
const heardBy = (page: TestPage): ChatMessage[] =>
  page.received(liveEvents.receiveMessage).map((payload) => ChatMessageSchema.parse(payload));
const textsOf = (page: TestPage) => heardBy(page).map(({ message }) => message);

/** Resolves when the pages have received everything that the server sent them before. */
const settle = (...pages: TestPage[]) =>
  Promise.all(pages.map((page) => page.ask(liveEvents.keyframeRequest, { room })));

describe('a message to the group', () => {
  test('[CHAT-1] [SOCK-1] reaches every page in the room, the sender’s too, with the server’s sender and time', async () => {
    const pages = [
      await enter(ann),
      await enter(ben),
      await enter(ben),
      await enter(cas, { protocol: undefined }),
    ];
    const [anns] = pages;
    if (!anns) throw new Error('No page');
    const elsewhere = await open.into(await buildSession(database().db, { hostUserId: ann.user._id }), ann);
    const sentAtMs = nowMs();
    const claimed = { ...ann.user, displayName: 'The coach', iconURL: '/files/usericons/x/y.webp' };
    expect(await send(anns, { ...toAll(ann, ' Ready all,\nrow '), sender: claimed })).toBe('ok');
    await settle(...pages, elsewhere);
    for (const page of pages) {
      expect(heardBy(page)).toEqual([
        {
          sender: ann.user,
          recipient: null,
          room,
          channelKey: groupChannelKey,
          message: 'Ready all,\nrow',
          timestamp: expect.any(String),
        },
      ]);
    }
    const [heard] = heardBy(anns);
    expect(Math.abs(Date.parse(heard?.timestamp ?? '') - sentAtMs)).toBeLessThan(60_000);
    expect(heardBy(elsewhere)).toEqual([]);
  });

  test('sent again after a lost response is delivered once, even by another page of its sender', async () => {
    const [first, second, bens, cass] = [
      await enter(dan),
      await enter(dan),
      await enter(ben),
      await enter(cas),
    ];
    const line = { ...toAll(dan, 'Five minutes late'), _id: '019a0000-0000-7000-8000-00000000000a' };
    expect(await Promise.all([send(first, line), send(first, line), send(second, line)])).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    // The id of another user's message is not taken.
    expect(await send(cass, { ...line, sender: cas.user, message: 'Me too' })).toBe('ok');
    await settle(bens);
    expect(heardBy(bens)).toMatchObject([
      { _id: line._id, message: 'Five minutes late' },
      { _id: line._id, message: 'Me too' },
    ]);
  });

  test('a message to the group that has waited for a connection has the time at which it was written, by how long ago that was', async () => {
    const [dans, bens] = [await enter(dan), await enter(ben)];
    expect(await send(dans, { ...toAll(dan, 'New'), writtenAgoMs: 900 })).toBe('ok');
    expect(await send(dans, { ...toAll(dan, 'Late'), writtenAgoMs: 600_000 })).toBe('ok');
    expect(await send(dans, { ...toAll(dan, 'Too late'), writtenAgoMs: limits.chatWaitMaxMs + 1 })).toBe(
      'bad_message',
    );
    await settle(bens);
    const [recent, late, ...more] = heardBy(bens);
    expect([recent?.writtenAt, more]).toEqual([undefined, []]);
    expect(Date.parse(late?.timestamp ?? '') - Date.parse(late?.writtenAt ?? '')).toBe(600_000);
  });

  test('[CHAT-1] is not stored: a page that joins later gets none', async () => {
    const anns = await enter(ann);
    expect(await send(anns, toAll(ann, 'Anyone here?'))).toBe('ok');
    const bens = await enter(ben);
    await untilMembers(bens, room, ['Ann', 'Ben']);
    await settle(bens);
    expect(heardBy(bens)).toEqual([]);
  });

  test.for([
    ['that is empty', ''],
    ['of blanks', ' \n '],
    ['that is too long', 'x'.repeat(limits.chatMessageMax + 1)],
    ['that is no text', { text: 'Hello' }],
  ] as const)('[CHAT-1] %s is refused', async ([, message]) => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    expect(await send(anns, toAll(ann, message))).toBe('bad_message');
    await settle(anns, bens);
    expect([...heardBy(anns), ...heardBy(bens)]).toEqual([]);
  });

  test.each([
    ['the sender has blocked the other', () => ({ blockerId: ann.user._id, blockedId: ben.user._id })],
    ['the other has blocked the sender', () => ({ blockerId: ben.user._id, blockedId: ann.user._id })],
  ])('[CHAT-2] a direct message reaches only its sender if %s; the group gets all', async (_, pair) => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    await database().db.insert(blocks).values(pair());
    try {
      expect(await send(anns, toOne(ann, ben, 'Only for you'))).toBe('ok');
      expect(await send(anns, toAll(ann, 'For all'))).toBe('ok');
      await settle(anns, bens);
      expect(heardBy(anns).map(({ message }) => message)).toEqual(['Only for you', 'For all']);
      expect(heardBy(bens).map(({ message }) => message)).toEqual(['For all']);
    } finally {
      await database().db.delete(blocks);
    }
  });

  test('[API-AUTHZ] in the name of another user is refused', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    expect(await send(bens, toAll(ann, 'I am Ann'))).toBe('not_the_caller');
    expect(await send(bens, { ...toOne(ann, ben, 'I am Ann') })).toBe('not_the_caller');
    await settle(anns, bens);
    expect([...heardBy(anns), ...heardBy(bens)]).toEqual([]);
  });

  test('[SESS-11] a message to the group from a page that is not in the room is refused, before, after and during another session', async () => {
    const anns = await enter(ann);
    const bens = await open(ben);
    expect(await send(bens, toAll(ben, 'Let me in'))).toBe('not_joined');
    const other = await buildSession(database().db, { hostUserId: ben.user._id });
    await bens.ask(liveEvents.joinRoom, { user: ben.user._id, room: other });
    expect(await send(bens, toAll(ben, 'Let me in'))).toBe('not_joined');
    await bens.ask(liveEvents.joinRoom, { user: ben.user._id, room });
    await bens.ask(liveEvents.leaveRoom, { room });
    expect(await send(bens, toAll(ben, 'Let me in'))).toBe('not_joined');
    await settle(anns);
    expect(heardBy(anns)).toEqual([]);
  });

  test('[SESS-11] neither leaves nor reaches a page whose membership has ended', async () => {
    const clubId = await buildClub(database().db, { ownerId: ann.user._id });
    await buildMembership(database().db, { clubId, userId: ben.user._id, role: 0 });
    room = await buildSession(database().db, { hostUserId: ann.user._id, clubId });
    const [anns, bens] = [await enter(ann), await enter(ben)];
    expect(await send(bens, toAll(ben, 'Hello'))).toBe('ok');
    const lost = bens.next(liveEvents.refused);
    expect((await revoke(ann, ben.user._id, clubId)).status).toBe(200);
    await lost;
    expect(await send(bens, toAll(ben, 'Still here'))).toBe('not_joined');
    expect(await send(anns, toAll(ann, 'Without Ben'))).toBe('ok');
    expect(await send(anns, toOne(ann, ben, 'You there?'))).toBe('not_present');
    await settle(anns, bens);
    expect(textsOf(anns)).toEqual(['Hello', 'Without Ben']);
    expect(textsOf(bens)).toEqual(['Hello']);
  });
});

describe('a direct message', () => {
  test('[CHAT-1] [CHAT-2] [SOCK-1] reaches its two users on all of their pages in the room, and no third one', async () => {
    const mine = [await enter(ann), await enter(ann)];
    const theirs = [await enter(ben), await enter(ben)];
    const cass = await enter(cas);
    const elsewhere = await open.into(await buildSession(database().db, { hostUserId: ann.user._id }), ben);
    const [anns] = mine;
    const [bens] = theirs;
    if (!anns || !bens) throw new Error('No page');
    expect(await send(anns, toOne(ann, ben, 'Faster?'))).toBe('ok');
    expect(await send(bens, { ...toOne(ben, ann, 'No'), recipient: ann.user._id })).toBe('ok');
    await settle(...mine, ...theirs, cass, elsewhere);
    for (const page of [...mine, ...theirs]) {
      expect(heardBy(page)).toMatchObject([
        {
          sender: ann.user,
          recipient: ben.user,
          channelKey: [ann.user._id, ben.user._id].sort().join(''),
          message: 'Faster?',
        },
        { sender: ben.user, recipient: ann.user, message: 'No' },
      ]);
    }
    expect([...heardBy(cass), ...heardBy(elsewhere)]).toEqual([]);
  });

  test('[CHAT-1] a direct message to the sender, or to a user who is not in the room, is refused', async () => {
    const anns = await enter(ann);
    await open.into(await buildSession(database().db, { hostUserId: ben.user._id }), ben);
    expect(await send(anns, toOne(ann, ann, 'Hello me'))).toBe('bad_message');
    expect(await send(anns, toOne(ann, ben, 'Hello'))).toBe('not_present');
    const bens = await enter(ben);
    expect(await send(anns, toOne(ann, ben, 'Hello'))).toBe('ok');
    bens.close();
    await untilMembers(anns, room, ['Ann']);
    expect(await send(anns, toOne(ann, ben, 'Bye'))).toBe('not_present');
    expect(textsOf(anns)).toEqual(['Hello']);
  });

  test('a direct message with a failed look-up is delivered when it is sent again', async () => {
    const [dans, bens] = [await enter(dan), await enter(ben)];
    const line = { ...toOne(dan, ben, 'Are you there?'), _id: '019a0000-0000-7000-8000-00000000000b' };
    await database().db.execute(sql`alter table blocks rename to blocks_away`);
    expect(await send(dans, line)).toBe('internal');
    expect(app().errors.splice(0)).toHaveLength(1);
    await database().db.execute(sql`alter table blocks_away rename to blocks`);
    expect([await send(dans, line), await send(dans, line)]).toEqual(['ok', 'ok']);
    await settle(bens);
    expect(textsOf(bens)).toEqual(['Are you there?']);
  });

  test('a direct message to a page that leaves before the look-up ends reaches no one', async () => {
    const [dans, bens, cass] = [await enter(dan), await enter(ben), await enter(cas)];
    const elsewhere = await open.into(await buildSession(database().db, { hostUserId: ann.user._id }), ann);
    await database().db.insert(blocks).values({ blockerId: ben.user._id, blockedId: dan.user._id });
    // The look-up waits for this transaction.
    await database().db.transaction(async () => {
      dans.send(liveEvents.sendMessage, toOne(dan, ben, 'For you alone'));
      await settle(dans);
      dans.close();
      await untilMembers(cass, room, ['Ben', 'Cas']);
    });
    // Looked up after the other.
    expect(await send(cass, toOne(cas, ben, 'Hello'))).toBe('ok');
    await settle(bens, cass, elsewhere);
    expect([bens, cass, elsewhere].map(textsOf)).toEqual([['Hello'], ['Hello'], []]);
    await database().db.delete(blocks);
  });

  test('[CHAT-2] a direct message with the key of another channel is refused', async () => {
    const [anns, bens, cass] = [await enter(ann), await enter(ben), await enter(cas)];
    const message = toOne(ann, ben, 'Hello');
    for (const channelKey of [groupChannelKey, directChannelKey(ben.user._id, cas.user._id), 'x', '']) {
      expect(await send(anns, { ...message, channelKey })).toBe('bad_message');
    }
    expect(await send(anns, { ...message, recipient: null })).toBe('bad_message');
    await settle(anns, bens, cass);
    expect([...heardBy(anns), ...heardBy(bens), ...heardBy(cass)]).toEqual([]);
  });
});

test('[CHAT-1] a flood of messages is cut to the chat’s own limit, and does not affect the sender’s samples', async () => {
  // A separate user: the other tests have used up a part of their users' limit.
  const flooder = await app().signUp('Flooder');
  const [theirs, bens] = [await enter(flooder), await enter(ben)];
  const activity = await buildActivity(database().db, { userId: flooder.user._id, sessionId: room });
  const { burst } = liveLimits.events.chat;
  const startedMs = performance.now();
  for (let sent = 0; sent < burst + 100; sent += 1)
    theirs.send(liveEvents.sendMessage, toAll(flooder, `${sent}`));
  for (let seq = 1; seq <= 40; seq += 1) {
    expect(await theirs.outcomeOf(liveEvents.sample, { activity, sample: liveSample(seq) })).toBe('ok');
  }
  await settle(bens);
  const elapsedSec = (performance.now() - startedMs) / 1000;
  expect(heardBy(bens).length).toBeGreaterThanOrEqual(burst);
  expect(heardBy(bens).length).toBeLessThanOrEqual(
    burst + Math.ceil(elapsedSec * liveLimits.events.chat.perSec),
  );
  expect(theirs.received(liveEvents.refused)).toMatchObject([
    { event: liveEvents.sendMessage, code: 'too_many_events' },
  ]);
  expect(theirs.socket.connected).toBe(true);
});

test('[CHAT-1] the pages of a user share one limit', async () => {
  const bens = await enter(ben);
  const { burst, perSec } = liveLimits.events.chat;
  const flooder = await app().signUp('Flooder of pages');
  const startedMs = performance.now();
  const outcomes: string[] = [];
  for (let page = 0; page < 3; page += 1) {
    const theirs = await enter(flooder);
    for (let sent = 0; sent < burst; sent += 1) outcomes.push(await send(theirs, toAll(flooder, `${sent}`)));
  }
  await settle(bens);
  const sentMax = burst + Math.ceil(((performance.now() - startedMs) / 1000) * perSec);
  expect(textsOf(bens).length).toBeGreaterThanOrEqual(burst);
  expect(textsOf(bens).length).toBeLessThanOrEqual(sentMax);
  expect(outcomes).toContain('too_many_events');
});
