import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administration } from '@boathouse/contract/administration/calls';
import { activities, administrationLog, clubMemberships, sessions, users } from '../../../db/tables.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';

onEachDatabase('the administration', (database) => {
  const app = useTestApp(database);
  const path = (rest: string) => `/api/administration/${rest}`;
  const password = 'a good password';

  async function administrator(name = 'Ines'): Promise<Person> {
    const person = await app().signUp(name);
    await setAdministrator(person.user._id, true);
    return person;
  }
  const setAdministrator = (id: string, isAdministrator: boolean) =>
    database().db.update(users).set({ isAdministrator }).where(eq(users.id, id));
  /** Makes these the only administrators. */
  async function onlyAdministrators(...people: Person[]): Promise<void> {
    await database().db.update(users).set({ isAdministrator: false });
    for (const { user } of people) await setAdministrator(user._id, true);
    for (const { uid } of people) app().services.noteAccountChange(uid);
  }
  const found = async (as: Person, search: string) => {
    const { body } = await app().call('GET', path(`users?search=${encodeURIComponent(search)}`), { as });
    return administration.users.response.parse(body).users;
  };
  const logOf = async (as: Person) => {
    const { body } = await app().call('GET', path('log'), { as });
    return administration.log.response.parse(body).entries;
  };
  const signIn = (email: string) =>
    app().call('POST', '/api/auth/sign-in/email', { body: { email, password }, from: '10.9.9.9' });

  describe('users', () => {
    test('are found by parts of name and email, and special characters have no special meaning', async () => {
      const ines = await administrator();
      const percy = await app().signUp('Percy 100%_');
      const [shown] = await found(ines, '100%_');
      expect(shown).toMatchObject({ displayName: 'Percy 100%_', isAdministrator: false, lockedAt: null });
      expect(await found(ines, (shown?.email ?? '').slice(0, 12).toUpperCase())).toEqual([shown]);
      expect(await found(ines, '1%0')).toEqual([]);
      expect(percy.user._id).toBe(shown?._id);
    });

    test('lose their logins at once when locked, and can log in again after unlocking', async () => {
      const ines = await administrator();
      const lou = await app().signUp('Lou Locked');
      const [{ email } = { email: null }] = await found(ines, 'Lou Locked');
      const read = () => app().call('GET', `/api/users/${lou.user._id}`, { as: lou });
      expect((await read()).status).toBe(200);
      const lock = path(`users/${lou.user._id}/lock`);
      expect((await app().call('PUT', lock, { as: ines })).status).toBe(200);
      expect((await read()).status).toBe(401);
      const refused = await signIn(email ?? '');
      expect(problemOf(refused)).toMatchObject({ status: 403, code: 'forbidden' });
      expect(refused.body).toMatchObject({ message: expect.stringContaining('locked') });
      // Without the password, callers get no information.
      const guess = await app().call('POST', '/api/auth/sign-in/email', {
        body: { email, password: 'another password' },
      });
      expect(problemOf(guess)).toMatchObject({ status: 401, code: 'wrong_password' });
      expect((await app().call('DELETE', lock, { as: ines })).status).toBe(200);
      expect((await signIn(email ?? '')).status).toBe(200);
    });

    test('get a reset link, which sets the password once', async () => {
      const ines = await administrator();
      const rae = await app().signUp('Rae Reset');
      const made = await app().call('POST', path(`users/${rae.user._id}/reset-link`), { as: ines });
      const { link } = administration.makeResetLink.response.parse(made.body);
      const body = { token: new URL(link).searchParams.get('token'), newPassword: 'quite another' };
      const reset = () => app().call('POST', '/api/auth/reset-password', { body });
      expect([(await reset()).status, (await reset()).status]).toEqual([200, 400]);
      const [entry] = await logOf(ines);
      expect(entry).toMatchObject({ actor: 'Ines', action: 'madeResetLink', subject: 'Rae Reset' });
      expect(JSON.stringify(await database().db.select().from(administrationLog))).not.toContain(body.token);
    });

    test('are deleted, and the log keeps their name', async () => {
      const ines = await administrator();
      const dee = await app().signUp('Dee Deleted');
      const remove = path(`users/${dee.user._id}`);
      expect((await app().call('DELETE', remove, { as: ines })).status).toBe(200);
      expect((await app().call('DELETE', remove, { as: ines })).status).toBe(404);
      expect(await found(ines, 'Dee Deleted')).toEqual([]);
      expect((await logOf(ines))[0]).toMatchObject({ action: 'deletedUser', subject: 'Dee Deleted' });
    });
  });

  describe('administrators', () => {
    test('make others administrators and revoke them, but never the last one, even two at once', async () => {
      const ines = await administrator();
      const otto = await app().signUp('Otto');
      await onlyAdministrators(ines);
      const of = (person: Person) => path(`users/${person.user._id}/administrator`);
      expect((await app().call('GET', path('log'), { as: otto })).status).toBe(404);
      expect((await app().call('PUT', of(otto), { as: ines })).status).toBe(200);
      expect((await app().call('GET', path('log'), { as: otto })).status).toBe(200);
      const both = await Promise.all([
        app().call('DELETE', of(otto), { as: ines }),
        app().call('DELETE', of(ines), { as: otto }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const left = await database().db.select().from(users).where(eq(users.isAdministrator, true));
      expect(left).toHaveLength(1);
    });

    test("can not delete the last administrator's account while there are other users", async () => {
      const ines = await administrator();
      await onlyAdministrators(ines);
      const answer = await app().call('POST', `/api/users/${ines.user._id}/deletion`, {
        as: ines,
        body: { clubResults: 'keep', password },
      });
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'last_administrator' });
    });

    test('are recognized only by their own record', async () => {
      const ines = await administrator();
      const ann = await app().signUp('Ann');
      const record = async (as: Person) => (await app().call('GET', `/api/users/uid/${as.uid}`, { as })).body;
      expect(await record(ines)).toMatchObject({ isAdministrator: true });
      expect(await record(ann)).not.toHaveProperty('isAdministrator');
      const { body } = await app().call('GET', `/api/users/${ines.user._id}`, { as: ann });
      expect(body).not.toHaveProperty('isAdministrator');
    });
  });

  describe('clubs', () => {
    test('are handed over to a member; the former owner becomes an admin', async () => {
      const ines = await administrator();
      const [owner, member] = [await app().signUp('Olga'), await app().signUp('Mia')];
      const club = await buildClub(database().db, { ownerId: owner.user._id, name: 'Handed Over' });
      await buildMembership(database().db, { clubId: club, userId: member.user._id, role: 0 });
      const answer = await app().call('PUT', path(`clubs/${club}/owner`), {
        as: ines,
        body: { user: member.user._id },
      });
      expect(answer.status).toBe(200);
      const roles = await database()
        .db.select({ userId: clubMemberships.userId, role: clubMemberships.role })
        .from(clubMemberships)
        .where(eq(clubMemberships.clubId, club));
      expect(new Map(roles.map(({ userId, role }) => [userId, role]))).toEqual(
        new Map([
          [owner.user._id, 1],
          [member.user._id, 2],
        ]),
      );
      const { body } = await app().call('GET', path('clubs?search=handed'), { as: ines });
      expect(body).toMatchObject({ count: 1, clubs: [{ owner: { displayName: 'Mia' }, memberCount: 2 }] });
    });

    test('are deleted with their sessions, but their results stay with the athletes', async () => {
      const { db } = database();
      const ines = await administrator();
      const [owner, rower] = [await app().signUp('Olga'), await app().signUp('Rolf')];
      const clubId = await buildClub(db, { ownerId: owner.user._id, name: 'Gone Club' });
      const hostUserId = owner.user._id;
      const rowed = await buildSession(db, { hostUserId, clubId });
      const empty = await buildSession(db, { hostUserId, clubId });
      const rowing = { userId: rower.user._id, sessionId: rowed };
      const activity = await buildActivity(db, rowing);
      const remove = () => app().call('DELETE', path(`clubs/${clubId}`), { as: ines });
      expect(problemOf(await remove())).toMatchObject({ status: 409, code: 'still_rowing' });
      await db
        .update(activities)
        .set({ isCompleted: true, completedAt: new Date(nowMs()) })
        .where(eq(activities.id, activity));
      expect((await remove()).status).toBe(200);
      const left = await db.select({ id: sessions.id, clubId: sessions.clubId }).from(sessions);
      expect(left.filter(({ id }) => [rowed, empty].includes(id))).toEqual([{ id: rowed, clubId: null }]);
      const own = await app().call('GET', `/api/activities/${activity}`, { as: rower });
      expect(own.status).toBe(200);
      const others = await app().call('GET', `/api/sessions/${rowed}`, { as: rower });
      expect(others.status).toBe(404);
    });
  });

  test('a host who has left the club can read nothing more when the club is deleted', async () => {
    const { db } = database();
    const ines = await administrator();
    const [owner, rower] = [await app().signUp('Olga'), await app().signUp('Rolf')];
    const [coach, former] = [await app().signUp('Carl'), await app().signUp('Fritz')];
    const clubId = await buildClub(db, { ownerId: owner.user._id, name: 'Hosted Club' });
    await buildMembership(db, { clubId, userId: coach.user._id, role: 0 });
    // Others see the results only through the session.
    await db.update(users).set({ visibility: 'me' }).where(eq(users.id, rower.user._id));
    const rowedWith = async ({ user }: Person) => {
      const sessionId = await buildSession(db, { hostUserId: user._id, clubId });
      return buildActivity(db, { userId: rower.user._id, sessionId, completedAt: new Date(nowMs()) });
    };
    const [ofCoach, ofFormer] = [await rowedWith(coach), await rowedWith(former)];
    expect((await app().call('DELETE', path(`clubs/${clubId}`), { as: ines })).status).toBe(200);
    const statusFor = async (as: Person, id: string) =>
      (await app().call('GET', `/api/activities/${id}`, { as })).status;
    expect(await statusFor(former, ofFormer)).toBe(404);
    expect(await statusFor(coach, ofCoach)).toBe(200);
    expect(await statusFor(owner, ofFormer)).toBe(200);
    expect(await statusFor(rower, ofFormer)).toBe(200);
  });

  test('reports the state of database, disk and mail', async () => {
    const ines = await administrator();
    const { body } = await app().call('GET', path('state'), { as: ines });
    const state = administration.state.response.parse(body);
    expect(state.database).toMatchObject({ kind: database().kind, version: expect.stringMatching(/^1\d/) });
    expect(state.database.bytes).toBeGreaterThan(1_000_000);
    expect(state.diskFreeBytes).toBeGreaterThan(0);
    expect(state.mail).toEqual({ kind: 'folder', failure: null });
    expect(state.users).toBeGreaterThan(0);
  });
});
