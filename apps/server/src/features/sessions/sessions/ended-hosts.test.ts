import { readFileSync } from 'node:fs';
import { and, eq, gte, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liveEvents } from '@boathouse/contract/live';
import { notifications, type Notification } from '@boathouse/contract/notifications';
import { SessionSchema } from '@boathouse/contract/sessions';
import { boards as boardCalls } from '@boathouse/contract/sessions/boards';
import { rowsOf } from '../../../db/migrations.ts';
import {
  activities,
  boards,
  clubMemberships,
  notifications as stored,
  sessions,
  users,
} from '../../../db/tables.ts';
import { clubCalls } from '../../../../test/support/club-calls.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { untilMembers } from '../../../../test/support/room-members.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages, type TestPage } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildStrokes, strokeOf } from '../../training/strokes/factory.ts';
import { buildSession } from './factory.ts';

const hourMs = 3_600_000;
const inMs = (ms: number) => new Date(nowMs() + ms);

onEachDatabase('the host of a club session', (database) => {
  const app = useTestApp(database);
  const { join, leave, revoke, change } = clubCalls(app);
  let address: string;
  const open = usePages(() => address);
  let olga: Person;
  let ada: Person;
  let mia: Person;
  let coach: Person;
  let clubId: string;

  beforeAll(async () => {
    olga = await app().signUp('Olga');
    ada = await app().signUp('Ada');
    mia = await app().signUp('Mia');
    coach = await app().signUp('Coach');
    // Her results are hidden from everyone outside the session.
    await database().db.update(users).set({ visibility: 'me' }).where(eq(users.id, mia.user._id));
    address = await app().listen();
  });
  beforeEach(async () => {
    const { db } = database();
    await db.delete(sessions);
    await db.delete(stored);
    clubId = await buildClub(db, { ownerId: olga.user._id, isPrivate: true, name: 'Weser' });
    await buildMembership(db, { clubId, userId: ada.user._id, role: 1 });
    for (const { user } of [mia, coach]) await buildMembership(db, { clubId, userId: user._id, role: 0 });
  });

  const build = (more: object = {}) =>
    buildSession(database().db, { hostUserId: coach.user._id, clubId, startAt: inMs(hourMs), ...more });
  const past = () => build({ startAt: inMs(-30 * 24 * hourMs) });
  const call = (
    as: Person,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => app().call(method, `/api${path}`, { as, ...(body ? { body } : {}) });
  const statusOf = async (...given: Parameters<typeof call>) => (await call(...given)).status;
  const hostOf = async (as: Person, id: string) =>
    SessionSchema.parse((await call(as, 'GET', `/sessions/${id}`)).body).hostUser.displayName;
  const newBoard = async (as: Person, id: string) =>
    boardCalls.create.response.parse((await call(as, 'POST', `/sessions/${id}/board`)).body).key;
  const boardStatus = async (key: string) => (await app().call('GET', `/api/boards/${key}`, {})).status;
  const told = async (as: Person): Promise<Notification[]> =>
    notifications.list.response.parse((await call(as, 'GET', '/notifications')).body);
  const handOver = (as: Person, id: string, to: Person) =>
    call(as, 'PUT', `/sessions/${id}/host`, { toUser: to.user._id });
  const closed = (page: TestPage) => new Promise((resolve) => page.socket.once('disconnect', resolve));

  describe('a user who is no longer a member', () => {
    const ends = [
      ['leaves', () => leave(coach, clubId)],
      ['is removed', () => revoke(ada, coach.user._id, clubId)],
    ] as const;

    for (const [how, end] of ends) {
      test(`[SESS-11] [MEMB-3] a host who ${how} can no longer read, change, start, publish or delete anything`, async () => {
        const { db } = database();
        for (const id of [await build(), await past()]) {
          const result = await buildActivity(db, {
            userId: mia.user._id,
            sessionId: id,
            completedAt: new Date(nowMs()),
            heartRate: 177,
          });
          await buildStrokes(db, result, [strokeOf(), strokeOf({ number: 2 })]);
          const stale = await buildActivity(db, {
            userId: olga.user._id,
            sessionId: id,
            heardAt: inMs(-hourMs),
          });
          expect(await statusOf(coach, 'GET', `/activities/${result}/strokes?forceCurve=1`)).toBe(200);
          expect((await end()).status).toBe(200);
          const calls = [
            ['GET', `/sessions/${id}`],
            ['GET', `/sessions/${id}/activities`],
            ['GET', `/sessions/${id}/starts`],
            ['GET', `/sessions/${id}/board`],
            ['GET', `/activities/${result}`],
            ['GET', `/activities/${result}/strokes?forceCurve=1`],
            ['GET', `/comments/parent/${result}`],
            ['PATCH', `/sessions/${id}`, { title: 'Mine' }],
            ['PUT', `/sessions/${id}/host`, { toUser: mia.user._id }],
            ['PUT', `/sessions/${id}/starts/0`, { inSec: 20 }],
            ['DELETE', `/sessions/${id}/starts/0`],
            ['POST', `/sessions/${id}/board`],
            ['DELETE', `/sessions/${id}/board`],
            ['POST', `/sessions/${id}/repeats`, { weeks: 2, timeZone: 'UTC' }],
            ['POST', `/activities/${stale}/end`],
            ['POST', `/activities/${result}/reopen`],
            ['DELETE', `/activities/${stale}`],
            ['DELETE', `/sessions/${id}`],
          ] as const;
          const got = await Promise.all(
            calls.map(async ([method, path, body]) => [
              method,
              path,
              await statusOf(coach, method, path, body),
            ]),
          );
          expect(got).toEqual(calls.map(([method, path]) => [method, path, 404]));
          // A request to join again gives no rights back.
          expect((await join(coach, clubId)).body).toMatchObject({ role: -1 });
          expect(await statusOf(coach, 'GET', `/sessions/${id}`)).toBe(404);
          await db.delete(activities);
          await change('makeMember', ada, coach.user._id, clubId);
        }
      });
    }

    test('[SESS-11] keeps their own result, with its strokes, and finds no others in their lists', async () => {
      const { db } = database();
      const id = await past();
      const rowed = { sessionId: id, completedAt: new Date(nowMs()) };
      const own = await buildActivity(db, { userId: coach.user._id, ...rowed });
      await buildStrokes(db, own, [strokeOf(), strokeOf({ number: 2 })]);
      await buildActivity(db, { userId: mia.user._id, ...rowed });
      await leave(coach, clubId);
      expect(await statusOf(coach, 'GET', `/activities/${own}`)).toBe(200);
      expect(await call(coach, 'GET', `/activities/${own}/strokes`)).toMatchObject({
        body: { strokes: { length: 2 } },
      });
      const feed = await call(coach, 'GET', `/feed/dashboard?user=${coach.user._id}`);
      expect(feed.body).toMatchObject([{ _id: own }]);
      const startAt = new Date(
        (await db.select().from(sessions).where(eq(sessions.id, id)))[0]?.startAt ?? 0,
      );
      const [year, month] = [startAt.getUTCFullYear(), startAt.getUTCMonth() + 1];
      const days = await call(coach, 'GET', `/sessions/user/${coach.user._id}?year=${year}&month=${month}`);
      expect(days.body).toEqual([]);
    });

    test("[SESS-11] the owner hosts the sessions that can still be rowed; past ones only keep their host's name", async () => {
      const [coming, justBegun, over] = [
        await build(),
        await build({ startAt: inMs(-hourMs) }),
        await past(),
      ];
      const ofAda = await build({ hostUserId: ada.user._id });
      const elsewhere = await build({ clubId: null, isAccessibleByLink: true });
      const { body } = await revoke(ada, coach.user._id, clubId);
      expect(body).toMatchObject({
        message: "Coach is no longer a member of Weser. Their coming sessions are the owner's now.",
      });
      const hosts = await Promise.all(
        [coming, justBegun, over, ofAda, elsewhere].map((id) => hostOf(olga, id)),
      );
      expect(hosts).toEqual(['Olga', 'Olga', 'Coach', 'Ada', 'Coach']);
      // Users who manage the club also have the past ones.
      expect(await statusOf(ada, 'PATCH', `/sessions/${over}`, { title: 'Kept' })).toBe(200);
    });

    test('the owner is notified of sessions that have passed to them, unless they removed the host themselves', async () => {
      await build();
      await leave(coach, clubId);
      expect(await told(olga)).toMatchObject([
        { kind: 'sessionsPassed', actors: [{ displayName: 'Coach' }], club: { name: 'Weser' } },
      ]);
      const before = (await told(olga)).length;
      await buildMembership(database().db, { clubId, userId: coach.user._id, role: 0 });
      await leave(coach, clubId);
      // Nothing was passed on this time.
      expect(await told(olga)).toHaveLength(before);
      await database().db.update(sessions).set({ hostUserId: mia.user._id });
      await revoke(olga, mia.user._id, clubId);
      expect(await told(olga)).toHaveLength(before);
    });

    test('[SESS-11] the boards that they published close at once; boards of other hosts stay', async () => {
      const [own, ofAdmin] = [await build(), await build()];
      const key = await newBoard(coach, own);
      const keyOfAdmin = await newBoard(ada, ofAdmin);
      const [board, other] = [await open(null, { board: key }), await open(null, { board: keyOfAdmin })];
      const isClosed = closed(board);
      await leave(coach, clubId);
      await isClosed;
      expect([await boardStatus(key), await boardStatus(keyOfAdmin)]).toEqual([404, 200]);
      expect(other.socket.connected).toBe(true);
      // An admin's boards close too, even in a session that another user hosts.
      const isOtherClosed = closed(other);
      await revoke(olga, ada.user._id, clubId);
      await isOtherClosed;
      expect(await boardStatus(keyOfAdmin)).toBe(404);
    });

    test('[SESS-11] [MEMB-3] their pages leave the live rooms at once, and the others are notified of the new host', async () => {
      const room = await build();
      const mias = await open.into(room, mia);
      const coachs = await open.into(room, coach);
      await untilMembers(mias, room, ['Coach', 'Mia']);
      const refused = coachs.next(liveEvents.refused);
      const changed = mias.next(liveEvents.sessionChanged);
      await revoke(olga, coach.user._id, clubId);
      expect(await refused).toMatchObject({ event: liveEvents.joinRoom, code: 'not_found' });
      await untilMembers(mias, room, ['Mia']);
      expect(await changed).toMatchObject({ room, session: { hostUser: { displayName: 'Olga' } } });
      expect(coachs.received(liveEvents.sessionChanged)).toEqual([]);
      expect(await coachs.outcomeOf(liveEvents.joinRoom, { user: coach.user._id, room })).toBe('not_found');
    });

    test('[SESS-11] schedules, takes over and publishes nothing at the same moment', async () => {
      const { db } = database();
      for (let run = 0; run < 5; run += 1) {
        const own = await build();
        const ofAda = await build({ hostUserId: ada.user._id });
        await Promise.all([
          call(coach, 'POST', '/sessions', {
            title: 'Late',
            hostUser: coach.user._id,
            startAt: inMs(hourMs).toISOString(),
            isAccessibleByLink: false,
            club: clubId,
            workoutItems: ['2k'],
          }),
          call(coach, 'POST', `/sessions/${own}/repeats`, { weeks: 3, timeZone: 'UTC' }),
          revoke(olga, coach.user._id, clubId),
          call(coach, 'POST', `/sessions/${own}/board`),
          handOver(ada, ofAda, coach),
        ]);
        const hosted = and(
          eq(sessions.hostUserId, coach.user._id),
          eq(sessions.clubId, clubId),
          gte(sessions.startAt, new Date(nowMs())),
        );
        expect(await db.select().from(sessions).where(hosted)).toEqual([]);
        expect(await db.select().from(boards).where(eq(boards.createdBy, coach.user._id))).toEqual([]);
        await buildMembership(db, { clubId, userId: coach.user._id, role: 0 });
      }
    });
  });

  describe('handing over', () => {
    test('the host and an admin hand a session over to a member, who gets a notification that names them, and no longer manage it', async () => {
      const id = await build({ title: 'Tuesday' });
      const room = await open.into(id, mia);
      const changed = room.next(liveEvents.sessionChanged);
      expect(await handOver(coach, id, mia)).toMatchObject({
        status: 200,
        body: { _id: id, hostUser: { displayName: 'Mia' } },
      });
      expect(await changed).toMatchObject({ session: { hostUser: { displayName: 'Mia' } } });
      expect(await told(mia)).toMatchObject([
        { kind: 'sessionHost', actors: [{ displayName: 'Coach' }], session: { _id: id, title: 'Tuesday' } },
      ]);
      expect(await statusOf(coach, 'PATCH', `/sessions/${id}`, { title: 'Mine' })).toBe(403);
      expect(await statusOf(mia, 'PATCH', `/sessions/${id}`, { title: 'Wednesday' })).toBe(200);
      expect((await handOver(ada, id, coach)).status).toBe(200);
      // It affects the host only while they host it.
      expect(await told(mia)).toEqual([]);
      expect((await told(coach))[0]).toMatchObject({ kind: 'sessionHost', actors: [{ displayName: 'Ada' }] });
    });

    test('twice changes nothing more and notifies no one again', async () => {
      const id = await build();
      await handOver(ada, id, mia);
      const [first] = await told(mia);
      expect((await handOver(ada, id, mia)).status).toBe(200);
      expect((await told(mia))[0]?._id).toBe(first?._id);
    });

    test('a member whom the caller may not see gets the same refusal as a user who is not a member', async () => {
      const stranger = await app().signUp('Stranger');
      const id = await build();
      expect(await statusOf(mia, 'PUT', `/users/${mia.user._id}/blocked/${coach.user._id}`)).toBe(200);
      const got = await Promise.all([mia, stranger].map((person) => handOver(coach, id, person)));
      const refusal = { status: 400, body: { fields: [{ field: 'toUser' }] } };
      expect(got).toMatchObject([refusal, refusal]);
      expect(await hostOf(ada, id)).toBe('Coach');
    });
  });

  describe('and the admins of its club', () => {
    test('an admin moves, repeats and deletes it in their own name, and the repeats keep their host', async () => {
      const id = await build({ title: 'Steady' });
      const startAt = inMs(3 * hourMs).toISOString();
      expect(await statusOf(ada, 'PATCH', `/sessions/${id}`, { startAt })).toBe(200);
      expect((await told(coach))[0]).toMatchObject({
        kind: 'sessionChanged',
        actors: [{ displayName: 'Ada' }],
      });
      const repeated = await call(ada, 'POST', `/sessions/${id}/repeats`, { weeks: 1, timeZone: 'UTC' });
      expect(repeated.body).toMatchObject([{ hostUser: { displayName: 'Coach' } }]);
      expect(await statusOf(ada, 'DELETE', `/sessions/${id}`)).toBe(200);
      expect((await told(coach))[0]).toMatchObject({ session: { title: 'Steady', isDeleted: true } });
    });

    test("a session of a host who has left is repeated in the caller's name", async () => {
      const id = await past();
      await leave(coach, clubId);
      const repeated = await call(ada, 'POST', `/sessions/${id}/repeats`, { weeks: 1, timeZone: 'UTC' });
      expect(repeated.body).toMatchObject([{ hostUser: { displayName: 'Ada' } }]);
    });

    test('[SESS-11] an admin who becomes a member again no longer manages it', async () => {
      const id = await build();
      expect(await statusOf(ada, 'GET', `/sessions/${id}/board`)).toBe(200);
      await change('revokeAdmin', olga, ada.user._id, clubId);
      expect(await statusOf(ada, 'GET', `/sessions/${id}/board`)).toBe(403);
    });
  });

  test('a database of the previous version passes on the sessions and boards of former hosts', async () => {
    const { db } = database();
    const [coming, over, elsewhere] = [await build(), await past(), await build({ clubId: null })];
    const ofMia = await build({ hostUserId: mia.user._id });
    await db
      .delete(clubMemberships)
      .where(and(eq(clubMemberships.clubId, clubId), eq(clubMemberships.userId, coach.user._id)));
    await db.delete(boards);
    await db.execute(sql`alter table boards drop column created_by`);
    for (const id of [coming, over, elsewhere, ofMia]) {
      await db.execute(
        sql`insert into boards (id, session_id, digest) values (gen_random_uuid(), ${id}, ${`digest ${id}`})`,
      );
    }
    const migration = new URL('../../../../migrations/0021_boards-and-hosts.sql', import.meta.url);
    for (const statement of readFileSync(migration, 'utf8').split('--> statement-breakpoint')) {
      await db.execute(sql.raw(statement));
    }
    const hosts = await db.execute(
      sql`select s.id, u.display_name from sessions s join users u on u.id = s.host_user_id`,
    );
    const nameOf = new Map(rowsOf(hosts).map((row) => [row['id'], row['display_name']]));
    expect([coming, over, elsewhere, ofMia].map((id) => nameOf.get(id))).toEqual([
      'Olga',
      'Coach',
      'Coach',
      'Mia',
    ]);
    const left = await db.select({ session: boards.sessionId, by: boards.createdBy }).from(boards);
    expect(new Map(left.map(({ session, by }) => [session, by]))).toEqual(
      new Map([
        [elsewhere, coach.user._id],
        [ofMia, mia.user._id],
      ]),
    );
  });
});
