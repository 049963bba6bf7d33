import { afterAll, describe, expect, test } from 'vitest';
import { authAccounts, authSessions, authVerifications } from '../../../db/tables.ts';
import { openMail } from '../../../infra/mail.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { readMail, startSmtpServer } from '../../../../test/support/smtp.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';

const database = usePglite();
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let identity: ReturnType<typeof openTestIdentity>;
const app = useTestApp(database, {}, async () => {
  smtp = await startSmtpServer();
  const mail = openMail({
    smtpUrl: smtp.url,
    from: 'row@club.example',
    folder: '/nowhere',
    log: { info() {} },
  });
  // This test uses the product's password hashing.
  identity = openTestIdentity(database().db, { mail, passwordHashing: undefined });
  return identity;
});
afterAll(() => smtp.close());
const logins = new TestLogins(app);

const email = 'stolen@athletes.example';
const textsOf = (rows: object[]) =>
  rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string' && value !== '');

describe('a thief with a copy of the database', () => {
  test('can’t sign in with any stored value, as a cookie or as a bearer token', async () => {
    const { token, cookie } = await logins.signUp(email);
    const values = textsOf(await database().db.select().from(authSessions));
    expect(values.length).toBeGreaterThan(2);
    expect(values).not.toContain(token);
    const [, signature = ''] = decodeURIComponent(cookie).split('.');
    for (const value of values) {
      const attempts = [
        { authorization: `Bearer ${value}` },
        { authorization: `Bearer ${value}.${signature}` },
        { cookie: `boathouse.session_token=${value}` },
        { cookie: `boathouse.session_token=${encodeURIComponent(`${value}.${signature}`)}` },
      ];
      for (const headers of attempts) {
        const call = await app().call('GET', '/api/users/search?displayName=x', { headers });
        expect([value, call.status]).toEqual([value, 401]);
        expect((await app().call('GET', '/api/auth/get-session', { headers })).body).toBeNull();
      }
    }
    const right = await app().call('GET', '/api/auth/get-session', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(right.body).toMatchObject({ user: { email } });
  });

  test('contains no password, only a slow hash with its own salt', async () => {
    await logins.signUp('one@athletes.example');
    await logins.signUp('other@athletes.example');
    const stored = await database().db.select({ password: authAccounts.password }).from(authAccounts);
    const hashes = stored.map(({ password }) => password);
    expect(hashes.length).toBeGreaterThan(1);
    expect(new Set(hashes).size).toBe(hashes.length);
    // A salt of 16 bytes and a key of 64 by scrypt.
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  test('can’t reset a password with any stored value of a mailed link', async () => {
    const before = smtp.mails.length;
    await logins.post('request-password-reset', { email });
    await identity.whenIdle();
    const token = /token=(\w+)/.exec(readMail(smtp.mails[before]?.raw ?? '').text)?.[1] ?? '';
    const values = textsOf(await database().db.select().from(authVerifications));
    expect(values.length).toBeGreaterThan(1);
    expect(values.join(' ')).not.toContain(token);
    for (const value of values) {
      const answer = await logins.post('reset-password', { token: value, newPassword: 'a thief’s password' });
      expect([value, answer.status]).toEqual([value, 400]);
    }
    expect((await logins.post('reset-password', { token, newPassword: 'my new password' })).status).toBe(200);
  });
});

describe('a script in a page', () => {
  test('can’t read the login token, neither from the session nor from the list of logins', async () => {
    const { token, cookie } = await logins.signIn(email, 'my new password');
    const answer = await logins.get('get-session', { cookie });
    expect(answer.body).toMatchObject({ user: { email } });
    expect(JSON.stringify([answer.body, answer.headers])).not.toContain(token);
    const list = await logins.get('list-sessions', { cookie });
    expect(list.status).toBe(200);
    expect(JSON.stringify([list.body, list.headers])).not.toContain(token);
    expect(cookiesOf(answer)).not.toContain(token);
  });
});
