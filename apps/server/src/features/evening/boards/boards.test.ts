import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { boards as calls } from '@boathouse/contract/sessions/boards';
import { liveLimits } from '@boathouse/contract/limits';
import { encodeAcknowledgement, encodeSample } from '@boathouse/contract/live/messages';
import { liveEvents, liveProtocol, RefusalSchema } from '@boathouse/contract/live';
import { activities, boards, sessions, starts, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { frameMessage, usePages, type TestPage } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

onEachDatabase('a board', (database) => {
  const app = useTestApp(database);
  let address: string;
  const open = usePages(() => address);
  let ann: Person;
  let coach: Person;
  let sessionId: string;

  beforeAll(async () => {
    address = await app().listen();
    ann = await app().signUp('Ann');
    coach = await app().signUp('Coach');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    sessionId = await buildSession(database().db, { hostUserId: coach.user._id, workoutItems: ['500m'] });
  });

  const path = () => `/api/sessions/${sessionId}/board`;
  const newKey = async () =>
    calls.create.response.parse((await app().call('POST', path(), { as: coach })).body).key;
  const revoke = () => app().call('DELETE', path(), { as: coach });
  const removeSession = () => app().call('DELETE', `/api/sessions/${sessionId}`, { as: coach });
  const read = (key: string) => app().call('GET', `/api/boards/${key}`, {});
  const openBoard = (key: string) => open(null, { board: key });
  const closed = (page: TestPage) => new Promise((resolve) => page.socket.once('disconnect', resolve));
  const row = () => buildActivity(database().db, { userId: ann.user._id, sessionId, distance: 120 });

  describe('opens for anyone with its key', () => {
    test('shows the session and the names and figures of its rowers, and no ids of users, activities or the session', async () => {
      const id = await row();
      const { status, body } = await read(await newKey());
      expect(status).toBe(200);
      expect(body).toMatchObject({
        workoutItems: ['500m'],
        activities: [{ name: 'Ann', isCompleted: false, distance: 120 }],
      });
      const text = JSON.stringify(body);
      for (const secret of [sessionId, id, ann.user._id, coach.user._id]) expect(text).not.toContain(secret);
    });

    test('shows how long ago a result was completed, by the server’s clock, and nothing for one in progress', async () => {
      await row();
      const completedAt = new Date(nowMs() - 20_000);
      await buildActivity(database().db, { userId: coach.user._id, sessionId, completedAt });
      const { body } = await read(await newKey());
      const agoOf = calls.read.response
        .parse(body)
        .activities.map(({ name, completedAgoMs }) => [name, completedAgoMs === undefined]);
      expect(agoOf.toSorted()).toEqual([
        ['Ann', true],
        ['Coach', false],
      ]);
      const [ago = 0] = calls.read.response
        .parse(body)
        .activities.flatMap(({ completedAgoMs }) => completedAgoMs ?? []);
      expect(ago).toBeGreaterThanOrEqual(20_000);
    });

    test('shows in how long the session starts together, by the server’s clock, and nothing for a canceled or old start', async () => {
      const key = await newKey();
      const startOf = async () => calls.read.response.parse((await read(key)).body).start;
      expect(await startOf()).toBeNull();
      const path0 = `/api/sessions/${sessionId}/starts/0`;
      await app().call('PUT', path0, { as: coach, body: { inSec: 20 } });
      const start = await startOf();
      expect(start).toMatchObject({ workoutItemIndex: 0 });
      expect(start?.inMs).toBeGreaterThan(10_000);
      expect(start?.inMs).toBeLessThanOrEqual(20_000);
      await app().call('DELETE', path0, { as: coach });
      expect(await startOf()).toBeNull();
      const startAt = new Date(nowMs() - 60_000);
      await database().db.insert(starts).values({ sessionId, workoutItemIndex: 0, startAt });
      expect(await startOf()).toBeNull();
    });

    test('shows the names of those who will be there, and only the number of those who are not visible to everyone', async () => {
      const key = await newKey();
      const expected = async () => calls.read.response.parse((await read(key)).body).expected;
      expect(await expected()).toEqual({ names: [], hidden: 0 });
      await database()
        .db.update(sessions)
        .set({ isAccessibleByLink: true })
        .where(eq(sessions.id, sessionId));
      for (const as of [coach, ann])
        await app().call('PUT', `/api/sessions/${sessionId}/attendance`, { as, body: {} });
      expect(await expected()).toEqual({ names: ['Ann', 'Coach'], hidden: 0 });
      const visibilityOf = (visibility: 'everyone' | 'clubs') =>
        database().db.update(users).set({ visibility }).where(eq(users.id, ann.user._id));
      await visibilityOf('clubs');
      expect(await expected()).toEqual({ names: ['Coach'], hidden: 1 });
      await visibilityOf('everyone');
      const name = (displayName: string) =>
        database().db.update(users).set({ displayName }).where(eq(users.id, ann.user._id));
      await name('dora');
      expect(await expected()).toEqual({ names: ['Coach', 'dora'], hidden: 0 });
      await name('angela');
      expect(await expected()).toEqual({ names: ['angela', 'Coach'], hidden: 0 });
      await name('Ann');
    });

    test('stores a digest of the key, and not the key', async () => {
      const key = await newKey();
      expect(key).toHaveLength(43);
      expect(JSON.stringify(await database().db.select().from(boards))).not.toContain(key);
    });

    test('shows the host when its key was made, and nothing after it is revoked', async () => {
      await newKey();
      const time = async () => (await app().call('GET', path(), { as: coach })).body;
      expect(await time()).toEqual({ createdAt: expect.any(String) });
      await revoke();
      expect(await time()).toEqual({ createdAt: null });
    });

    test('is no longer found with a new key, a revoked key or a deleted session', async () => {
      const first = await newKey();
      const second = await newKey();
      expect([await read(first), await read(second)]).toMatchObject([{ status: 404 }, { status: 200 }]);
      await revoke();
      expect(await read(second)).toMatchObject({ status: 404 });
      const third = await newKey();
      await removeSession();
      expect(await read(third)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });
  });

  describe('open on a screen', () => {
    test('gets the frames of its session, under its own ids and without heart rates', async () => {
      const key = await newKey();
      const id = await row();
      const screen = await openBoard(key);
      const hers = await open.into(sessionId, ann);
      const framed = screen.nextFrame(({ rows }) => rows.length > 0);
      await hers.ask(liveEvents.sample, { activity: id, sample: { ...liveSample(1), heartRate: 150 } });
      const frame = await framed;
      const board = calls.read.response.parse((await read(key)).body);
      const shown = board.activities[0]?._id;
      expect(frame).toMatchObject({
        room: board._id,
        rows: [{ activity: shown, sample: { ...liveSample(1), heartRate: null } }],
      });
      expect(shown).not.toBe(id);
      const keyframe = screen.nextFrame(({ isKeyframe }) => isKeyframe);
      screen.send(liveEvents.keyframeRequest, { room: frame.room });
      expect((await keyframe).rows).toMatchObject([{ activity: shown }]);
    });

    test('gets no members and no activities, only the message to load again', async () => {
      const screen = await openBoard(await newKey());
      const changed = screen.next(liveEvents.boardChanged);
      const hers = await open.into(sessionId, ann);
      const begun = hers.next(liveEvents.activityChanged);
      const body = { user: ann.user._id, session: sessionId, workoutItemIndex: 0 };
      await app().call('POST', '/api/activities', { as: ann, body });
      expect(await changed).toEqual({});
      await begun;
      const events = new Set(screen.messages.map(({ event }) => event));
      events.delete(frameMessage);
      expect([...events]).toEqual([liveEvents.boardChanged]);
    });

    test('[API-AUTHZ] may only send acknowledgements and requests for keyframes of its own room', async () => {
      const other = await buildSession(database().db, { hostUserId: coach.user._id });
      const id = await row();
      const screen = await openBoard(await newKey());
      const events = app().app.live.eventNames;
      const refused = async (event: string, message: object) => {
        const refusal = screen.next(liveEvents.refused);
        screen.send(event, message);
        return RefusalSchema.parse(await refusal);
      };
      for (const event of events) {
        const message = {
          user: ann.user._id,
          room: other,
          activity: id,
          sample: liveSample(1),
          message: 'x',
        };
        expect(await refused(event, message)).toMatchObject({ event, code: 'bad_message' });
        expect(await refused(event, { room: sessionId })).toMatchObject({ event, code: 'bad_message' });
      }
      const refusedPacked = async (bytes: Uint8Array<ArrayBuffer>) => {
        const refusal = screen.next(liveEvents.refused);
        screen.sendPacked(bytes);
        return RefusalSchema.parse(await refusal);
      };
      const acknowledged = { epoch: 1, seq: 1 };
      for (const bytes of [
        encodeSample({ activity: id, acknowledged, sample: liveSample(1) }),
        encodeAcknowledgement({ room: other, acknowledged }),
        encodeAcknowledgement({ room: sessionId, acknowledged }),
      ]) {
        expect(await refusedPacked(bytes)).toMatchObject({ code: 'bad_message' });
      }
      const [stored] = await database().db.select().from(activities);
      expect(stored).toMatchObject({ id, distance: 120 });
    });

    test.each([
      ['revoked', revoke],
      ['replaced', newKey],
    ])('is closed at once when its key is %s, and stays closed', async (_, end) => {
      const key = await newKey();
      const screen = await openBoard(key);
      const ended = closed(screen);
      await end();
      expect(await ended).toBe('io server disconnect');
      await expect(openBoard(key)).rejects.toThrow('board_closed');
    });

    test('is closed with its session', async () => {
      const screen = await openBoard(await newKey());
      const ended = closed(screen);
      await removeSession();
      expect(await ended).toBe('io server disconnect');
    });

    test('needs a valid key, the version of the live channel, and no more than a few screens', async () => {
      await expect(openBoard('A'.repeat(43))).rejects.toThrow('board_closed');
      await expect(openBoard('no key')).rejects.toThrow('board_closed');
      const key = await newKey();
      for (const protocol of [undefined, liveProtocol - 1]) {
        await expect(open(null, { board: key, protocol })).rejects.toThrow('protocol_mismatch');
      }
      for (let count = 0; count < liveLimits.connectionsPerBoardMax; count += 1) await openBoard(key);
      await expect(openBoard(key)).rejects.toThrow('too_many_connections');
    });
  });
});
