import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { liveEvents } from '@boathouse/contract/live';
import { SessionSchema } from '@boathouse/contract/sessions';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildFollow } from '../../news/follows/factory.ts';
import { buildSession } from './factory.ts';

onEachDatabase('hosting a session', (database) => {
  const app = useTestApp(database);
  let hana: Person;
  let ben: Person;
  let address: string;
  const open = usePages(() => address);

  beforeAll(async () => {
    hana = await app().signUp('Hana');
    ben = await app().signUp('Ben');
    address = await app().listen();
  });

  const build = (more: object = {}) =>
    buildSession(database().db, { hostUserId: hana.user._id, workoutItems: ['2k', '5k'], ...more });
  const change = (id: string, body: object) => app().call('PATCH', `/api/sessions/${id}`, { as: hana, body });
  const remove = (id: string) => app().call('DELETE', `/api/sessions/${id}`, { as: hana });
  const repeat = (id: string, weeks: number, timeZone = 'Europe/Berlin') =>
    app().call('POST', `/api/sessions/${id}/repeats`, { as: hana, body: { weeks, timeZone } });
  const read = (id: string, as: Person) => app().call('GET', `/api/sessions/${id}`, { as });
  const rowed = (sessionId: string, workoutItemIndex = 0, completedAt: Date | null = new Date(nowMs())) =>
    buildActivity(database().db, {
      userId: ben.user._id,
      sessionId,
      workoutItemIndex,
      ...(completedAt && { completedAt }),
    });

  test('the host changes the fields that are sent, and no other', async () => {
    const id = await build({ title: 'Tuesday', startAt: new Date('2026-05-01T06:00:00Z') });
    const before = SessionSchema.parse((await read(id, hana)).body);
    const moved = await change(id, { startAt: '2026-05-02T09:30:00+02:00' });
    expect(moved).toMatchObject({ status: 200, body: { ...before, startAt: '2026-05-02T07:30:00.000Z' } });
    const renamed = await change(id, { title: ' Wednesday ', workoutItems: ['4 x 500m / 1:00 rest'] });
    expect(renamed.body).toMatchObject({ title: 'Wednesday', workoutItems: ['4 x 500m / 1:00 rest'] });
    expect((await change(id, {})).body).toEqual(renamed.body);
    expect(await change(id, { startAt: '0001-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'startAt' }] },
    });
  });

  test('a workout item that has been begun can be edited but not removed, and no other takes its place', async () => {
    const id = await build({ workoutItems: ['2k', '5k', '500m'] });
    await rowed(id, 1);
    for (const workoutItems of [['2k'], ['5k', '500m'], ['5k', '2k', '500m']]) {
      expect(await change(id, { workoutItems })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'workoutItems' }] },
      });
    }
    expect(await change(id, { workoutItems: ['1k', '5k'] })).toMatchObject({ status: 200 });
    expect(await change(id, { workoutItems: ['1k', '1k'] })).toMatchObject({ status: 200 });
    expect(await change(id, { workoutItems: ['1k', '6k', '100m', '100m'] })).toMatchObject({ status: 200 });
  });

  test("a club's session can't be opened to anyone with the link", async () => {
    const clubId = await buildClub(database().db, { ownerId: hana.user._id });
    const id = await build({ clubId });
    expect(await change(id, { isAccessibleByLink: true })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'isAccessibleByLink' }] },
    });
  });

  test('[SESS-11] pages in the room get a changed session, and leave it if they may no longer read it', async () => {
    const id = await build();
    const hanas = await open.into(id, hana);
    const bens = await open.into(id, ben);
    const changes = [hanas, bens].map((page) => page.next(liveEvents.sessionChanged));
    const moved = await change(id, { title: 'Moved' });
    for (const given of await Promise.all(changes)) expect(given).toEqual({ room: id, session: moved.body });

    const refusal = bens.next(liveEvents.refused);
    const toHana = hanas.next(liveEvents.sessionChanged);
    const closed = await change(id, { isAccessibleByLink: false });
    expect(await refusal).toMatchObject({ event: liveEvents.joinRoom, code: 'not_found' });
    expect(await toHana).toEqual({ room: id, session: closed.body });
    expect(bens.received(liveEvents.sessionChanged)).toHaveLength(1);
  });

  test('a deleted session disappears for everyone, but its athletes keep their results', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: hana.user._id, customUrl: `crew-${database().kind}` });
    await buildMembership(db, { clubId, userId: ben.user._id, role: 0 });
    await buildFollow(db, { followerId: hana.user._id, followeeId: ben.user._id });
    const startAt = new Date('2027-03-03T06:00:00Z');
    const id = await build({ clubId, startAt, title: 'Gone' });
    const result = await rowed(id);
    const page = await open.into(id, ben);
    const told = page.next(liveEvents.sessionChanged);

    expect(await remove(id)).toMatchObject({ status: 200, body: { _id: id } });
    expect(await told).toEqual({ room: id, session: null });
    for (const person of [hana, ben]) {
      expect((await read(id, person)).status).toBe(404);
      const month = await app().call('GET', `/api/sessions/user/${person.user._id}?year=2027&month=3`, {
        as: person,
      });
      expect(month.body).toEqual([]);
    }
    expect((await remove(id)).status).toBe(404);
    const begun = await app().call('POST', '/api/activities', {
      as: ben,
      body: { user: ben.user._id, session: id, workoutItemIndex: 1 },
    });
    expect(begun.status).toBe(404);

    // The athlete, and the members who could read it before.
    for (const person of [ben, hana]) {
      const found = await app().call('GET', `/api/activities/${result}`, { as: person });
      expect(found).toMatchObject({ status: 200, body: { session: { title: 'Gone', isDeleted: true } } });
    }
    const history = await app().call('GET', `/api/activities/search?user=${ben.user._id}`, { as: ben });
    expect(JSON.stringify(history.body)).toContain(result);
  });

  test('a session in which an athlete still rows is not deleted', async () => {
    const id = await build();
    const activity = await rowed(id, 0, null);
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'still_rowing' } });
    const end = { as: ben, body: { distance: 2000 } };
    await app().call('PATCH', `/api/activities/${activity}/complete`, end);
    expect((await remove(id)).status).toBe(200);
  });

  test('while an athlete begins it, a session is not deleted and its item not removed', async () => {
    for (let round = 0; round < 8; round += 1) {
      await database().db.delete(activities);
      const id = await build({ isAccessibleByLink: true });
      const body = { user: ben.user._id, session: id, workoutItemIndex: 1 };
      const begin = () => app().call('POST', '/api/activities', { as: ben, body });
      const end = () => (round % 2 === 0 ? remove(id) : change(id, { workoutItems: ['2k'] }));
      const [begun, ended] = await Promise.all([begin(), end()]);
      expect([begun, ended].filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test('a session of another club at the same time is not a repeat', async () => {
    const { db } = database();
    const startAt = new Date('2027-05-04T06:00:00Z');
    const common = { title: 'Tuesday of two clubs', startAt };
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      ids.push(await build({ ...common, clubId: await buildClub(db, { ownerId: hana.user._id }) }));
    }
    for (const id of [...ids, await build(common)]) expect((await repeat(id, 1)).body).toHaveLength(1);
  });

  test('a session is repeated at the same time of day, even across a change of clocks, and each week once', async () => {
    const startAt = new Date('2026-10-18T16:00:00Z');
    const id = await build({ title: 'Sunday', startAt, isAccessibleByLink: true });
    const starts = (body: unknown) =>
      z
        .array(SessionSchema)
        .parse(body)
        .map((session) => session.startAt);
    const first = await repeat(id, 2);
    expect(starts(first.body)).toEqual(['2026-10-25T17:00:00.000Z', '2026-11-01T17:00:00.000Z']);
    expect(z.array(SessionSchema).parse(first.body)[0]).toMatchObject({
      title: 'Sunday',
      isAccessibleByLink: true,
      workoutItems: ['2k', '5k'],
      hostUser: hana.user,
    });
    expect(starts((await repeat(id, 3)).body)).toEqual(['2026-11-08T17:00:00.000Z']);
    for (const weeks of [0, 13, 1.5]) expect((await repeat(id, weeks)).status).toBe(400);
    expect(await repeat(id, 1, 'Mars Olympus')).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'timeZone' }] },
    });
  });

  test('[WORK-3] a host who has left the club no longer schedules for it by repeating', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: ben.user._id });
    const id = await build({ clubId });
    expect(await repeat(id, 1)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
