import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activities as activityCalls } from '@boathouse/contract/activities';
import { auth } from '@boathouse/contract/auth';
import { guestCalls, scopesOfCalls } from '@boathouse/contract/auth/scopes';
import { ProblemSchema } from '@boathouse/contract/errors';
import { liveEvents } from '@boathouse/contract/live';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { raceCodes } from '@boathouse/contract/races/codes';
import { raceDay } from '@boathouse/contract/races/day';
import { users as userCalls } from '@boathouse/contract/users';
import { activities, guestLogins, users } from '../../../db/tables.ts';
import { contractCalls } from '../../../../test/authorization/login-matrix.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { RaceDay } from '../../../../test/support/race-day.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

// In the future of the machine's clock, which ends live connections.
const noonMs = Date.UTC(2036, 4, 1, 12);

onEachDatabase('guests of a race day without an account', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let address: string;
  const open = usePages(() => address);
  let ada: Person;
  let ben: Person;
  let day: RaceDay;
  let race: string;
  let entry: string;
  let code: string;

  beforeAll(async () => {
    address = await app().listen();
    ada = await app().signUp('Ada Admin');
    ben = await app().signUp('Ben Rower');
  });
  beforeEach(async () => {
    nowMs = noonMs;
    await database().db.delete(activities);
    const club = await buildClub(database().db, { ownerId: ada.user._id });
    await buildMembership(database().db, { clubId: club, userId: ben.user._id, role: 0 });
    day = await new RaceDay(app(), database().db, ada, club).setUp({ day: '2036-05-01' });
    await day.enter('Ben Rower', { user: ben.user._id });
    ({ _id: entry } = await day.enter('Gil from Away', { bib: '9', club: 'Away RC' }));
    const [drawn] = await day.draw();
    race = drawn?._id ?? '';
    await day.takeControl();
    code = await codeOfGil();
  });

  const codeOfGil = async () => {
    const codes = raceCodes.ofEvent.response.parse(await day.ok('PUT', `/races/events/${day.event}/codes`));
    return codes.find((one) => one.entry === entry)?.code ?? '';
  };
  const enter = (typed: string) => app().call('POST', '/api/races/guests', { body: { code: typed } });
  const isWrong = { status: 400, body: { code: 'wrong_code' } };
  /** Enters the code in a browser without a login. */
  const guest = async () => {
    const answer = await enter(code);
    expect(answer).toMatchObject({ status: 200, body: { event: day.event, entry } });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    return cookie.split(';')[0] ?? '';
  };
  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  const call = (cookie: string, method: Method, path: string, body?: object) =>
    app().call(method, `/api${path}`, { headers: { cookie }, ...(body ? { body } : {}) });
  const sessionOf = async (cookie: string) =>
    auth.session.response.parse((await call(cookie, 'GET', '/auth/get-session')).body);
  const userOf = async (cookie: string) => {
    const uid = (await sessionOf(cookie))?.user.id ?? '';
    const { body } = await call(cookie, 'GET', `/users/uid/${uid}`);
    return userCalls.byUid.response.parse(body)?._id ?? '';
  };

  test('the code is the login: the monitor of the guest counts in the lane', async () => {
    const cookie = await guest();
    const login = await sessionOf(cookie);
    expect(login).toMatchObject({ session: { isGuest: true }, user: { name: 'Gil from Away', email: '' } });
    expect(login?.session.expiresAt).toBe('2036-05-02T22:00:00.000Z');
    const user = await userOf(cookie);
    const mine = raceDay.mine.response.parse((await call(cookie, 'GET', '/races/mine')).body);
    expect(mine).toMatchObject([{ race, event: day.event }]);
    const lane = mine[0]?.lane ?? 0;
    await day.act(race, 'call');
    const here = { action: randomUUIDv7(), state: 'here' };
    expect((await call(cookie, 'PATCH', `/races/${race}/lanes/${lane}`, here)).status).toBe(200);
    await day.act(race, 'arm');
    const started = await day.act(race, 'start');
    const session = started.run?.session ?? '';
    nowMs = Date.parse(started.run?.start?.rowAt ?? '') + 1_000;
    const begin = { _id: randomUUIDv7(), user, session, workoutItemIndex: 0, machine: 'rower' };
    expect((await call(cookie, 'POST', '/activities', begin)).status).toBe(200);
    const page = await open(null, { cookie, address: liveAddressOf(session) });
    expect(await page.outcomeOf(liveEvents.joinRoom, { user, room: session })).toBe('ok');
    expect(await page.outcomeOf(liveEvents.sample, { activity: begin._id, sample: liveSample(90) })).toBe(
      'ok',
    );
    await database().db.delete(activities);
    await day.row(started, user, 421.34);
    const full = await day.full(race);
    expect(full.race.lanes.find((one) => one.lane === lane)).toMatchObject({ entry, result: 4_213 });
    expect((await day.logged()).map(({ text, by }) => `${by}: ${text}`)).toContain(
      'Gil from Away: Entered the code of Gil from Away',
    );
  });

  test('no other call of the contract is open to a guest', async () => {
    const cookie = await guest();
    const scopes = Object.entries<Record<string, string>>(scopesOfCalls).flatMap(([noun, calls]) =>
      Object.entries(calls).map(([name, scope]) => [`${noun}.${name}`, scope] as const),
    );
    expect([...guestCalls].filter((key) => !scopes.some(([name]) => name === key))).toEqual([]);
    const isPublic = new Set(scopes.flatMap(([key, scope]) => (scope === 'public' ? [key] : [])));
    const open = [];
    for (const [key, { method, path, auth: needed }] of contractCalls) {
      if (isPublic.has(key) || guestCalls.has(key)) continue;
      const { status, body } = await call(cookie, method, path.replaceAll(/:\w+/g, randomUUIDv7()));
      const { code: given } = ProblemSchema.parse(body);
      // The administration does not exist for other users.
      const refusal = needed === 'administrator' ? '404 not_found' : '403 forbidden';
      if (`${status} ${given}` !== refusal) open.push([key, status, given]);
    }
    expect(open).toEqual([]);
  });

  test('a guest reads no session that users share by link, and begins no workout outside the race', async () => {
    const cookie = await guest();
    const user = await userOf(cookie);
    const shared = await buildSession(database().db, { hostUserId: ben.user._id, isAccessibleByLink: true });
    expect((await call(cookie, 'GET', `/sessions/${shared}`)).status).toBe(404);
    const begin = { _id: randomUUIDv7(), user, machine: 'rower' };
    const inShared = { ...begin, session: shared, workoutItemIndex: 0 };
    expect((await call(cookie, 'POST', '/activities', inShared)).status).toBe(404);
    expect(
      (
        await call(cookie, 'POST', '/activities', {
          ...begin,
          title: 'Alone',
          workout: '2000m',
          visibility: 'me',
        })
      ).status,
    ).toBe(403);
    const page = await open(null, { cookie });
    expect(await page.outcomeOf(liveEvents.joinRoom, { user, room: shared })).toBe('not_found');
  });

  test('users find no guest, and the administration lists none', async () => {
    const user = await userOf(await guest());
    const read = async (path: string) =>
      JSON.stringify((await app().call('GET', `/api${path}`, { as: ada })).body);
    expect(await read('/users/search?text=Gil&page=1&pagesize=10')).not.toContain(user);
    expect(await read('/users?page=1&pagesize=50')).not.toContain(user);
    await database().db.update(users).set({ isAdministrator: true }).where(eq(users.id, ada.user._id));
    expect(await read('/administration/users?search=Gil&page=1&pagesize=10')).not.toContain(user);
    await database().db.update(users).set({ isAdministrator: false }).where(eq(users.id, ada.user._id));
    expect((await app().call('GET', `/api/users/${user}`, { as: ben })).status).toBe(404);
  });

  test('the code on a second device is the same guest, and logging out ends one of the two logins', async () => {
    const [first, second] = [await guest(), await guest()];
    expect(first).not.toBe(second);
    expect(await userOf(first)).toBe(await userOf(second));
    const out = await call(first, 'POST', '/auth/sign-out');
    expect(out).toMatchObject({ status: 200 });
    expect(String(out.headers['set-cookie'])).toContain('boathouse.guest_session_token=; Max-Age=0');
    expect(await sessionOf(first)).toBeNull();
    expect((await call(first, 'GET', '/races/mine')).status).toBe(401);
    expect((await call(second, 'GET', '/races/mine')).status).toBe(200);
  });

  test('a code that an account has entered begins no login, and an account gets no entry of a guest', async () => {
    const claim = (as: Person) => app().call('POST', '/api/races/claims', { as, body: { code } });
    const eve = await app().signUp('Eve Else');
    expect((await claim(eve)).status).toBe(200);
    expect(await enter(code)).toMatchObject(isWrong);
    await day.ok('PATCH', `/races/entries/${entry}`, { user: null });
    code = await codeOfGil();
    await guest();
    expect(await claim(eve)).toMatchObject(isWrong);
  });

  test('an account stays itself with the cookie of a guest', async () => {
    const cookie = await guest();
    const answer = await app().call('GET', '/api/auth/get-session', { as: ben, headers: { cookie } });
    expect(auth.session.response.parse(answer.body)?.user.id).toBe(ben.uid);
  });

  test('a new code ends the login and its page, and with it the same guest continues the same row', async () => {
    const cookie = await guest();
    const user = await userOf(cookie);
    const started = await day.start(race);
    const session = started.run?.session ?? '';
    nowMs = Date.parse(started.run?.start?.rowAt ?? '') + 1_000;
    const begin = { _id: randomUUIDv7(), user, session, workoutItemIndex: 0, machine: 'rower' };
    expect((await call(cookie, 'POST', '/activities', begin)).status).toBe(200);
    const page = await open(null, { cookie, address: liveAddressOf(session) });
    await page.outcomeOf(liveEvents.joinRoom, { user, room: session });
    const ended = new Promise((resolve) => page.socket.once('disconnect', resolve));
    const old = code;
    ({ code } = raceCodes.renew.response.parse(await day.ok('POST', `/races/entries/${entry}/code`)));
    await ended;
    expect(await sessionOf(cookie)).toBeNull();
    expect(await enter(old)).toMatchObject(isWrong);
    const again = await guest();
    expect(await userOf(again)).toBe(user);
    const patch = { distance: 1_200, elapsedTime: 250 };
    const patched = await call(again, 'PATCH', `/activities/${begin._id}`, patch);
    expect(activityCalls.patch.response.parse(patched.body)).toMatchObject({ distance: 1_200 });
  });

  test('the login ends with the code: after the day after', async () => {
    const cookie = await guest();
    nowMs = Date.UTC(2036, 4, 2, 21, 59, 59);
    expect(await sessionOf(cookie)).not.toBeNull();
    nowMs = Date.UTC(2036, 4, 2, 22);
    expect(await sessionOf(cookie)).toBeNull();
    expect(await enter(code)).toMatchObject(isWrong);
  });

  describe('the hourly sweep', () => {
    const storedOf = async (user: string) => {
      const logins = await database().db.select().from(guestLogins).where(eq(guestLogins.userId, user));
      const records = await database().db.select().from(users).where(eq(users.id, user));
      return { logins: logins.length, records: records.length };
    };

    test('deletes a login that has ended, and keeps the guest of a race', async () => {
      const user = await userOf(await guest());
      nowMs = Date.UTC(2036, 4, 9);
      await app().services.guests.sweep();
      expect(await storedOf(user)).toEqual({ logins: 0, records: 1 });
    });

    test('deletes the guest whose race day is deleted, once their login has ended', async () => {
      const user = await userOf(await guest());
      await day.ok('DELETE', `/races/events/${day.event}`);
      await app().services.guests.sweep();
      expect(await storedOf(user)).toEqual({ logins: 1, records: 1 });
      nowMs = Date.UTC(2036, 4, 9);
      await app().services.guests.sweep();
      expect(await storedOf(user)).toEqual({ logins: 0, records: 0 });
    });
  });

  test.each(['AAAA-AAAA', 'rubbish', ''])('the wrong code %j begins no login', async (typed) => {
    const answer = await enter(typed);
    expect(answer).toMatchObject({ ...isWrong, body: { fields: [{ field: 'code' }] } });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each(['', 'x', 'é'.repeat(300), '%'])('the made-up cookie %j has no login', async (token) => {
    const cookie = `boathouse.guest_session_token=${encodeURIComponent(token)}`;
    expect(await sessionOf(cookie)).toBeNull();
    expect((await call(cookie, 'GET', '/races/mine')).status).toBe(401);
  });
});
