import { describe, expect, test } from 'vitest';
import { devices } from '@boathouse/contract/auth/devices';
import { Secret, TOTP } from 'otpauth';
import { security } from '@boathouse/contract/auth/security';
import { users } from '@boathouse/contract/users';
import { authDeviceMembers } from '../../../db/tables.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer } from '../../../../test/support/test-app.ts';
import { mailToTest, openTestIdentity, testListenUrl } from '../../../../test/support/test-identity.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';
import { isEasyPin } from './rules.ts';

const password = 'a good password';
const dayMs = 86_400_000;
const ofPage = { origin: testListenUrl, host: new URL(testListenUrl).host };

/** The cookies of one browser, updated by each response as in a browser. */
class Browser {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  take(answer: Answer): Answer {
    for (const pair of cookiesOf(answer).split('; ')) {
      const [name = '', ...value] = pair.split('=');
      if (value.join('=') === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value.join('='));
    }
    return answer;
  }
}

onEachDatabase('a shared device', (database) => {
  let nowMs = clockMs();
  let identity: ReturnType<typeof openTestIdentity>;
  const { mail, link } = mailToTest();
  const lines: string[] = [];
  const app = useTestApp(
    database,
    { onLog: (line) => lines.push(line) },
    () => {
      identity = openTestIdentity(database().db, { nowMs: () => nowMs, mail });
      return identity;
    },
    { nowMs: () => nowMs },
  );
  const logins = new TestLogins(app);

  async function member(email: string, browser: Browser) {
    const signedUp = browser.take(await logins.post('sign-up/email', { email, password, name: 'Ann Lee' }));
    const { cookie } = browser;
    const uid = (await logins.whoIs(cookie))?.id ?? '';
    const answer = await app().call('POST', '/api/users', {
      body: { uid, displayName: email.split('@')[0], iconURL: null },
      headers: { ...ofPage, cookie },
    });
    expect([signedUp.status, answer.status]).toEqual([200, 200]);
    const found = await app().call('GET', `/api/users/uid/${uid}`, { headers: { ...ofPage, cookie } });
    return { email, uid, id: users.byUid.response.parse(found.body)?._id ?? '' };
  }
  const on = (browser: Browser, method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
    app().call(method, `/api/auth/${path}`, {
      headers: { ...ofPage, cookie: browser.cookie },
      from: '10.1.0.1',
      ...(body ? { body } : {}),
    });
  const join = async (browser: Browser, pin: string | null, given = password) =>
    browser.take(await on(browser, 'PUT', 'device/own', { pin, password: given }));
  const switchTo = async (browser: Browser, body: object) =>
    browser.take(await logins.post('device/switch', body, { cookie: browser.cookie }));
  const membersOn = async (browser: Browser) =>
    devices.members.response.parse((await on(browser, 'GET', 'device')).body).members;
  const whoIsOn = async (browser: Browser) => (await logins.whoIs(browser.cookie))?.email ?? null;
  const logOut = async (browser: Browser) =>
    browser.take(await logins.post('sign-out', {}, { cookie: browser.cookie }));

  /** A tablet with two members; the second is logged in. */
  async function tabletOf(name: string) {
    const tablet = new Browser();
    const ann = await member(`ann-${name}@athletes.example`, tablet);
    expect((await join(tablet, '2580')).status).toBe(200);
    await logOut(tablet);
    const bea = await member(`bea-${name}@athletes.example`, tablet);
    expect((await join(tablet, '73911')).status).toBe(200);
    return { tablet, ann, bea };
  }

  test('lists the members who chose it; another browser lists no one', async () => {
    const { tablet, ann, bea } = await tabletOf('lists');
    expect(await membersOn(tablet)).toEqual([
      { _id: bea.id, displayName: 'bea-lists', iconURL: null, hasPin: true },
      { _id: ann.id, displayName: 'ann-lists', iconURL: null, hasPin: true },
    ]);
    expect(await membersOn(new Browser())).toEqual([]);
    expect(JSON.stringify(await membersOn(tablet))).not.toContain('@');
  });

  test('logs in by a PIN, and ends the login before', async () => {
    const { tablet, ann, bea } = await tabletOf('switches');
    const before = tablet.cookie;
    const done = await switchTo(tablet, { member: ann.id, pin: '2580' });
    expect(done.status).toBe(200);
    expect(await whoIsOn(tablet)).toBe(ann.email);
    await identity.whenIdle();
    expect(await logins.whoIs(before)).toBeNull();
    expect((await switchTo(tablet, { member: bea.id, pin: '73911' })).status).toBe(200);
    expect(await whoIsOn(tablet)).toBe(bea.email);
  });

  test('ends the previous login after one by the usual form too, and keeps it after a wrong PIN', async () => {
    const { tablet, ann, bea } = await tabletOf('changes');
    const before = tablet.cookie;
    expect((await switchTo(tablet, { member: ann.id, pin: '1111' })).status).toBe(401);
    await identity.whenIdle();
    expect(await whoIsOn(tablet)).toBe(bea.email);
    tablet.take(
      await logins.post('sign-in/email', { email: ann.email, password }, { cookie: tablet.cookie }),
    );
    await identity.whenIdle();
    expect(await whoIsOn(tablet)).toBe(ann.email);
    expect(await logins.whoIs(before)).toBeNull();
    // A browser of one athlete keeps its data: its tabs may be in the middle of something.
    const own = new Browser();
    const cas = await member('cas-changes@athletes.example', own);
    const first = own.cookie;
    own.take(await logins.post('sign-in/email', { email: cas.email, password }, { cookie: own.cookie }));
    await identity.whenIdle();
    expect((await logins.whoIs(first))?.email).toBe(cas.email);
  });

  test('logs in by the password without a PIN, without revealing the email', async () => {
    const tablet = new Browser();
    const ann = await member('no-pin@athletes.example', tablet);
    await join(tablet, null);
    await logOut(tablet);
    expect(await membersOn(tablet)).toMatchObject([{ hasPin: false }]);
    const pin = await switchTo(tablet, { member: ann.id, pin: '2580' });
    expect(problemOf(pin)).toEqual({ status: 401, code: 'wrong_password', fields: ['pin'] });
    const wrong = await switchTo(tablet, { member: ann.id, password: 'a wrong password' });
    expect(problemOf(wrong)).toMatchObject({ status: 401, code: 'wrong_password' });
    expect((await switchTo(tablet, { member: ann.id, password })).status).toBe(200);
    expect(await whoIsOn(tablet)).toBe(ann.email);
  });

  test('adds a member to its list only with the password', async () => {
    const tablet = new Browser();
    await member('unlocked@athletes.example', tablet);
    expect(problemOf(await join(tablet, '2580', 'a wrong password'))).toEqual({
      status: 400,
      code: 'wrong_password',
      fields: ['password'],
    });
    expect(await membersOn(tablet)).toEqual([]);
  });

  describe('a PIN', () => {
    test('a PIN of another browser is useless, even with a copied cookie', async () => {
      const { ann } = await tabletOf('elsewhere');
      const stranger = new Browser();
      await member('stranger@athletes.example', stranger);
      await join(stranger, '2580');
      await logOut(stranger);
      expect(problemOf(await switchTo(stranger, { member: ann.id, pin: '2580' }))).toMatchObject({
        status: 404,
      });
      expect(await whoIsOn(stranger)).toBeNull();
    });

    test('may be wrong five times, even at the same time, and then only the password logs in', async () => {
      const { tablet, ann } = await tabletOf('guesses');
      await logOut(tablet);
      const guesses = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          logins.post('device/switch', { member: ann.id, pin: `1${index}93` }, { cookie: tablet.cookie }),
        ),
      );
      expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 401));
      expect(problemOf(await switchTo(tablet, { member: ann.id, pin: '2580' }))).toMatchObject({
        status: 401,
      });
      expect(await whoIsOn(tablet)).toBeNull();
      expect(await membersOn(tablet)).toContainEqual(expect.objectContaining({ _id: ann.id, hasPin: false }));
      expect((await switchTo(tablet, { member: ann.id, password })).status).toBe(200);
      expect((await join(tablet, '2580')).status).toBe(200);
      expect((await switchTo(tablet, { member: ann.id, pin: '2580' })).status).toBe(200);
    });

    test('a PIN that is right resets the count of wrong ones', async () => {
      const { tablet, ann } = await tabletOf('counts');
      for (const pin of ['1111', '2222', '3333', '4444', '2580', '1111', '2222', '3333', '4444']) {
        await switchTo(tablet, { member: ann.id, pin });
      }
      expect((await switchTo(tablet, { member: ann.id, pin: '2580' })).status).toBe(200);
    });

    test('has 4 to 8 digits, and is not a common first guess', async () => {
      const tablet = new Browser();
      await member('easy@athletes.example', tablet);
      for (const pin of ['123', '123456789', 'abcd', '1111', '1234', '98765']) {
        expect(problemOf(await join(tablet, pin))).toMatchObject({ status: 400, fields: ['pin'] });
      }
      expect((await join(tablet, '1235')).status).toBe(200);
    });

    test('is stored as a hash that the cookie is needed for, and is written to no log', async () => {
      const { ann } = await tabletOf('stored');
      const rows = await database().db.select().from(authDeviceMembers);
      const own = rows.find(({ userId }) => userId === ann.uid);
      expect(own?.pin).not.toContain('2580');
      // Not the ids, times and the process id, because they contain such digits by chance.
      const log = lines
        .join('\n')
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|"(time|pid|ms)":\d+/g, '');
      expect(log).toContain('/device/own');
      expect(log).not.toContain('2580');
      expect(log).not.toContain('73911');
    });
  });

  test('asks a member with a second factor for the code too', async () => {
    const { tablet, bea } = await tabletOf('factor');
    const post = (path: string, body: object) =>
      logins.post(`second-factor/${path}`, body, { cookie: tablet.cookie });
    const { secret } = security.beginSecondFactor.response.parse((await post('begin', { password })).body);
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs });
    expect((await post('confirm', { code: code() })).status).toBe(200);
    nowMs += 30_000;
    await logOut(tablet);
    const asked = await switchTo(tablet, { member: bea.id, pin: '73911' });
    expect(problemOf(asked)).toEqual({ status: 401, code: 'second_factor_needed', fields: ['code'] });
    expect(await whoIsOn(tablet)).toBeNull();
    const wrong = await switchTo(tablet, { member: bea.id, pin: '73911', code: '000000' });
    expect(problemOf(wrong)).toMatchObject({ code: 'wrong_code' });
    expect((await switchTo(tablet, { member: bea.id, pin: '73911', code: code() })).status).toBe(200);
    nowMs = clockMs();
  });

  describe('forgets a member', () => {
    const pinOf = async (browser: Browser, id: string) =>
      (await membersOn(browser)).find(({ _id }) => _id === id)?.hasPin ?? false;

    test('a user who leaves, here or from another browser', async () => {
      const { tablet, ann, bea } = await tabletOf('leaves');
      expect((await on(tablet, 'DELETE', 'device/own')).status).toBe(200);
      expect((await membersOn(tablet)).map(({ _id }) => _id)).toEqual([ann.id]);
      const phone = new Browser();
      phone.take(await logins.post('sign-in/email', { email: ann.email, password }));
      const own = devices.list.response.parse((await on(phone, 'GET', 'devices')).body);
      expect(own).toMatchObject([{ hasPin: true, isCurrent: false, device: 'lightMyRequest' }]);
      const thief = new Browser();
      thief.take(await logins.post('sign-in/email', { email: bea.email, password }));
      const path = `devices/${own[0]?._id}`;
      expect(problemOf(await on(thief, 'DELETE', path))).toMatchObject({ status: 404 });
      expect((await on(phone, 'DELETE', path)).status).toBe(200);
      expect(await membersOn(tablet)).toEqual([]);
    });

    test('a user with a changed or reset password', async () => {
      const { tablet, ann, bea } = await tabletOf('password');
      const change = { currentPassword: password, newPassword: 'a better password' };
      tablet.take(await logins.post('change-password', change, { cookie: tablet.cookie }));
      expect(await pinOf(tablet, bea.id)).toBe(false);
      expect(await pinOf(tablet, ann.id)).toBe(true);
      await logins.post('request-password-reset', { email: ann.email });
      await identity.whenIdle();
      const token = /token=([^&]+)/.exec(link())?.[1] ?? '';
      const reset = await logins.post('reset-password', { token, newPassword: 'a better password' });
      expect(reset.status).toBe(200);
      expect(await membersOn(tablet)).toEqual([]);
    });

    test('a user whose login there is ended elsewhere, but not a user who logs out or switches', async () => {
      const { tablet, ann, bea } = await tabletOf('ended');
      await switchTo(tablet, { member: ann.id, pin: '2580' });
      await identity.whenIdle();
      expect(await pinOf(tablet, bea.id)).toBe(true);
      await logOut(tablet);
      expect(await pinOf(tablet, ann.id)).toBe(true);
      // She uses the usual form of the log-in page.
      tablet.take(
        await logins.post('sign-in/email', { email: ann.email, password }, { cookie: tablet.cookie }),
      );
      const phone = new Browser();
      phone.take(await logins.post('sign-in/email', { email: ann.email, password }));
      const all = security.logins.response.parse(
        (await logins.get('list-sessions', { cookie: phone.cookie })).body,
      );
      const there = all.find(({ isCurrent }) => !isCurrent);
      expect(all).toHaveLength(2);
      await logins.post('revoke-session', { id: there?.id }, { cookie: phone.cookie });
      expect(await whoIsOn(tablet)).toBeNull();
      expect(await pinOf(tablet, ann.id)).toBe(false);
      phone.take(await logins.post('sign-in/email', { email: bea.email, password }));
      await logins.post('revoke-other-sessions', {}, { cookie: phone.cookie });
      expect(await membersOn(tablet)).toEqual([]);
    });

    test('a user who has not logged in there for half a year', async () => {
      const { tablet } = await tabletOf('unused');
      nowMs += 181 * dayMs;
      expect(await membersOn(tablet)).toEqual([]);
      await identity.sweep();
      expect(await database().db.select().from(authDeviceMembers)).toEqual([]);
      nowMs = clockMs();
    });

    test('a user with a deleted account', async () => {
      const { tablet, bea } = await tabletOf('deleted');
      const { cookie } = tablet;
      const answer = await app().call('POST', `/api/users/${bea.id}/deletion`, {
        headers: { ...ofPage, cookie },
        body: { password, clubResults: 'remove' },
      });
      expect(answer.status).toBe(200);
      expect((await membersOn(tablet)).map(({ _id }) => _id)).not.toContain(bea.id);
    });
  });

  test('logs everyone out: the login ends, and no PIN is left', async () => {
    const { tablet, ann } = await tabletOf('everyone');
    const phone = new Browser();
    phone.take(await logins.post('sign-in/email', { email: ann.email, password }));
    const before = tablet.cookie;
    tablet.take(await logins.post('device/log-out', {}, { cookie: before }));
    expect(await whoIsOn(tablet)).toBeNull();
    expect(await logins.whoIs(before)).toBeNull();
    const old = new Browser();
    expect(problemOf(await switchTo(old, { member: ann.id, pin: '2580' }))).toMatchObject({ status: 404 });
    const again = await logins.post('device/switch', { member: ann.id, pin: '2580' }, { cookie: before });
    expect(problemOf(again)).toMatchObject({ status: 404 });
    expect(await whoIsOn(phone)).toBe(ann.email);
  });
});

test.each(['0000', '1234', '4321', '0123', '8765'])('%s is easy to guess', (pin) => {
  expect(isEasyPin(pin)).toBe(true);
});

test.each(['2580', '1357', '1212', '1235', '9012'])('%s is not the first guess', (pin) => {
  expect(isEasyPin(pin)).toBe(false);
});
