import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { security } from '@boathouse/contract/auth/security';
import { limits } from '@boathouse/contract/limits';
import { users } from '@boathouse/contract/users';
import { authSessions, users as userRows } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, type Answer } from '../../../../test/support/test-app.ts';
import { testListenUrl } from '../../../../test/support/test-identity.ts';
import { cookiesOf, accountsOn } from '../../../../test/support/test-logins.ts';

const password = 'a good password';
const ofPage = { host: new URL(testListenUrl).host, origin: testListenUrl };

onEachDatabase('who takes an account over', (database) => {
  const { app, clock, mailbox, identity, logins } = accountsOn(database);
  const laterThanFresh = () => {
    clock.nowMs += limits.freshSignInMs + 1_000;
  };

  const on = (
    cookie: string,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) =>
    app().call(method, `/api/${path}`, {
      headers: { ...ofPage, cookie },
      ...(body === undefined ? {} : { body }),
    });

  /** Signs up with a user record. */
  async function member(email: string) {
    const { cookie, uid } = await logins.signUp(email);
    const made = await on(cookie, 'POST', 'users', { displayName: 'Ann', uid, iconURL: null });
    const { _id: id } = users.create.response.parse(made.body);
    return { email, uid, id, cookie };
  }

  /** Logs the member out of a shared tablet, and in again there by PIN. */
  async function byPin({ id, cookie }: { id: string; cookie: string }): Promise<string> {
    const joined = await on(cookie, 'PUT', 'auth/device/own', { pin: '2580', password });
    const device = cookiesOf(joined);
    await on(cookie, 'POST', 'auth/sign-out');
    const done = await logins.post('device/switch', { member: id, pin: '2580' }, { cookie: device });
    expect(done.status).toBe(200);
    return `${cookiesOf(done)}; ${device}`;
  }

  async function withFactor(cookie: string) {
    const begun = await on(cookie, 'POST', 'auth/second-factor/begin', { password });
    const { secret } = security.beginSecondFactor.response.parse(begun.body);
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs });
    const confirmed = await on(cookie, 'POST', 'auth/second-factor/confirm', { code: code() });
    return { code, ...security.confirmSecondFactor.response.parse(confirmed.body) };
  }

  const changeEmail = (cookie: string, proof: object = {}) =>
    on(cookie, 'POST', 'auth/change-email', { newEmail: 'thief@evil.example', ...proof });

  /** The account still belongs to its owner, and no mail was sent to the thief. */
  async function expectOwned(email: string): Promise<void> {
    await identity().whenIdle();
    expect(mailbox.to('thief@evil.example')).toEqual([]);
    const signedIn = await logins.post('sign-in/email', { email, password }, { from: '10.7.7.7' });
    expect(signedIn.body).not.toMatchObject({ code: 'wrong_password' });
  }

  const refusedFor = (answer: Answer, ...fields: string[]) =>
    expect(problemOf(answer)).toEqual({ status: 403, code: 'proof_needed', fields });

  test('a change at a browser left open requires the password, and each wrong one counts as an attempt on the account', async () => {
    const { cookie, email } = await member('open@athletes.example');
    laterThanFresh();
    refusedFor(await changeEmail(cookie), 'password');
    refusedFor(
      await on(cookie, 'POST', 'auth/change-email', { newEmail: email.replace('open', 'other') }),
      'password',
    );
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      statuses.push((await changeEmail(cookie, { password: `guess number ${guess}` })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    await expectOwned(email);
    clock.nowMs += 3_600_000;
    expect((await changeEmail(cookie, { password })).status).toBe(200);
    await identity().whenIdle();
    expect(mailbox.to('thief@evil.example')).toHaveLength(1);
  });

  test('can use a sign-in of the last minutes, and a password given for this login for as long', async () => {
    const { cookie, uid } = await member('fresh@athletes.example');
    const other = await logins.signIn('fresh@athletes.example');
    const make = (of: string, proof: object = {}) => on(of, 'POST', `users/${uidToId}/calendar`, proof);
    const uidToId = await database()
      .db.select({ id: userRows.id })
      .from(userRows)
      .where(eq(userRows.uid, uid))
      .then(([row]) => row?.id ?? '');
    expect((await make(cookie)).status).toBe(200);
    laterThanFresh();
    refusedFor(await make(cookie), 'password');
    expect(problemOf(await make(cookie, { password: 'a wrong password' }))).toMatchObject({ status: 400 });
    refusedFor(await make(cookie), 'password');
    expect((await make(cookie, { password })).status).toBe(200);
    expect((await make(cookie)).status).toBe(200);
    refusedFor(await make(other.cookie), 'password');
    laterThanFresh();
    refusedFor(await make(cookie), 'password');
  });

  test('expires although the clock was set back after the sign-in', async () => {
    const { cookie } = await member('clock@athletes.example');
    clock.nowMs -= 86_400_000;
    expect(problemOf(await changeEmail(cookie))).toMatchObject({
      code: 'proof_needed',
      fields: ['password'],
    });
  });

  test('a login by a PIN has no Settings, Security, no email, no ownership, even with the right password', async () => {
    const ann = await member('pin@athletes.example');
    const cookie = await byPin(ann);
    expect((await logins.get('get-session', { cookie })).body).toMatchObject({ session: { isByPin: true } });
    const club = '019a0000-0000-7000-8000-000000000001';
    const calls: Array<['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, object?]> = [
      ['POST', 'auth/change-email', { newEmail: 'thief@evil.example', password }],
      ['POST', 'auth/change-password', { currentPassword: password, newPassword: 'of the thief' }],
      ['GET', 'auth/second-factor'],
      ['POST', 'auth/second-factor/begin', { password }],
      ['POST', 'auth/second-factor/remove', { password }],
      ['GET', 'auth/list-sessions'],
      ['POST', 'auth/revoke-other-sessions'],
      ['PUT', 'auth/device/own', { pin: '1357', password }],
      ['GET', 'tokens'],
      ['POST', 'tokens', { name: 'thief', scopes: ['read'], password }],
      ['POST', `users/${ann.id}/deletion`, { clubResults: 'remove', password }],
      ['POST', `users/${ann.id}/calendar`, { password }],
      ['PATCH', 'clubmemberships/transferOwnership', { fromUser: ann.id, toUser: club, club, password }],
      ['PUT', `clubs/${club}/webhook`, { url: 'https://evil.example', password }],
    ];
    for (const [method, path, body] of calls) {
      expect([path, problemOf(await on(cookie, method, path, body)).code]).toEqual([path, 'pin_login']);
    }
    // Rows continue, and so does the list of the device.
    expect((await on(cookie, 'GET', `users/${ann.id}`)).status).toBe(200);
    expect((await on(cookie, 'DELETE', 'auth/device/own')).status).toBe(200);
    await expectOwned(ann.email);
  });

  test("a login by an administrator's PIN has no administration, not even reading", async () => {
    const ines = await member('ines@athletes.example');
    const victim = await member('victim@athletes.example');
    await database().db.update(userRows).set({ isAdministrator: true }).where(eq(userRows.id, ines.id));
    const cookie = await byPin(ines);
    const calls: Array<['GET' | 'POST' | 'PUT' | 'DELETE', string]> = [
      ['GET', 'administration/users'],
      ['GET', 'administration/state'],
      ['POST', `administration/users/${victim.id}/reset-link`],
      ['PUT', `administration/users/${victim.id}/administrator`],
      ['PUT', `administration/users/${victim.id}/lock`],
      ['DELETE', `administration/users/${victim.id}`],
    ];
    for (const [method, path] of calls) {
      expect([path, problemOf(await on(cookie, method, path)).code]).toEqual([path, 'pin_login']);
    }
    // The same login of a user without that right gets no information.
    const other = await byPin(victim);
    expect(problemOf(await on(other, 'GET', 'administration/users'))).toMatchObject({ status: 404 });
  });

  test("an administrator's browser left open requires the password for every powerful call", async () => {
    const ines = await member('open-ines@athletes.example');
    const victim = await member('open-victim@athletes.example');
    await database().db.update(userRows).set({ isAdministrator: true }).where(eq(userRows.id, ines.id));
    laterThanFresh();
    expect((await on(ines.cookie, 'GET', 'administration/users')).status).toBe(200);
    const link = () => on(ines.cookie, 'POST', `administration/users/${victim.id}/reset-link`);
    refusedFor(await link(), 'password');
    refusedFor(await on(ines.cookie, 'DELETE', `administration/users/${victim.id}`), 'password');
    const proved = await on(ines.cookie, 'PUT', `administration/users/${victim.id}/lock`, { password });
    expect(proved.status).toBe(200);
    expect((await link()).status).toBe(200);
  });

  describe('of an account with a second factor', () => {
    test('must give its code in addition to the password', async () => {
      const { cookie, email } = await member('factor@athletes.example');
      const { code, recoveryCodes } = await withFactor(cookie);
      laterThanFresh();
      refusedFor(await changeEmail(cookie), 'password', 'code');
      refusedFor(await changeEmail(cookie, { password }), 'code');
      expect(problemOf(await changeEmail(cookie, { password, code: '000000' }))).toEqual({
        status: 400,
        code: 'wrong_code',
        fields: ['code'],
      });
      await expectOwned(email);
      // The password is needed again, because the previous one was given without its code.
      expect((await changeEmail(cookie, { password, code: code() })).status).toBe(200);
      laterThanFresh();
      expect((await changeEmail(cookie, { password, code: recoveryCodes[0] })).status).toBe(200);
    });

    test('turns it off, and renews its recovery codes, with password and code', async () => {
      const { cookie } = await member('factor-off@athletes.example');
      const { code } = await withFactor(cookie);
      laterThanFresh();
      const remove = (proof: object) => on(cookie, 'POST', 'auth/second-factor/remove', proof);
      expect(problemOf(await remove({}))).toMatchObject({ status: 400, fields: ['password'] });
      refusedFor(await remove({ password }), 'code');
      refusedFor(await on(cookie, 'POST', 'auth/second-factor/recovery-codes', { password }), 'code');
      expect((await remove({ password, code: code() })).status).toBe(200);
    });

    test('does not require the code again that a login has just proved', async () => {
      const { cookie, email } = await member('factor-in@athletes.example');
      const { code } = await withFactor(cookie);
      clock.nowMs += 60_000;
      const done = await logins.post('sign-in/email', { email, password, code: code() });
      expect((await changeEmail(cookiesOf(done))).status).toBe(200);
    });

    test('an attacker who knows the password cannot lock its owner out: recovery codes count separately', async () => {
      const { cookie, email } = await member('kept-out@athletes.example');
      const { recoveryCodes } = await withFactor(cookie);
      const signIn = (code: string, from: string) =>
        logins.post('sign-in/email', { email, password, code }, { from });
      for (let i = 0; i < 12; i += 1) await signIn('000000', `10.20.${i}.1`);
      const refused = await signIn('000000', '10.20.99.1');
      expect(problemOf(refused)).toMatchObject({ status: 429 });
      expect(refused.body).toMatchObject({ message: expect.stringMatching(/Wait \d+ minutes, then/) });
      for (let i = 0; i < 12; i += 1) await signIn(`ABCD-EFGH-JKLM-NP${i}`, '10.21.0.1');
      expect(problemOf(await signIn('ABCD-EFGH-JKLM-NPQR', '10.21.0.1'))).toMatchObject({ status: 429 });
      expect((await signIn(recoveryCodes[0] ?? '', '10.22.0.1')).status).toBe(200);
    });
  });

  test('has a login for at most 180 days, even if it is used', async () => {
    const { cookie } = await member('long@athletes.example');
    const dayMs = 86_400_000;
    clock.nowMs += 180 * dayMs - 1_000;
    const session = await logins.get('get-session', { cookie });
    expect(session.body).toMatchObject({ session: { expiresAt: expect.any(String) } });
    clock.nowMs += 2_000;
    expect((await logins.get('get-session', { cookie })).body).toBeNull();
    expect((await logins.get('list-accounts', { cookie })).status).toBe(401);
    const { token } = await logins.signUp('bearer@athletes.example');
    const bearer = () =>
      app().call('GET', '/api/auth/list-accounts', { headers: { authorization: `Bearer ${token}` } });
    expect((await bearer()).status).toBe(200);
    clock.nowMs += 180 * dayMs + 1_000;
    const again = await identity().loginOf(new Headers({ authorization: `Bearer ${token}` }));
    expect(again).toBeNull();
    await identity().sweep();
    const rows = await database().db.select().from(authSessions);
    expect(rows.filter(({ createdAt }) => createdAt.getTime() <= clock.nowMs - 180 * dayMs)).toEqual([]);
  });
});
