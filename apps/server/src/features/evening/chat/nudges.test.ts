import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groupChannelKey } from '@boathouse/contract/chat';
import { limits, liveLimits } from '@boathouse/contract/limits';
import { AnswerSchema, liveEvents } from '@boathouse/contract/live';
import { NudgedSchema, type Nudged } from '@boathouse/contract/live/nudges';
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
const { revoke, change } = clubCalls(app);

let address: string;
let ann: Person;
let ben: Person;
let cas: Person;
let room: string;
let rowed: string;

/** Ann hosts, and Ben rows. Each test has its own coach, who has used up nothing of the limit. */
beforeAll(async () => {
  ben = await app().signUp('Ben');
  cas = await app().signUp('Cas');
  address = await app().listen();
});
beforeEach(async () => {
  ann = await app().signUp('Ann');
  await database().db.delete(activities);
  room = await buildSession(database().db, { hostUserId: ann.user._id });
  rowed = await buildActivity(database().db, { userId: ben.user._id, sessionId: room });
});

const open = usePages(() => address);
const enter = (as: Person) => open.into(room, as);
const nudge = (page: TestPage, text: unknown = 'Rate 22', activity = rowed) =>
  page.outcomeOf(liveEvents.nudge, { room, activity, text });
const heardBy = (page: TestPage): Nudged[] =>
  page.received(liveEvents.nudged).map((payload) => NudgedSchema.parse(payload));

/** Resolves when the pages have received everything that the server sent them before. */
const settle = (...pages: TestPage[]) =>
  Promise.all(pages.map((page) => page.ask(liveEvents.keyframeRequest, { room })));

describe('a nudge of the host', () => {
  test('reaches every page of its athlete in the room, with the server’s sender, and no one else’s', async () => {
    const anns = await enter(ann);
    const bens = [await enter(ben), await enter(ben)];
    const cass = await enter(cas);
    const elsewhere = await open.into(await buildSession(database().db, { hostUserId: ben.user._id }), ben);
    expect(await nudge(anns, '  Sit   up ')).toBe('ok');
    await settle(anns, ...bens, cass, elsewhere);
    for (const page of bens) {
      expect(heardBy(page)).toEqual([{ room, activity: rowed, sender: ann.user, text: 'Sit up' }]);
    }
    for (const page of [anns, cass, elsewhere]) expect(heardBy(page)).toEqual([]);
  });

  test('is not stored: a page that joins later gets none', async () => {
    const [anns] = [await enter(ann), await enter(ben)];
    expect(await nudge(anns)).toBe('ok');
    const late = await enter(ben);
    await settle(late);
    expect(heardBy(late)).toEqual([]);
  });

  test.for([
    ['that is empty', ''],
    ['of blanks', ' '],
    ['that is too long', 'x'.repeat(limits.nudgeMax + 1)],
    ['of two lines', 'Sit\nup'],
    ['that is no text', { text: 'Sit up' }],
  ] as const)('%s is refused', async ([, text]) => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    expect(await nudge(anns, text)).toBe('bad_message');
    await settle(bens);
    expect(heardBy(bens)).toEqual([]);
  });

  test('is refused with the reason once the athlete has completed or discarded the activity', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    await database()
      .db.update(activities)
      .set({ isCompleted: true, completedAt: new Date(nowMs()) });
    const answer = AnswerSchema.parse(
      await anns.ask(liveEvents.nudge, { room, activity: rowed, text: 'Rate 22' }),
    );
    expect(answer).toMatchObject({
      refusal: { event: liveEvents.nudge, code: 'completed', message: 'This activity is complete' },
    });
    await database().db.delete(activities);
    expect(await nudge(anns)).toBe('not_found');
    await settle(bens);
    expect(heardBy(bens)).toEqual([]);
  });

  test('is refused if the athlete rows in another session, or has no page in the room', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    const other = await buildSession(database().db, { hostUserId: ann.user._id });
    const caseys = await buildActivity(database().db, { userId: cas.user._id, sessionId: other });
    expect(await nudge(anns, 'Rate 22', caseys)).toBe('not_found');
    expect(await nudge(anns)).toBe('ok');
    bens.close();
    await untilMembers(anns, room, ['Ann']);
    expect(await nudge(anns)).toBe('not_present');
  });

  test('between two users reaches no one if one has blocked the other', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    await database().db.insert(blocks).values({ blockerId: ben.user._id, blockedId: ann.user._id });
    try {
      expect(await nudge(anns)).toBe('ok');
      await settle(bens);
      expect(heardBy(bens)).toEqual([]);
    } finally {
      await database().db.delete(blocks);
    }
  });
});

describe('[API-AUTHZ] the right to nudge', () => {
  test('needs more than the right to chat: another athlete in the room may not send it, and neither may a user outside it', async () => {
    const [bens, cass, outside] = [await enter(ben), await enter(cas), await open(ann)];
    expect(await nudge(cass)).toBe('not_allowed');
    expect(await nudge(bens)).toBe('not_allowed');
    expect(await nudge(outside)).toBe('not_joined');
    await settle(bens);
    expect(heardBy(bens)).toEqual([]);
  });

  test('can also be sent by an admin of the session’s club until they lose the role, and by the host until the membership ends', async () => {
    const owner = await app().signUp('Olga Owner');
    const clubId = await buildClub(database().db, { ownerId: owner.user._id });
    for (const [person, role] of [
      [ann, 0],
      [ben, 0],
      [cas, 1],
    ] as const) {
      await buildMembership(database().db, { clubId, userId: person.user._id, role });
    }
    await database().db.delete(activities);
    room = await buildSession(database().db, { hostUserId: ann.user._id, clubId });
    rowed = await buildActivity(database().db, { userId: ben.user._id, sessionId: room });
    const [anns, bens, cass, olgas] = [
      await enter(ann),
      await enter(ben),
      await enter(cas),
      await enter(owner),
    ];
    for (const page of [anns, cass, olgas]) expect(await nudge(page)).toBe('ok');
    const lost = anns.next(liveEvents.refused);
    expect((await revoke(owner, ann.user._id, clubId)).status).toBe(200);
    await lost;
    expect(await nudge(anns)).toBe('not_joined');
    expect((await change('revokeAdmin', owner, cas.user._id, clubId)).status).toBe(200);
    expect(await nudge(cass)).toBe('not_allowed');
    await settle(bens);
    expect(heardBy(bens)).toHaveLength(3);
  });
});

test('nudges and messages of all pages of a user share one limit, which does not affect samples', async () => {
  const [first, second, bens] = [await enter(ann), await enter(ann), await enter(ben)];
  const { burst, perSec } = liveLimits.events.chat;
  const startedMs = performance.now();
  const message = { sender: ann.user, recipient: null, room, channelKey: groupChannelKey, message: 'All up' };
  /** Returns how many are accepted before one is refused. */
  const acceptedOf = async (send: () => Promise<string>) => {
    for (let sent = 0; ; sent += 1) {
      const outcome = await send();
      if (outcome === 'ok') continue;
      expect(outcome).toBe('too_many_events');
      return sent;
    }
  };
  const nudges = await acceptedOf(() => nudge(first));
  const messages = await acceptedOf(() => second.outcomeOf(liveEvents.sendMessage, message));
  const sentMax = burst + Math.ceil(((performance.now() - startedMs) / 1000) * perSec);
  expect(nudges).toBeGreaterThanOrEqual(burst);
  expect(nudges + messages).toBeLessThanOrEqual(sentMax);
  await settle(bens);
  expect(heardBy(bens)).toHaveLength(nudges);
  expect(await bens.outcomeOf(liveEvents.sample, { activity: rowed, sample: liveSample(1) })).toBe('ok');
});
