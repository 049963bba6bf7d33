import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { attendance } from '@boathouse/contract/sessions/attendance';
import { boards as boardEndpoints } from '@boathouse/contract/sessions/boards';
import { liveEvents } from '@boathouse/contract/live';
import { activities, sessions } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { listParticipants } from './participants/store.ts';
import { buildSession } from './factory.ts';

onEachDatabase('[WORK-3] who sees a session', (database) => {
  const app = useTestApp(database);
  let hana: Person;
  let mia: Person;
  let fay: Person;
  let clubId: string;
  let address: string;
  const open = usePages(() => address);

  beforeAll(async () => {
    hana = await app().signUp('Hana');
    mia = await app().signUp('Mia');
    fay = await app().signUp('Fay');
    address = await app().listen();
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    clubId = await buildClub(database().db, { ownerId: hana.user._id });
    await buildMembership(database().db, { clubId, userId: mia.user._id, role: 0 });
  });

  const build = (more: object = {}) => buildSession(database().db, { hostUserId: hana.user._id, ...more });
  const change = (id: string, body: object, as = hana) =>
    app().call('PATCH', `/api/sessions/${id}`, { as, body });
  const statusFor = async (id: string, as: Person) =>
    (await app().call('GET', `/api/sessions/${id}`, { as })).status;

  test('can change to a club and back: only its members, and then all with the link, read it', async () => {
    const id = await build();
    const moved = await change(id, { club: clubId });
    expect(moved).toMatchObject({ status: 200, body: { club: { _id: clubId }, isAccessibleByLink: false } });
    expect([await statusFor(id, mia), await statusFor(id, fay)]).toEqual([200, 404]);
    expect((await listParticipants(database().db, id)).toSorted()).toEqual(
      [hana.user._id, mia.user._id].toSorted(),
    );

    const back = await change(id, { club: null, isAccessibleByLink: true });
    expect(back).toMatchObject({ status: 200, body: { club: null, isAccessibleByLink: true } });
    expect(await statusFor(id, fay)).toBe(200);
    // Without a link setting, only the host can read the session.
    await change(id, { club: clubId });
    expect((await change(id, { club: null })).body).toMatchObject({ club: null, isAccessibleByLink: false });
    expect([await statusFor(id, mia), await statusFor(id, hana)]).toEqual([404, 200]);
  });

  test("cannot be another user's club, or a club and a link at once", async () => {
    const others = await buildClub(database().db, { ownerId: fay.user._id });
    const id = await build();
    expect(await change(id, { club: others })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'club' }] },
    });
    expect(await change(id, { club: clubId, isAccessibleByLink: true })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'isAccessibleByLink' }] },
    });
  });

  test('stays after someone has begun a workout, and everything else can still change', async () => {
    for (const [club, other] of [
      [null, clubId],
      [clubId, null],
    ]) {
      const id = await build({ clubId: club });
      const activity = await buildActivity(database().db, { userId: mia.user._id, sessionId: id });
      expect(await change(id, { club: other })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'club' }] },
      });
      expect((await change(id, { club, title: 'Later' })).status).toBe(200);
      await app().call('DELETE', `/api/activities/${activity}`, { as: mia });
      expect((await change(id, { club: other })).status).toBe(200);
    }
  });

  test('an athlete begins in a session or it changes to a club, and never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      await database().db.delete(activities);
      const id = await build();
      const body = { user: fay.user._id, session: id, workoutItemIndex: 0 };
      const [begun, moved] = await Promise.all([
        app().call('POST', '/api/activities', { as: fay, body }),
        change(id, { club: clubId }),
      ]);
      expect([begun, moved].filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test('decides who is listed, who is reminded and whose board stays', async () => {
    const { db } = database();
    const adam = await app().signUp('Adam');
    await buildMembership(db, { clubId, userId: adam.user._id, role: 1 });
    const startAt = new Date(nowMs() + 3_600_000);
    const id = await build({ clubId, startAt });
    for (const as of [mia, adam]) await app().call('PUT', `/api/sessions/${id}/attendance`, { as });
    await db
      .update(sessions)
      .set({ remindedAt: new Date(nowMs()) })
      .where(eq(sessions.id, id));
    const board = async (as: Person) =>
      boardEndpoints.create.response.parse(
        (await app().call('POST', `/api/sessions/${id}/board`, { as })).body,
      );
    const attending = async () =>
      attendance.ofSession.response
        .parse((await app().call('GET', `/api/sessions/${id}/attendance`, { as: hana })).body)
        .map(({ displayName }) => displayName);
    const statusOf = async (key: string) => (await app().call('GET', `/api/boards/${key}`)).status;

    const adams = await board(adam);
    expect(await statusOf(adams.key)).toBe(200);
    await change(id, { club: null });
    expect(await attending()).toEqual([]);
    expect(await statusOf(adams.key)).toBe(404);
    const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
    expect(row?.remindedAt).toBeNull();

    const hanas = await board(hana);
    await change(id, { club: clubId });
    expect((await attending()).toSorted()).toEqual(['Adam', 'Mia']);
    expect(await statusOf(hanas.key)).toBe(200);
  });

  test('[SESS-11] pages that may no longer read it leave its room first, and others may enter', async () => {
    const id = await build();
    const hanas = await open.into(id, hana);
    const mias = await open.into(id, mia);
    const fays = await open.into(id, fay);
    const refusal = fays.next(liveEvents.refused);
    const changes = [hanas, mias].map((page) => page.next(liveEvents.sessionChanged));
    const moved = await change(id, { club: clubId });
    expect(await refusal).toMatchObject({ event: liveEvents.joinRoom, code: 'not_found' });
    for (const given of await Promise.all(changes)) expect(given).toEqual({ room: id, session: moved.body });
    expect(fays.received(liveEvents.sessionChanged)).toHaveLength(0);
    const join = () => fays.outcomeOf(liveEvents.joinRoom, { user: fay.user._id, room: id });
    expect(await join()).toBe('not_found');

    await change(id, { club: null, isAccessibleByLink: true });
    expect(await join()).toBe('ok');
  });
});
