import { createConnection } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eq } from 'drizzle-orm';
import { activities, type WorkoutSummary } from '@boathouse/contract/activities';
import { liveLimits } from '@boathouse/contract/limits';
import { ActivityChangedSchema, liveEvents, liveProtocol } from '@boathouse/contract/live';
import { liveAddressOf, routeOf } from '@boathouse/contract/live/address';
import { sessions } from '@boathouse/contract/sessions';
import { activities as activityTable, sessions as sessionTable } from '../db/tables.ts';
import { buildActivity } from '../features/training/activities/factory.ts';
import { buildSession } from '../features/sessions/sessions/factory.ts';
import { usePglite } from '../../test/support/databases.ts';
import { liveSample } from '../../test/support/live-sample.ts';
import { untilMembers } from '../../test/support/room-members.ts';
import { useTestApp, type Person } from '../../test/support/test-app.ts';
import { TestPage, usePages, type PageOptions } from '../../test/support/test-page.ts';
import { liveEvent } from './events.ts';

const database = usePglite();
const app = useTestApp(database);

let address: string;
let ann: Person;
let ben: Person;
let room: string;

beforeAll(async () => {
  ann = await app().signUp('Ann');
  ben = await app().signUp('Ben');
  address = await app().listen();
});

beforeEach(async () => {
  await database().db.delete(activityTable);
  room = await buildSession(database().db, { hostUserId: ann.user._id });
});

const open = usePages(() => address);
const enter = (as: Person, options?: PageOptions) => open.into(room, as, options);

const activityOf = (person: Person, sessionId = room) =>
  buildActivity(database().db, { userId: person.user._id, sessionId });

const summary: WorkoutSummary = {
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 26,
  averageHeartRate: null,
  recoveryHeartRate: null,
  splits: [
    {
      splitNumber: 1,
      time: 100,
      distance: 400,
      averagePace: 125,
      restTime: 0,
      strokeRate: 26,
      heartRate: null,
    },
  ],
  source: 'summary',
};

describe('the handshake', () => {
  const refusal = (as: Person | null, options: PageOptions) =>
    open(as, options).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  test('[SOCK-1] accepts a signed-in user from our own page, and from a program without an origin', async () => {
    expect(await refusal(ann, {})).toBe('accepted');
    expect(await refusal(ann, { origin: null })).toBe('accepted');
  });

  test('[SOCK-1] refuses users without a login or a user record', async () => {
    const { token } = ann;
    const withoutRecord = await app().signUp('Nora', { withRecord: false });
    expect(await refusal(null, {})).toBe('not_signed_in');
    expect(await refusal({ ...ann, token: `${token}x` }, {})).toBe('not_signed_in');
    expect(await refusal(withoutRecord, {})).toBe('not_signed_in');
  });

  test.for(['https://elsewhere.example', 'http://127.0.0.1:1', 'null', 'http://localhost'])(
    '[SOCK-1] refuses the page of another site at %s, although its visitor is signed in',
    async (origin) => {
      expect(await refusal(ann, { origin })).toBe('wrong_origin');
    },
  );

  test.for([[0], [1], ['2'], [null], [{}], [[1]]])(
    '[SOCK-1] refuses a page of another version: protocol %j',
    async ([protocol]) => {
      expect(await refusal(ann, { protocol })).toBe('protocol_mismatch');
      const error: unknown = await open(ann, { protocol }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ data: { protocol: liveProtocol } });
    },
  );

  test.for([
    ['without a route', () => ({ session: room })],
    ['with the route of another session', () => ({ session: room, route: '811c9dc5' })],
    ['without a session', () => ({ route: routeOf(room) })],
    ['with something else as a session', () => ({ session: 'mine', route: routeOf('mine') })],
  ] as const)('refuses an address %s, which a proxy may send to the wrong process', async ([, address]) => {
    expect(await refusal(ann, { address: address() })).toBe('wrong_address');
    expect(await refusal(ann, { address: liveAddressOf(room) })).toBe('accepted');
  });

  test('refuses an address that names a session twice', async () => {
    const other = await buildSession(database().db, { hostUserId: ann.user._id });
    const { session, route } = liveAddressOf(room);
    const twice = `${address}/?session=${session}&session=${other}&route=${route}`;
    await expect(TestPage.open(twice, { as: ann, origin: address })).rejects.toThrow('wrong_address');
  });

  test('[SOCK-1] needs a websocket: polling is refused', async () => {
    await expect(TestPage.open(address, { as: ann, transports: ['polling'] })).rejects.toThrow();
    const answer = await fetch(`${address}/socket.io/?EIO=4&transport=polling`);
    expect(answer.status).toBe(400);
  });

  test('the handshake with malformed bytes does not harm the process', async () => {
    const { port } = new URL(address);
    await new Promise<void>((resolve) => {
      const wire = createConnection(Number(port), '127.0.0.1', () => {
        wire.end(
          'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: \0\r\n\r\n\xff\xfe',
        );
      });
      wire.on('close', () => resolve());
      wire.on('error', () => resolve());
      wire.resume();
    });
    expect((await app().call('GET', '/livez')).status).toBe(200);
  });
});

describe('the list of members of a room', () => {
  test('[SOCK-1] is sent to a user who joins; the others get the users who joined and left', async () => {
    const anns = await enter(ann);
    await untilMembers(anns, room, ['Ann']);
    const bens = await enter(ben);
    await Promise.all([anns, bens].map((page) => untilMembers(page, room, ['Ann', 'Ben'])));
    expect(anns.received(liveEvents.roomPresence)).toEqual([{ room, seq: 2, joined: [ben.user], left: [] }]);
    expect(bens.received(liveEvents.roomPresence)).toEqual([]);

    // Ben's second page gets the list, and changes nothing for Ann when it joins or leaves.
    const bensSecond = await enter(ben);
    await untilMembers(bensSecond, room, ['Ann', 'Ben']);
    expect(await bensSecond.outcomeOf(liveEvents.leaveRoom, { room })).toBe('ok');
    bens.close();
    await untilMembers(anns, room, ['Ann']);
    expect(anns.received(liveEvents.roomPresence).at(-1)).toEqual({
      room,
      seq: 3,
      joined: [],
      left: [ben.user._id],
    });
    expect(anns.received(liveEvents.roomMembers)).toHaveLength(1);
  });

  test('[SOCK-1] is sent after every change to a program that knows only the specification’s events, which gets nothing else', async () => {
    const program = await enter(ann, { protocol: undefined });
    await untilMembers(program, room, ['Ann']);
    const bens = await enter(ben);
    await untilMembers(program, room, ['Ann', 'Ben']);
    const activity = await activityOf(ben);
    const shown = bens.nextFrame(({ rows }) => rows.length > 0);
    expect(await bens.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1) })).toBe('ok');
    await shown;
    bens.close();
    await untilMembers(program, room, ['Ann']);
    expect(program.messages.map(({ event }) => event)).toEqual(Array(3).fill('update_room_members'));
  });

  test('[SOCK-1] is sent again to a page that joins twice', async () => {
    const anns = await enter(ann);
    await untilMembers(anns, room, ['Ann']);
    const told = anns.next(liveEvents.roomMembers);
    expect(await anns.outcomeOf(liveEvents.joinRoom, { user: ann.user._id, room })).toBe('ok');
    expect(await told).toEqual({ room, seq: 1, members: [ann.user] });
  });

  test('[SESS-11] is not sent to a user who may not read the session, and neither are its samples', async () => {
    room = await buildSession(database().db, { hostUserId: ann.user._id, isAccessibleByLink: false });
    const bens = await open(ben);
    expect(await bens.outcomeOf(liveEvents.joinRoom, { user: ben.user._id, room })).toBe('not_found');
    expect(await bens.outcomeOf(liveEvents.keyframeRequest, { room })).toBe('ok');
    const anns = await enter(ann);
    const activity = await activityOf(ann);
    const shown = anns.nextFrame(({ rows }) => rows.length > 0);
    expect(await anns.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1) })).toBe('ok');
    await shown;
    // This response arrives after everything that the server has sent before.
    await bens.ask(liveEvents.leaveRoom, { room });
    expect(bens.messages).toEqual([]);
  });

  test('does not contain a page that leaves before the response to its join request', async () => {
    const anns = await enter(ann);
    const bens = await open(ben);
    const joining = bens.ask(liveEvents.joinRoom, { user: ben.user._id, room });
    await bens.ask(liveEvents.leaveRoom, { room });
    await joining;
    const activity = await activityOf(ben);
    expect(await bens.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1) })).toBe('not_joined');
    const told = anns.next(liveEvents.roomMembers);
    await anns.ask(liveEvents.joinRoom, { user: ann.user._id, room });
    expect(await told).toMatchObject({ members: [ann.user] });
  });

  test('has a page that joins, leaves and joins again without waiting', async () => {
    const bens = await open(ben);
    const join = { user: ben.user._id, room };
    const first = bens.ask(liveEvents.joinRoom, join);
    const left = bens.ask(liveEvents.leaveRoom, { room });
    const second = bens.outcomeOf(liveEvents.joinRoom, join);
    await Promise.all([first, left]);
    expect(await second).toBe('ok');
    const activity = await activityOf(ben);
    expect(await bens.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1) })).toBe('ok');
  });

  test.for([
    ['while another of the same person is inside', true, 'user'],
    ['alone', false, 'user'],
    ['while the room is closed to its user', false, 'room'],
  ] as const)(
    '[SESS-11] is left by a page that may not stay, even when it was just being let in %s',
    async ([, isAnotherInside, checked]) => {
      const { live } = app().app;
      let letIn = () => {};
      const mayEnter = new Promise<'all'>((resolve) => (letIn = () => resolve('all')));
      let asked = () => {};
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      const enterSlowly = liveEvent('test:enter', z.unknown(), (connection) =>
        live.enter(connection, room, () => {
          asked();
          return mayEnter;
        }),
      );
      live.on(enterSlowly);
      const anns = await enter(ann);
      const inside = isAnotherInside ? [await enter(ben)] : [];
      const outside = await open(ben);
      const entering = outside.ask(enterSlowly.name, {});
      await isAsked;

      await untilMembers(anns, room, isAnotherInside ? ['Ann', 'Ben'] : ['Ann']);
      if (checked === 'room') app().services.announcements.closeRoom(room, [ann.user._id]);
      else {
        const close = { isAccessibleByLink: false };
        await database().db.update(sessionTable).set(close).where(eq(sessionTable.id, room));
        await app().services.announcements.rightsChanged(ben.user._id);
      }
      letIn();
      await Promise.all([untilMembers(anns, room, ['Ann']), entering]);
      const activity = await activityOf(ben);
      for (const page of [...inside, outside]) {
        expect(await page.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1) })).toBe(
          'not_joined',
        );
        expect(page.received(liveEvents.refused)).toMatchObject([{ event: 'join_room', code: 'not_found' }]);
      }
    },
  );
});

test('a connection whose address names a session is in no other room', async () => {
  const other = await buildSession(database().db, { hostUserId: ann.user._id });
  const page = await open(ann, { address: liveAddressOf(room) });
  const join = (id: string) => page.outcomeOf(liveEvents.joinRoom, { user: ann.user._id, room: id });
  expect(await join(other)).toBe('elsewhere');
  expect(await join(room)).toBe('ok');
  expect(await join(other)).toBe('elsewhere');
});

test('a page is in a bounded number of rooms', async () => {
  const page = await open(ann);
  const { roomsPerConnectionMax } = liveLimits;
  const join = async () => {
    const id = await buildSession(database().db, { hostUserId: ann.user._id });
    return page.outcomeOf(liveEvents.joinRoom, { user: ann.user._id, room: id });
  };
  expect(await page.outcomeOf(liveEvents.joinRoom, { user: ann.user._id, room })).toBe('ok');
  for (let count = 1; count < roomsPerConnectionMax; count += 1) expect(await join()).toBe('ok');
  expect(await join()).toBe('too_many_events');
  expect(await page.outcomeOf(liveEvents.joinRoom, { user: ann.user._id, room })).toBe('ok');
  await page.ask(liveEvents.leaveRoom, { room });
  expect(await join()).toBe('ok');
});

describe('a sample', () => {
  test('[SOCK-1] a sample of one rower reaches the others unchanged in a frame', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    const activity = await activityOf(ann);
    const shown = bens.nextFrame(({ rows }) => rows.length > 0);
    expect(await anns.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1, 10.5) })).toBe('ok');
    const frame = await shown;
    expect(frame).toMatchObject({ room, rows: [{ activity, sample: liveSample(1, 10.5) }] });
    expect(frame.rows[0]?.ageMs).toBeGreaterThanOrEqual(0);
  });

  test('[SOCK-1] a sample that is packed reaches the others in the resolution of the monitor', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    const activity = await activityOf(ann);
    const shown = bens.nextFrame(({ rows }) => rows.length > 0);
    anns.sendSample(activity, {
      ...liveSample(1, 10.52),
      heartRate: 142,
      left: { kind: 'time', value: 59.99 },
    });
    const { rows } = await shown;
    const sample = { ...liveSample(1, 10.5), heartRate: 142, left: { kind: 'time', value: 59.99 } };
    expect(rows).toMatchObject([{ activity, sample }]);
  });

  test('[SOCK-1] a sample of a device that another has followed is dropped: the others see only the newest', async () => {
    const [anns, annsOther, bens] = [await enter(ann), await enter(ann), await enter(ben)];
    const activity = await activityOf(ann);
    const shown = bens.nextFrame(({ rows }) => rows.some((row) => row.sample.elapsedTime === 9));
    for (const [page, elapsedTime] of [
      [anns, 5],
      [annsOther, 6],
      [anns, 5.5],
      [annsOther, 9],
      [anns, 6],
    ] as const) {
      expect(await page.outcomeOf(liveEvents.sample, { activity, sample: liveSample(elapsedTime) })).toBe(
        'ok',
      );
    }
    await shown;
    const keyframe = bens.nextFrame(({ isKeyframe }) => isKeyframe);
    await bens.ask(liveEvents.keyframeRequest, { room });
    expect((await keyframe).rows.map((row) => row.sample.elapsedTime)).toEqual([9]);
  });

  test('a sample with the `seq` of earlier protocols is accepted from a program', async () => {
    const [anns, bens] = [await enter(ann, { protocol: undefined }), await enter(ben)];
    const activity = await activityOf(ann);
    const shown = bens.nextFrame(({ rows }) => rows.length > 0);
    const sample = { ...liveSample(3), seq: 1_763_746_800_123 };
    expect(await anns.outcomeOf(liveEvents.sample, { activity, sample })).toBe('ok');
    expect((await shown).rows).toMatchObject([{ activity, sample: liveSample(3) }]);
  });

  test('acknowledges frames of its room', async () => {
    const anns = await enter(ann, { acknowledges: false });
    const activity = await activityOf(ann);
    for (let second = 1; second <= 2 * liveLimits.unacknowledgedMax; second += 1) {
      const shown = anns.nextFrame(({ rows }) => rows.some((row) => row.sample.elapsedTime === second));
      anns.sendSample(activity, liveSample(second), anns.frames.at(-1));
      await shown;
    }
    expect(anns.frames.filter(({ isKeyframe }) => isKeyframe)).toHaveLength(1);
  });

  test('acknowledges the frames of its page’s room even when it is refused', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben, { acknowledges: false })];
    const activity = await activityOf(ann);
    for (let second = 1; second <= 2 * liveLimits.unacknowledgedMax; second += 1) {
      const shown = bens.nextFrame(({ rows }) => rows.some((row) => row.sample.elapsedTime === second));
      anns.sendSample(activity, liveSample(second));
      await shown;
      bens.sendSample(activity, liveSample(second), bens.frames.at(-1));
    }
    expect(bens.received(liveEvents.refused)).not.toEqual([]);
  });

  test("[API-AUTHZ] of another user's activity, or of a missing one, is refused and not sent to the room", async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    const activity = await activityOf(ann);
    for (const id of [activity, room]) {
      expect(await bens.outcomeOf(liveEvents.sample, { activity: id, sample: liveSample(1) })).toBe(
        'not_found',
      );
    }
    const keyframe = anns.nextFrame(({ isKeyframe }) => isKeyframe);
    await anns.ask(liveEvents.keyframeRequest, { room });
    expect((await keyframe).rows).toEqual([]);
  });

  test('is refused in the room of another session', async () => {
    const elsewhere = await buildSession(database().db, { hostUserId: ben.user._id });
    const anns = await open(ann);
    const activity = await activityOf(ann);
    const send = () => anns.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1) });
    expect(await send()).toBe('not_joined');
    await anns.ask(liveEvents.joinRoom, { user: ann.user._id, room: elsewhere });
    expect(await send()).toBe('not_joined');
    await anns.ask(liveEvents.joinRoom, { user: ann.user._id, room });
    expect(await send()).toBe('ok');
    await anns.ask(liveEvents.leaveRoom, { room });
    expect(await send()).toBe('not_joined');
  });

  test('a sample of a completed activity is refused, also from a page that was outside the room at that time', async () => {
    const [anns, annsOther] = [await enter(ann), await enter(ann)];
    const activity = await activityOf(ann);
    const send = (page: TestPage, seq: number) =>
      page.outcomeOf(liveEvents.sample, { activity, sample: liveSample(seq) });
    expect(await send(anns, 1)).toBe('ok');
    expect(await send(annsOther, 2)).toBe('ok');
    await annsOther.ask(liveEvents.leaveRoom, { room });
    const done = await app().call('PATCH', `/api/activities/${activity}/complete`, { as: ann });
    expect(done.status).toBe(200);
    expect(await send(anns, 3)).toBe('completed');
    await annsOther.ask(liveEvents.joinRoom, { user: ann.user._id, room });
    expect(await send(annsOther, 4)).toBe('completed');
    const keyframe = anns.nextFrame(({ isKeyframe }) => isKeyframe);
    await anns.ask(liveEvents.keyframeRequest, { room });
    expect((await keyframe).rows).toEqual([]);
  });

  test('reaches a viewer that acknowledges nothing in at most 8 frames, and later in a keyframe with the newest values', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben, { acknowledges: false })];
    const activity = await activityOf(ann);
    for (let seq = 1; seq <= 12; seq += 1) {
      const shown = anns.nextFrame(({ rows }) => rows.some((row) => row.sample.elapsedTime === seq));
      await anns.ask(liveEvents.sample, { activity, sample: liveSample(seq) });
      await shown;
    }
    await bens.ask(liveEvents.leaveRoom, { room: activity });
    expect(bens.frames).toHaveLength(liveLimits.unacknowledgedMax);
    const last = bens.nextFrame();
    bens.acknowledge({ room, epoch: bens.frames[0]?.epoch ?? 0, seq: 1_000 });
    expect(await last).toMatchObject({ isKeyframe: true, rows: [{ sample: { elapsedTime: 12 } }] });
  });
});

describe('an activity of the room', () => {
  const list = async (as: Person) =>
    sessions.activities.response.parse(
      (await app().call('GET', `/api/sessions/${room}/activities`, { as })).body,
    );

  test('[SESS-10] is sent to every member, in the form of the list, when it is started and when it is completed', async () => {
    const bens = await enter(ben);
    const body = { user: ann.user._id, session: room, workoutItemIndex: 0 };
    const begun = bens.next(liveEvents.activityChanged);
    const { _id } = activities.create.response.parse(
      (await app().call('POST', '/api/activities', { as: ann, body })).body,
    );
    expect(await begun).toEqual({ room, activities: (await list(ben)).flat(), discarded: [] });

    // A repeated start and a patch send no event.
    await app().call('POST', '/api/activities', { as: ann, body });
    await app().call('PATCH', `/api/activities/${_id}`, { as: ann, body: { distance: 5 } });
    const completed = bens.next(liveEvents.activityChanged);
    for (let i = 0; i < 2; i += 1) {
      await app().call('PATCH', `/api/activities/${_id}/complete`, { as: ann, body: { summary } });
    }
    const shown = await list(ben);
    expect(await completed).toEqual({ room, activities: shown.flat(), discarded: [] });
    expect(shown.flat()).toMatchObject([{ _id, isCompleted: true, distance: 5 }]);
    const later = bens.nextFrame();
    await bens.ask(liveEvents.keyframeRequest, { room });
    await later;
    expect(bens.received(liveEvents.activityChanged)).toHaveLength(2);
  });

  test('an activity of the room that is discarded is removed from every member’s live table and list', async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    const activity = await activityOf(ann);
    const shown = bens.nextFrame(({ rows }) => rows.length > 0);
    await anns.ask(liveEvents.sample, { activity, sample: liveSample(1) });
    await shown;
    const discarded = bens.next(liveEvents.activityChanged);
    expect((await app().call('DELETE', `/api/activities/${activity}`, { as: ann })).status).toBe(200);
    expect(await discarded).toEqual({ room, activities: [], discarded: [activity] });
    const keyframe = bens.nextFrame(({ isKeyframe }) => isKeyframe);
    await bens.ask(liveEvents.keyframeRequest, { room });
    expect((await keyframe).rows).toEqual([]);
  });

  test('has its summary without splits in the event and in lists, and with splits in the response', async () => {
    const bens = await enter(ben);
    const activity = await activityOf(ann);
    const completed = bens.next(liveEvents.activityChanged);
    const answer = await app().call('PATCH', `/api/activities/${activity}/complete`, {
      as: ann,
      body: { summary },
    });
    expect(answer.body).toMatchObject({ summary });
    const { splits: _, ...listedSummary } = summary;
    const [event] = ActivityChangedSchema.parse(await completed).activities;
    expect(event?.summary).toEqual(listedSummary);
    const search = await app().call('GET', `/api/activities/search?user=${ann.user._id}`, { as: ann });
    const feed = await app().call('GET', `/api/feed/dashboard?user=${ann.user._id}`, { as: ann });
    for (const { body } of [search, feed]) {
      expect(JSON.stringify(body)).toContain('"source":"summary"');
      expect(JSON.stringify(body)).not.toContain('splits');
    }
  });
});

describe('an event', () => {
  test('is parsed once: its handler gets the parsed message', async () => {
    const got: unknown[] = [];
    const toNumber = z.pipe(
      z.string(),
      z.transform((text: string) => Number(text)),
    );
    app().app.live.on(
      liveEvent('test:number', z.strictObject({ figure: toNumber }), (_, message) => void got.push(message)),
    );
    const anns = await open(ann);
    expect(await anns.outcomeOf('test:number', { figure: '7' })).toBe('ok');
    expect(await anns.outcomeOf('test:number', { figure: 7 })).toBe('bad_message');
    expect(got).toEqual([{ figure: 7 }]);
  });
});
