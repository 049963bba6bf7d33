import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { auth } from '@boathouse/contract/auth';
import { security } from '@boathouse/contract/auth/security';
import { authRecoveryCodes, authSecondFactors, authUsers } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp } from '../../../../test/support/test-app.ts';
import { mailToTest, openTestIdentity } from '../../../../test/support/test-identity.ts';
import { testClient, TestIssuer } from '../../../../test/support/test-issuer.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';

onEachDatabase('a second factor', (database) => {
  let nowMs = clockMs();
  const { mail, link } = mailToTest();
  let issuer: TestIssuer;
  const app = useTestApp(
    database,
    {},
    async () => {
      issuer = await TestIssuer.start();
      return openTestIdentity(database().db, {
        nowMs: () => nowMs,
        popupSignIn: { issuer: issuer.issuer, ...testClient, name: 'Google' },
        mail,
      });
    },
    { nowMs: () => nowMs },
  );
  const logins = new TestLogins(app);
  const password = 'a good password';

  const codeOf = (secret: string, atMs = nowMs) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
  const nextStep = () => {
    nowMs += 30_000;
  };
  const begin = (cookie: string) => logins.post('second-factor/begin', { password }, { cookie });
  const confirm = (cookie: string, code: string) =>
    logins.post('second-factor/confirm', { code }, { cookie });
  const signIn = (email: string, code?: string) =>
    logins.post('sign-in/email', { email, password, ...(code === undefined ? {} : { code }) });
  const stateOf = async (cookie: string) => (await logins.get('second-factor', { cookie })).body;

  /** Signs up and turns it on; the next code is an unused one. */
  async function memberWithFactor(email: string) {
    const { cookie, uid } = await logins.signUp(email);
    const begun = security.beginSecondFactor.response.parse((await begin(cookie)).body);
    const confirmed = await confirm(cookie, codeOf(begun.secret));
    const { recoveryCodes } = security.confirmSecondFactor.response.parse(confirmed.body);
    nextStep();
    return { cookie, uid, recoveryCodes, ...begun };
  }

  test('is on after a code proves that the app has the secret, and the login continues', async () => {
    const { cookie } = await logins.signUp('on@athletes.example');
    expect(await stateOf(cookie)).toEqual({ state: 'off', recoveryCodesLeft: 0 });
    const begun = security.beginSecondFactor.response.parse((await begin(cookie)).body);
    const url = new URL(begun.url);
    expect(url.protocol).toBe('otpauth:');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ issuer: 'Boathouse', secret: begun.secret });
    expect((await signIn('on@athletes.example')).status).toBe(200);
    const wrong = await confirm(cookie, codeOf(begun.secret, nowMs - 3_600_000));
    expect(problemOf(wrong)).toEqual({ status: 400, code: 'wrong_code', fields: ['code'] });
    const right = await confirm(cookie, codeOf(begun.secret));
    const { recoveryCodes } = security.confirmSecondFactor.response.parse(right.body);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await stateOf(cookie)).toEqual({ state: 'on', recoveryCodesLeft: 10 });
    expect(problemOf(await begin(cookie))).toMatchObject({ status: 409 });
  });

  test('is requested after the right password, and no login begins before', async () => {
    const { secret } = await memberWithFactor('asked@athletes.example');
    const asked = await signIn('asked@athletes.example');
    expect(problemOf(asked)).toEqual({ status: 401, code: 'second_factor_needed', fields: ['code'] });
    expect(asked.headers['set-cookie']).toBeUndefined();
    const wrong = { email: 'asked@athletes.example', password: 'a wrong password', code: codeOf(secret) };
    expect(problemOf(await logins.post('sign-in/email', wrong))).toMatchObject({ code: 'wrong_password' });
    const done = await signIn('Asked@athletes.example', ` ${codeOf(secret).replace(/(...)/, '$1 ')} `);
    expect(done.status).toBe(200);
    expect(await logins.whoIs(cookiesOf(done))).not.toBeNull();
  });

  test('accepts each code once, also at the same time, and one step too early or late', async () => {
    const { secret } = await memberWithFactor('once@athletes.example');
    const code = codeOf(secret);
    const both = await Promise.all([
      signIn('once@athletes.example', code),
      signIn('once@athletes.example', code),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(problemOf(await signIn('once@athletes.example', code))).toMatchObject({ code: 'wrong_code' });
    expect((await signIn('once@athletes.example', codeOf(secret, nowMs + 30_000))).status).toBe(200);
    nowMs += 90_000;
    expect((await signIn('once@athletes.example', codeOf(secret, nowMs - 60_000))).status).toBe(401);
    expect((await signIn('once@athletes.example', codeOf(secret, nowMs - 30_000))).status).toBe(200);
  });

  test('accepts each recovery code once, in any spelling, and replaces them', async () => {
    const { cookie, recoveryCodes } = await memberWithFactor('lost@athletes.example');
    const [one = '', two = ''] = recoveryCodes;
    expect((await signIn('lost@athletes.example', one)).status).toBe(200);
    expect((await signIn('lost@athletes.example', one)).status).toBe(401);
    expect((await signIn('lost@athletes.example', two.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await stateOf(cookie)).toEqual({ state: 'on', recoveryCodesLeft: 8 });
    const renewed = await logins.post('second-factor/recovery-codes', { password }, { cookie });
    const fresh = security.newRecoveryCodes.response.parse(renewed.body).recoveryCodes;
    expect((await signIn('lost@athletes.example', recoveryCodes[2])).status).toBe(401);
    expect((await signIn('lost@athletes.example', fresh[0])).status).toBe(200);
  });

  test('limits wrong codes to ten an hour, from all addresses', async () => {
    const { secret } = await memberWithFactor('guessed@athletes.example');
    const guess = (code: string, from: string) =>
      logins.post('sign-in/email', { email: 'guessed@athletes.example', password, code }, { from });
    const old = codeOf(secret, nowMs - 3_600_000);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => (await guess(old, `10.9.${i}.1`)).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(problemOf(await guess(codeOf(secret), '10.9.99.1'))).toMatchObject({ status: 429 });
    nowMs += 3_600_000;
    expect((await guess(codeOf(secret), '10.9.99.1')).status).toBe(200);
  });

  test('is turned off with the password, and with a code unless this login has just proved one', async () => {
    const { cookie, secret } = await memberWithFactor('off@athletes.example');
    const remove = (given: string, code?: string) =>
      logins.post('second-factor/remove', { password: given, ...(code ? { code } : {}) }, { cookie });
    expect(problemOf(await remove('a wrong password'))).toMatchObject({
      status: 400,
      code: 'wrong_password',
    });
    expect(problemOf(await signIn('off@athletes.example'))).toMatchObject({ code: 'second_factor_needed' });
    nowMs += 600_000;
    expect(problemOf(await remove(password))).toEqual({
      status: 403,
      code: 'proof_needed',
      fields: ['code'],
    });
    expect((await remove(password, codeOf(secret))).status).toBe(200);
    expect((await signIn('off@athletes.example')).status).toBe(200);
  });

  describe('is not evaded', () => {
    test('neither a reset of the password nor a provider linked later evades the second factor', async () => {
      const email = 'mailbox@athletes.example';
      const { secret } = await memberWithFactor(email);
      const before = link();
      await logins.post('request-password-reset', { email });
      await expect.poll(link).not.toBe(before);
      const token = new URL(link()).searchParams.get('token') ?? '';
      expect((await logins.post('reset-password', { token, newPassword: password })).status).toBe(200);
      expect(problemOf(await signIn(email))).toMatchObject({ code: 'second_factor_needed' });

      const begun = await logins.post('sign-in/social', { provider: 'oidc', callbackURL: '/end' });
      const { url } = auth.beginPopup.response.parse(begun.body);
      const back = issuer.consent(url, { sub: 'thief', email, email_verified: true });
      const ended = await logins.get(`callback/oidc${back.search}`, { cookie: cookiesOf(begun) });
      expect(ended.headers['location']).toContain('error=unable_to_link_account');
      expect(await logins.whoIs(cookiesOf(ended))).toBeNull();
      expect((await signIn(email, codeOf(secret))).status).toBe(200);
    });

    test('a copy of the database does not evade it: the copy contains neither the secret nor a recovery code', async () => {
      const { uid, secret, recoveryCodes } = await memberWithFactor('copied@athletes.example');
      const { db } = database();
      const factors = await db.select().from(authSecondFactors).where(eq(authSecondFactors.userId, uid));
      const codes = await db.select().from(authRecoveryCodes).where(eq(authRecoveryCodes.userId, uid));
      expect([factors.length, codes.length]).toEqual([1, 10]);
      const stored = JSON.stringify([factors, codes]).toUpperCase();
      for (const text of [
        secret,
        ...recoveryCodes,
        ...recoveryCodes.map((code) => code.replaceAll('-', '')),
      ]) {
        expect(stored).not.toContain(text);
      }
    });
  });

  test('has recovery codes that work when the key of the secret is lost', async () => {
    const { recoveryCodes, secret } = await memberWithFactor('moved@athletes.example');
    const other = openTestIdentity(database().db, { secret: 'another secret for tests', nowMs: () => nowMs });
    const { secondFactors } = other.passwords ?? {};
    const [{ id } = { id: '' }] = await database()
      .db.select({ id: authUsers.id })
      .from(authUsers)
      .where(eq(authUsers.email, 'moved@athletes.example'));
    expect(await secondFactors?.use(id, codeOf(secret))).toBeNull();
    expect(await secondFactors?.use(id, recoveryCodes[0] ?? '')).toBe('recovery code');
  });

  test('ends with the account', async () => {
    const { uid } = await memberWithFactor('gone@athletes.example');
    await database().db.delete(authUsers).where(eq(authUsers.id, uid));
    expect(
      await database().db.select().from(authRecoveryCodes).where(eq(authRecoveryCodes.userId, uid)),
    ).toEqual([]);
  });
});
