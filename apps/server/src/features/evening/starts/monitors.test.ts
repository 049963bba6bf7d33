import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents } from '@boathouse/contract/live';
import {
  MonitorsAskedSchema,
  RoomMonitorsSchema,
  type MonitorOutcome,
  type MonitorsAsked,
} from '@boathouse/contract/live/crew-monitors';
import { blocks } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { clubCalls } from '../../../../test/support/club-calls.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages, type TestPage } from '../../../../test/support/test-page.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('setting all monitors', (database) => {
  const app = useTestApp(database, {}, undefined, { nowMs: () => noonMs });
  const { change, revoke } = clubCalls(app);
  let address: string;
  const open = usePages(() => address);
  let ann: Person;
  let ben: Person;
  let cas: Person;
  let room: string;

  /** Each test has its own coach, who has used up nothing of the limit. */
  beforeAll(async () => {
    ben = await app().signUp('Ben');
    cas = await app().signUp('Cas');
    address = await app().listen();
  });
  beforeEach(async () => {
    ann = await app().signUp('Ann');
    room = await buildSession(database().db, {
      hostUserId: ann.user._id,
      isAccessibleByLink: true,
      workoutItems: ['2000m', '500m'],
    });
  });

  const enter = (as: Person) => open.into(room, as);
  const press = (page: TestPage, item: unknown = 1, id: unknown = randomUUID()) =>
    page.outcomeOf(liveEvents.setMonitors, { room, press: id, item });
  const heardBy = (page: TestPage): MonitorsAsked[] =>
    page.received(liveEvents.monitorsAsked).map((payload) => MonitorsAskedSchema.parse(payload));
  /** Resolves when the pages have received everything that the server sent them before. */
  const settle = (...pages: TestPage[]) =>
    Promise.all(pages.map((page) => page.ask(liveEvents.keyframeRequest, { room })));

  test('one press reaches every page of the room, with the server’s sender, time and text', async () => {
    const pages = [await enter(ann), await enter(ben), await enter(ben), await enter(cas)];
    const elsewhere = await open.into(await buildSession(database().db, { hostUserId: ben.user._id }), ben);
    const [anns] = pages;
    const id = randomUUID();
    expect(anns && (await press(anns, 1, id))).toBe('ok');
    await settle(...pages, elsewhere);
    for (const page of pages) {
      expect(heardBy(page)).toEqual([
        { room, press: id, item: 1, workout: '500m', sender: ann.user, atMs: noonMs },
      ]);
    }
    expect(heardBy(elsewhere)).toEqual([]);
  });

  test('a press is not kept for a page that joins later', async () => {
    const anns = await enter(ann);
    expect(await press(anns)).toBe('ok');
    const later = await enter(ben);
    await settle(later);
    expect(heardBy(later)).toEqual([]);
  });

  test('a press does not reach a user who is blocked by the coach or has blocked them', async () => {
    const [anns, bens, cass] = [await enter(ann), await enter(ben), await enter(cas)];
    await database()
      .db.insert(blocks)
      .values([
        { blockerId: ben.user._id, blockedId: ann.user._id },
        { blockerId: ann.user._id, blockedId: cas.user._id },
      ]);
    try {
      expect(await press(anns)).toBe('ok');
      await settle(anns, bens, cass);
      expect([anns, bens, cass].map((page) => heardBy(page).length)).toEqual([1, 0, 0]);
    } finally {
      await database().db.delete(blocks);
    }
  });

  test.for([
    ['of an item that the session does not have', 2, 'not_found'],
    ['of no item', null, 'bad_message'],
    ['of a text', '500m', 'bad_message'],
  ] as const)('a press %s is refused', async ([, item, code]) => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    expect(await press(anns, item)).toBe(code);
    await settle(bens);
    expect(heardBy(bens)).toEqual([]);
  });

  describe('[API-AUTHZ] the right to set monitors', () => {
    test('needs more than the right to row: an athlete in the room may not press, and neither may a user outside it', async () => {
      const [bens, cass, outside] = [await enter(ben), await enter(cas), await open(ann)];
      expect(await press(cass)).toBe('not_allowed');
      expect(await press(outside)).toBe('not_joined');
      await settle(bens);
      expect(heardBy(bens)).toEqual([]);
    });

    test('can also be pressed by an admin of the session’s club, until they lose the role or the membership ends', async () => {
      const owner = await app().signUp('Olga Owner');
      const clubId = await buildClub(database().db, { ownerId: owner.user._id });
      for (const [person, role] of [
        [ann, 0],
        [ben, 0],
        [cas, 1],
      ] as const) {
        await buildMembership(database().db, { clubId, userId: person.user._id, role });
      }
      room = await buildSession(database().db, { hostUserId: ann.user._id, clubId });
      const [anns, bens, cass, olgas] = [
        await enter(ann),
        await enter(ben),
        await enter(cas),
        await enter(owner),
      ];
      for (const page of [anns, cass, olgas]) expect(await press(page, 0)).toBe('ok');
      const lost = anns.next(liveEvents.refused);
      expect((await revoke(owner, ann.user._id, clubId)).status).toBe(200);
      await lost;
      expect(await press(anns, 0)).toBe('not_joined');
      expect((await change('revokeAdmin', owner, cas.user._id, clubId)).status).toBe(200);
      expect(await press(cass, 0)).toBe('not_allowed');
      await settle(bens);
      expect(heardBy(bens)).toHaveLength(3);
    });
  });

  test('presses of all pages of a user share one limit, which does not affect samples', async () => {
    const [first, second, bens] = [await enter(ann), await enter(ann), await enter(ben)];
    const { burst, perSec } = liveLimits.events.chat;
    const rowed = await buildActivity(database().db, { userId: ann.user._id, sessionId: room });
    const startedMs = performance.now();
    /** Returns how many are accepted before one is refused. */
    const acceptedOf = async (page: TestPage) => {
      for (let sent = 0; ; sent += 1) {
        const outcome = await press(page);
        if (outcome === 'ok') continue;
        expect(outcome).toBe('too_many_events');
        return sent;
      }
    };
    const accepted = (await acceptedOf(first)) + (await acceptedOf(second));
    const sentMax = burst + Math.ceil(((performance.now() - startedMs) / 1000) * perSec);
    expect(accepted).toBeGreaterThanOrEqual(burst);
    expect(accepted).toBeLessThanOrEqual(sentMax);
    await settle(bens);
    expect(heardBy(bens)).toHaveLength(accepted);
    expect(await first.outcomeOf(liveEvents.sample, { activity: rowed, sample: liveSample(1) })).toBe('ok');
  });

  describe('the outcome of a press', () => {
    const id = randomUUID();
    const report = (page: TestPage, outcome: MonitorOutcome | null) =>
      page.outcomeOf(liveEvents.monitorReport, {
        room,
        report: { answer: outcome === null ? null : { press: id, item: 1, outcome } },
      });
    /** The outcomes that a page received, by user; null for a user whose page received no press. */
    function outcomesOn(page: TestPage): Record<string, MonitorOutcome | null> {
      const known = new Map<string, MonitorOutcome | null>();
      for (const payload of page.received(liveEvents.roomMonitors)) {
        const { isWhole, states } = RoomMonitorsSchema.parse(payload);
        if (isWhole) known.clear();
        for (const { user, state } of states) {
          if (state === null) known.delete(user);
          else known.set(user, state.answer?.outcome ?? null);
        }
      }
      return Object.fromEntries(known);
    }

    test('reaches the pages that report themselves, also later ones, and ends with the connection', async () => {
      const [anns, bens] = [await enter(ann), await enter(ben)];
      expect(await report(anns, null)).toBe('ok');
      expect(await report(bens, 'asking')).toBe('ok');
      await vi.waitFor(() =>
        expect(outcomesOn(anns)).toEqual({ [ann.user._id]: null, [ben.user._id]: 'asking' }),
      );
      const later = await enter(cas);
      expect(await report(later, null)).toBe('ok');
      await vi.waitFor(() => expect(outcomesOn(later)).toMatchObject({ [ben.user._id]: 'asking' }));
      bens.close();
      await vi.waitFor(() => expect(outcomesOn(anns)).not.toHaveProperty(ben.user._id));
    });

    test('is not sent to a page that reports nothing, which is older than the event', async () => {
      const [olds, bens, anns] = [await enter(cas), await enter(ben), await enter(ann)];
      expect(await report(anns, null)).toBe('ok');
      expect(await report(bens, 'set')).toBe('ok');
      await vi.waitFor(() => expect(outcomesOn(anns)).toMatchObject({ [ben.user._id]: 'set' }));
      await settle(olds);
      expect(olds.received(liveEvents.roomMonitors)).toEqual([]);
      expect(outcomesOn(anns)).not.toHaveProperty(cas.user._id);
    });

    test('is, for an athlete with two pages, the report of the page with the erg', async () => {
      const [anns, phone, laptop] = [await enter(ann), await enter(ben), await enter(ben)];
      await report(anns, null);
      await report(phone, 'set');
      await report(laptop, 'noErg');
      await vi.waitFor(() => expect(outcomesOn(anns)).toMatchObject({ [ben.user._id]: 'set' }));
      phone.close();
      await vi.waitFor(() => expect(outcomesOn(anns)).toMatchObject({ [ben.user._id]: 'noErg' }));
    });

    test('is refused from outside the room', async () => {
      expect(await report(await open(ben), 'set')).toBe('not_joined');
    });
  });
});
