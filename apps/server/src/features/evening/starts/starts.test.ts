import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { activities as activitiesApi, type ListedActivity } from '@boathouse/contract/activities';
import {
  ActivityChangedSchema,
  ClockToldSchema,
  liveEvents,
  RoomStatesSchema,
  SessionStartSchema,
  type MemberState,
} from '@boathouse/contract/live';
import { starts, type Start } from '@boathouse/contract/sessions/starts';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { problemOf, TestApp, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages, type TestPage } from '../../../../test/support/test-page.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { updateFromSamples } from '../../training/activities/store.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);
const at = (sec: number) => new Date(noonMs + sec * 1000).toISOString();

onEachDatabase('common starts', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let address: string;
  const open = usePages(() => address);
  let ann: Person;
  let ben: Person;
  let session: string;

  beforeAll(async () => {
    address = await app().listen();
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    nowMs = noonMs;
    await database().db.delete(activities);
    session = await buildSession(database().db, {
      hostUserId: ann.user._id,
      isAccessibleByLink: true,
      workoutItems: ['2000m', '500m'],
    });
  });

  const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, as: Person, body?: object) =>
    app().call(method, `/api/sessions/${session}/starts${path}`, { as, ...(body ? { body } : {}) });
  const set = async (item: number, inSec: number): Promise<Start[]> =>
    starts.set.response.parse((await call('PUT', `/${item}`, ann, { inSec })).body);
  const read = async (as: Person): Promise<Start[]> =>
    starts.ofSession.response.parse((await call('GET', '', as)).body);

  describe('of a session', () => {
    test('are set by the server, sent to every page of the room, and also to pages that join later', async () => {
      const [anns, bens] = [await open.into(session, ann), await open.into(session, ben)];
      const told = Promise.all([anns, bens].map((page) => page.next(liveEvents.sessionStart)));
      const fixed = await set(0, 20);
      expect(fixed).toEqual([{ workoutItemIndex: 0, startAt: at(20) }]);
      for (const message of await told) {
        expect(SessionStartSchema.parse(message)).toEqual({ room: session, starts: fixed });
      }
      expect(await read(ben)).toEqual(fixed);
    });

    test('survive a restart of the server', async () => {
      const fixed = await set(1, 60);
      const restarted = await TestApp.on(database());
      const answer = await restarted.call('GET', `/api/sessions/${session}/starts`, { as: ann });
      await restarted.close();
      expect(answer.body).toEqual(fixed);
    });

    test('a new start replaces the starts in the future; past starts stay', async () => {
      await set(0, 10);
      expect(await set(1, 20)).toEqual([{ workoutItemIndex: 1, startAt: at(20) }]);
      nowMs += 20_000;
      expect(await set(0, 30)).toEqual([
        { workoutItemIndex: 0, startAt: at(50) },
        { workoutItemIndex: 1, startAt: at(20) },
      ]);
    });

    test('can be canceled until GO, and the room gets the change', async () => {
      const bens = await open.into(session, ben);
      await set(0, 20);
      nowMs += 19_999;
      const told = bens.next(liveEvents.sessionStart, (message) => {
        const { starts: left } = SessionStartSchema.parse(message);
        return left.length === 0;
      });
      expect((await call('DELETE', '/0', ann)).body).toEqual([]);
      await told;
      nowMs = noonMs;
      const fixed = await set(0, 20);
      nowMs += 20_000;
      expect((await call('DELETE', '/0', ann)).body).toEqual(fixed);
    });

    test('starts for an item that the host has removed are left out', async () => {
      await set(1, 20);
      const change = { as: ann, body: { workoutItems: ['2000m'] } };
      expect((await app().call('PATCH', `/api/sessions/${session}`, change)).status).toBe(200);
      expect(await read(ann)).toEqual([]);
    });

    test('need an item of the session, and one of the possible countdowns', async () => {
      expect(problemOf(await call('PUT', '/2', ann, { inSec: 20 }))).toMatchObject({ status: 404 });
      expect(problemOf(await call('PUT', '/4', ann, { inSec: 20 }))).toMatchObject({ status: 400 });
      expect(problemOf(await call('PUT', '/0', ann, { inSec: 15 }))).toMatchObject({ status: 400 });
      expect(await read(ann)).toEqual([]);
    });
  });

  describe("the server's clock", () => {
    test('is sent to a page that asks, in a room or not', async () => {
      const page = await open(ben);
      nowMs = noonMs + 1_234.9;
      const told = page.next(liveEvents.clockTold);
      page.send(liveEvents.clockAsk, { number: 7 });
      expect(ClockToldSchema.parse(await told)).toEqual({ number: 7, atMs: noonMs + 1_234 });
    });
  });

  describe('the first stroke of an athlete', () => {
    const stored = async (id: string): Promise<ListedActivity> =>
      activitiesApi.byId.response.parse((await app().call('GET', `/api/activities/${id}`, { as: ann })).body);
    const rowerIn = (item = 0, as = ben) =>
      buildActivity(database().db, { userId: as.user._id, sessionId: session, workoutItemIndex: item });
    /** Stores a sample with this many seconds rowed, received this long after noon. */
    const receive = async (id: string, receivedSec: number, elapsedTime: number, more: object = {}) => {
      const sample = { ...liveSample(1), elapsedTime, ...more };
      const { started } = await updateFromSamples(
        database().db,
        new Map([[id, { sample, receivedAt: new Date(at(receivedSec)) }]]),
      );
      return started;
    };

    test('is counted from the start, by the time at which its sample arrives', async () => {
      const id = await rowerIn();
      await set(0, 20);
      expect(await receive(id, 21.5, 0.5)).toEqual([id]);
      expect(await stored(id)).toMatchObject({ startOffset: 1 });
    });

    test('is negative before the start', async () => {
      const id = await rowerIn();
      await set(0, 20);
      await receive(id, 19.1, 0.1);
      expect((await stored(id)).startOffset).toBeCloseTo(-1, 5);
    });

    test('is improved by a later sample with less delay, and not changed by one with more', async () => {
      const id = await rowerIn();
      await set(0, 20);
      expect(await receive(id, 22, 1)).toEqual([id]);
      expect(await receive(id, 22.4, 2)).toEqual([]);
      expect((await stored(id)).startOffset).toBeCloseTo(0.4, 5);
      await receive(id, 26, 4);
      expect((await stored(id)).startOffset).toBeCloseTo(0.4, 5);
    });

    test('is not moved by rests, in which the rowed time stops', async () => {
      const id = await rowerIn();
      await set(0, 20);
      await receive(id, 81, 60);
      await receive(id, 141, 60, { phase: 'resting' });
      await receive(id, 150, 64);
      expect((await stored(id)).startOffset).toBeCloseTo(1, 5);
    });

    test('is that of the newest workout for an athlete who has started again', async () => {
      const id = await rowerIn();
      await set(0, 20);
      await receive(id, 15, 5);
      await receive(id, 22, 1.5);
      expect((await stored(id)).startOffset).toBeCloseTo(0.5, 5);
    });

    test('is that of the newest workout even when the monitor waited in between', async () => {
      const id = await rowerIn();
      await set(0, 20);
      await receive(id, 15, 5);
      await receive(id, 18, 0, { phase: 'waiting' });
      expect((await stored(id)).startOffset).toBeNull();
      expect(await receive(id, 22, 1.5)).toEqual([id]);
      expect((await stored(id)).startOffset).toBeCloseTo(0.5, 5);
    });

    test('counts from no start once they have started over by themselves, long after it', async () => {
      const id = await rowerIn();
      await set(0, 20);
      await receive(id, 30, 9);
      await receive(id, 20 + 3_700, 2);
      expect((await stored(id)).startOffset).toBeNull();
    });

    test('long before a start belongs to a separate row', async () => {
      const [early, gone] = [await rowerIn(0, ann), await rowerIn()];
      await receive(early, -219, 60);
      await receive(gone, -221, 60);
      await set(0, 20);
      expect(await stored(early)).toMatchObject({ startOffset: -299 });
      expect(await stored(gone)).toMatchObject({ startOffset: null });
      await receive(gone, -211, 70);
      expect(await stored(gone)).toMatchObject({ startOffset: null });
    });

    test('a first stroke before a start is not early in a silent row, until it sends again', async () => {
      const rower = (as: Person, heardSec: number) =>
        buildActivity(database().db, {
          userId: as.user._id,
          sessionId: session,
          heardAt: new Date(at(heardSec)),
        });
      const [alive, dead] = [await rower(ann, -59), await rower(ben, -61)];
      await receive(alive, -70, 10);
      await receive(dead, -70, 10);
      await set(0, 20);
      expect(await stored(alive)).toMatchObject({ startOffset: -100 });
      expect(await stored(dead)).toMatchObject({ startOffset: null });
      await receive(dead, 25, 105);
      expect(await stored(dead)).toMatchObject({ startOffset: -100 });
    });

    test('counts from a start set while they row, and from none once it is canceled', async () => {
      const id = await rowerIn();
      await receive(id, -30, 10);
      expect((await stored(id)).startOffset).toBeNull();
      const page = await open.into(session, ben);
      const told = page.next(liveEvents.activityChanged);
      await set(0, 20);
      const [changed] = ActivityChangedSchema.parse(await told).activities;
      expect(changed).toMatchObject({ _id: id, startOffset: -60 });
      await call('DELETE', '/0', ann);
      expect((await stored(id)).startOffset).toBeNull();
    });

    test('a first stroke in a completed result, or in another item, is unchanged by a new start', async () => {
      const [done, other] = [await rowerIn(), await rowerIn(1, ann)];
      await set(0, 20);
      await receive(done, 22, 1);
      await app().call('PATCH', `/api/activities/${done}/complete`, { as: ben, body: { distance: 2000 } });
      nowMs += 600_000;
      await receive(other, 600, 1);
      await set(0, 20);
      expect(await stored(done)).toMatchObject({ startOffset: 1, isCompleted: true });
      expect(await stored(other)).toMatchObject({ startOffset: null });
    });

    test('an hour after the start belongs to a separate row', async () => {
      const id = await rowerIn();
      await set(0, 20);
      await receive(id, 20 + 3_601, 1);
      expect((await stored(id)).startOffset).toBeNull();
    });

    test('is sent to the room when its sample arrives on the live channel', async () => {
      const id = await rowerIn();
      await set(0, 10);
      const [anns, bens] = [await open.into(session, ann), await open.into(session, ben)];
      nowMs = noonMs + 92_000;
      const told = anns.next(liveEvents.activityChanged);
      await bens.ask(liveEvents.sample, { activity: id, sample: { ...liveSample(1), elapsedTime: 2 } });
      const [changed] = ActivityChangedSchema.parse(await told).activities;
      expect(changed).toMatchObject({ _id: id, isCompleted: false, startOffset: 80 });
    }, 20_000);
  });

  describe('whether a member is ready', () => {
    const ready: MemberState = {
      isErgConnected: true,
      setItems: [0],
      isInFront: true,
      item: null,
      isRowing: false,
    };
    /** The states that a page has received, by user. */
    function statesOn(page: TestPage): Record<string, MemberState> {
      const known = new Map<string, MemberState>();
      for (const payload of page.received(liveEvents.roomStates)) {
        const { isWhole, states } = RoomStatesSchema.parse(payload);
        if (isWhole) known.clear();
        for (const { user, state } of states) {
          if (state === null) known.delete(user);
          else known.set(user, state);
        }
      }
      return Object.fromEntries(known);
    }

    test('reaches the room and those who join later, and ends with the connection', async () => {
      const [anns, bens] = [await open.into(session, ann), await open.into(session, ben)];
      expect(await bens.outcomeOf(liveEvents.memberState, { room: session, state: ready })).toBe('ok');
      await vi.waitFor(() => expect(statesOn(anns)).toEqual({ [ben.user._id]: ready }));
      const later = await open.into(session, ann);
      await vi.waitFor(() => expect(statesOn(later)).toEqual({ [ben.user._id]: ready }));
      bens.close();
      await vi.waitFor(() => expect(statesOn(anns)).toEqual({}));
    });
  });
});
