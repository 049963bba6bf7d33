import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { groupChannelKey } from '@boathouse/contract/chat';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { liveEvents } from '@boathouse/contract/live';
import { boards } from '@boathouse/contract/sessions/boards';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { buildClub, buildMembership } from '../../src/features/clubs/clubs/factory.ts';
import { buildSession } from '../../src/features/sessions/sessions/factory.ts';
import { activities as activityTable } from '../../src/db/tables.ts';
import { liveSample } from '../support/live-sample.ts';
import { untilMembers } from '../support/room-members.ts';
import type { Person } from '../support/test-app.ts';
import { TestPage, type PageOptions } from '../support/test-page.ts';
import { Cluster } from './cluster.ts';
import { onSeveralProcesses } from './servers.ts';

onSeveralProcesses('two processes behind the proxy', () => {
  let cluster: Cluster;
  let ann: Person;
  let ben: Person;
  let room: string;
  const pages: TestPage[] = [];

  beforeAll(async () => {
    cluster = await Cluster.start(2);
    ann = await cluster.signUp('Ann');
    ben = await cluster.signUp('Ben');
  }, 60_000);
  afterAll(() => cluster?.end());
  beforeEach(async () => {
    await cluster.db.delete(activityTable);
    room = await buildSession(cluster.db, { hostUserId: ann.user._id });
  });
  afterEach(() => {
    for (const page of pages.splice(0)) page.close();
  });

  async function open(address: string, as: Person | null, options: PageOptions = {}): Promise<TestPage> {
    const page = await TestPage.open(address, { as, ...options });
    pages.push(page);
    return page;
  }
  const join = (page: TestPage, person: Person, session = room) =>
    page.outcomeOf(liveEvents.joinRoom, { user: person.user._id, room: session });
  /** Opens a page of the session through the proxy, or at one of the processes, and joins. */
  async function enter(person: Person, address = cluster.address, session = room): Promise<TestPage> {
    const page = await open(address, person, { address: liveAddressOf(session) });
    expect(await join(page, person, session)).toBe('ok');
    return page;
  }
  const ended = (page: TestPage) =>
    new Promise<string>((resolve) => page.socket.once('disconnect', (reason) => resolve(reason)));
  const call = (at: number, method: string, path: string, as: Person, body?: unknown) =>
    cluster.call(cluster.addressOf(at), method, path, { as, body });
  const each = [[0], [1]] as const;

  describe('the pages of a session', () => {
    test('meet on one process, and sessions are on both', async () => {
      const rooms = await Promise.all(
        Array.from({ length: 12 }, () => buildSession(cluster.db, { hostUserId: ann.user._id })),
      );
      const homes = new Set<string>();
      for (const session of rooms) {
        const [anns, bens] = [
          await enter(ann, cluster.address, session),
          await enter(ben, cluster.address, session),
        ];
        await Promise.all([anns, bens].map((page) => untilMembers(page, session, ['Ann', 'Ben'])));
        // A program without an address gets to each process in turn: only the room's process admits it.
        for (const at of [0, 1]) {
          const program = await open(cluster.addressOf(at), ben, { protocol: undefined });
          const outcome = await join(program, ben, session);
          if (outcome === 'ok') homes.add(cluster.addressOf(at));
          else expect(outcome).toBe('elsewhere');
        }
        for (const page of pages.splice(0)) page.close();
      }
      expect(homes.size).toBe(2);
    });

    test('[SOCK-1] [CHAT-1] get samples, messages and nudges of each other', async () => {
      const [anns, bens] = [await enter(ann), await enter(ben)];
      const activity = await buildActivity(cluster.db, { userId: ann.user._id, sessionId: room });
      const shown = bens.nextFrame(({ rows }) => rows.some((row) => row.activity === activity));
      anns.send(liveEvents.sample, { activity, sample: liveSample(1) });
      await shown;
      const heard = bens.next(liveEvents.receiveMessage);
      const message = {
        sender: ann.user._id,
        recipient: null,
        room,
        channelKey: groupChannelKey,
        message: 'Ready all, row',
      };
      expect(
        await anns.outcomeOf(liveEvents.sendMessage, {
          ...message,
          sender: ann.user,
          timestamp: new Date(0).toISOString(),
        }),
      ).toBe('ok');
      expect(await heard).toMatchObject({ message: 'Ready all, row', sender: ann.user });
      const rowed = await buildActivity(cluster.db, { userId: ben.user._id, sessionId: room });
      const nudged = bens.next(liveEvents.nudged);
      const nudge = { room, activity: rowed, text: 'Rate 22' };
      expect(await anns.outcomeOf(liveEvents.nudge, nudge)).toBe('ok');
      expect(await nudged).toMatchObject({ activity: rowed, sender: ann.user, text: 'Rate 22' });
    });

    test('receive presses that set all monitors, and the reports on them, from each other', async () => {
      const [anns, bens] = [await enter(ann), await enter(ben)];
      const asked = bens.next(liveEvents.monitorsAsked);
      const press = randomUUID();
      expect(await anns.outcomeOf(liveEvents.setMonitors, { room, press, item: 0 })).toBe('ok');
      expect(await asked).toMatchObject({ room, press, item: 0, sender: ann.user });
      const report = (page: TestPage, outcome: string) =>
        page.outcomeOf(liveEvents.monitorReport, { room, report: { answer: { press, item: 0, outcome } } });
      expect(await report(anns, 'noErg')).toBe('ok');
      const told = anns.next(liveEvents.roomMonitors, (payload) =>
        JSON.stringify(payload).includes(ben.user._id),
      );
      expect(await report(bens, 'set')).toBe('ok');
      expect(JSON.stringify(await told)).toContain('"outcome":"set"');
    });

    test('move together to the process that a page arrives at', async () => {
      const anns = await enter(ann, cluster.addressOf(0));
      const bens = await enter(ben, cluster.addressOf(0));
      await untilMembers(anns, room, ['Ann', 'Ben']);
      const gone = [ended(anns), ended(bens)];
      const again = await enter(ann, cluster.addressOf(1));
      expect(await Promise.all(gone)).toEqual(['io server disconnect', 'io server disconnect']);
      await enter(ben, cluster.addressOf(1));
      await untilMembers(again, room, ['Ann', 'Ben']);
    });

    test('stay where they are when the proxy sends every page to another process, and the log has the reason', async () => {
      for (let move = 0; move < 4; move += 1) await enter(ann, cluster.addressOf(move % 2));
      const late = await open(cluster.addressOf(0), ben, { address: liveAddressOf(room) });
      expect(await join(late, ben)).toBe('elsewhere');
      await enter(ben, cluster.addressOf(1));
      await vi.waitFor(() => expect(cluster.outputOf(0)).toContain('the proxy must route by the parameter'));
    });
  });

  test.each(each)('[SOCK-1] a login that ends on process %i ends its connections on both', async (at) => {
    const cas = await cluster.signUp('Cas');
    const inside = [await enter(cas, cluster.addressOf(0))];
    const other = await buildSession(cluster.db, { hostUserId: ann.user._id });
    inside.push(await enter(cas, cluster.addressOf(1), other));
    // In a session of her own: her page may move a session to the process that the proxy chooses.
    const annsSession = await buildSession(cluster.db, { hostUserId: ann.user._id });
    const stays = await enter(ann, cluster.address, annsSession);
    const gone = inside.map(ended);
    // Both processes have the caller in their caches.
    for (const each of [0, 1])
      expect((await call(each, 'GET', `/api/sessions/${room}`, cas)).status).toBe(200);
    expect((await call(at, 'POST', '/api/auth/sign-out', cas, {})).status).toBe(200);
    await Promise.all(gone);
    await vi.waitFor(async () => {
      for (const each of [0, 1]) {
        expect((await call(each, 'GET', `/api/sessions/${room}`, cas)).status).toBe(401);
      }
    });
    expect(stays.socket.connected).toBe(true);
  });

  test.each(each)(
    '[MEMB-3] [SESS-11] a membership that ends on process %i ends the place in the room',
    async (at) => {
      const clubId = await buildClub(cluster.db, { ownerId: ann.user._id });
      await buildMembership(cluster.db, { clubId, userId: ben.user._id, role: 0 });
      room = await buildSession(cluster.db, { hostUserId: ann.user._id, clubId });
      const [anns, bens] = [await enter(ann), await enter(ben)];
      await untilMembers(anns, room, ['Ann', 'Ben']);
      const refused = bens.next(liveEvents.refused);
      const left = await call(
        at,
        'DELETE',
        `/api/clubmemberships/leave?club=${clubId}&user=${ben.user._id}`,
        ben,
      );
      expect(left.status, JSON.stringify(left.body)).toBe(200);
      expect(await refused).toMatchObject({ event: liveEvents.joinRoom, code: 'not_found' });
      await untilMembers(anns, room, ['Ann']);
      expect(await join(bens, ben)).toBe('not_found');
    },
  );

  test.each(each)(
    '[SESS-10] an activity that is completed or discarded over process %i is closed in its room',
    async (at) => {
      const [anns, bens] = [await enter(ann), await enter(ben)];
      const ends = [
        (id: string) => call(at, 'PATCH', `/api/activities/${id}/complete`, ann, {}),
        (id: string) => call(at, 'DELETE', `/api/activities/${id}`, ann),
      ];
      for (const end of ends) {
        const activity = await buildActivity(cluster.db, { userId: ann.user._id, sessionId: room });
        const shown = bens.nextFrame(({ rows }) => rows.some((row) => row.activity === activity));
        anns.send(liveEvents.sample, { activity, sample: liveSample(1) });
        await shown;
        const changed = bens.next(liveEvents.activityChanged);
        expect((await end(activity)).status).toBe(200);
        expect(JSON.stringify(await changed)).toContain(activity);
        const keyframe = bens.nextFrame(({ isKeyframe }) => isKeyframe);
        bens.send(liveEvents.keyframeRequest, { room });
        expect((await keyframe).rows.map((row) => row.activity)).not.toContain(activity);
        expect(bens.received(liveEvents.activityChanged).length).toBeGreaterThan(0);
        await cluster.db.delete(activityTable);
      }
    },
  );

  test.each(each)(
    '[SESS-9] starts and changes of a session made over process %i reach its room and its board',
    async (at) => {
      const created = await call(at, 'POST', `/api/sessions/${room}/board`, ann, {});
      const { key } = boards.create.response.parse(created.body);
      const read = await call(1 - at, 'GET', `/api/boards/${key}`, ann);
      const { route } = boards.read.response.parse(read.body);
      const board = await open(cluster.address, null, { board: key, address: { route } });
      const bens = await enter(ben);
      const started = bens.next(liveEvents.sessionStart);
      const onBoard = board.next(liveEvents.boardChanged);
      const start = await call(at, 'PUT', `/api/sessions/${room}/starts/0`, ann, { inSec: 20 });
      expect(start.status, JSON.stringify(start.body)).toBe(200);
      expect(await started).toMatchObject({ room });
      await onBoard;
      const changed = bens.next(liveEvents.sessionChanged);
      const retitled = await call(at, 'PATCH', `/api/sessions/${room}`, ann, { title: 'Later' });
      expect(retitled.status, JSON.stringify(retitled.body)).toBe(200);
      expect(await changed).toMatchObject({ room, session: { title: 'Later' } });
      const closed = ended(board);
      expect((await call(at, 'DELETE', `/api/sessions/${room}/board`, ann)).status).toBe(200);
      await closed;
      expect(bens.socket.connected).toBe(true);
    },
  );

  test('a board with the route of another session is refused', async () => {
    const created = await call(0, 'POST', `/api/sessions/${room}/board`, ann, {});
    const { key } = boards.create.response.parse(created.body);
    await expect(open(cluster.address, null, { board: key, address: { route: '811c9dc5' } })).rejects.toThrow(
      'wrong_address',
    );
  });

  test('[AUTH-2] guesses of a password on both processes are counted together', async () => {
    const email = 'guessed@athletes.example';
    await cluster.signUp('Guessed', email);
    const from = '10.9.8.7';
    const guess = (at: number) =>
      cluster.call(cluster.addressOf(at), 'POST', '/api/auth/sign-in/email', {
        body: { email, password: 'not the password' },
        from,
      });
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => guess(index % 2)));
    const statuses = answers.map(({ status }) => status).toSorted();
    // As on one process, five attempts need no wait, and all others are refused until a wait has passed.
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(11).fill(429)]);
  });

  test('requests of a user on both processes count together', async () => {
    const cas = await cluster.signUp('Cas');
    const ask = (at: number) => call(at, 'GET', `/api/sessions/${room}`, cas);
    const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => ask(index % 2)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(101);
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });

  test('[PROF-1] a new name on one process is known on the other at once', async () => {
    const cas = await cluster.signUp('Cas');
    await call(0, 'GET', `/api/sessions/${room}`, cas);
    await call(1, 'GET', `/api/sessions/${room}`, cas);
    const renamed = await call(0, 'PATCH', `/api/users/${cas.user._id}/displayName`, cas, {
      displayName: 'Casper',
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    const other = await buildSession(cluster.db, { hostUserId: ann.user._id });
    const page = await enter(cas, cluster.addressOf(1), other);
    await untilMembers(page, other, ['Casper']);
  });
});
