import { afterAll, describe, expect, test } from 'vitest';
import { tokens } from '@boathouse/contract/auth/tokens';
import { authVerifications } from '../../../db/tables.ts';
import { openMail, type Mail } from '../../../infra/mail.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { readMail, startSmtpServer } from '../../../../test/support/smtp.ts';
import { problemOf, TestApp, useTestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { TestLogins } from '../../../../test/support/test-logins.ts';
import { nowMs } from '../../../../test/support/now.ts';

const database = usePglite();
type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;
let smtp: Smtp;
let mail: Mail;
let identity: ReturnType<typeof openTestIdentity>;

const app = useTestApp(database, {}, async () => {
  smtp = await startSmtpServer();
  mail = openMail({ smtpUrl: smtp.url, from: 'row@club.example', folder: '/nowhere', log: { info() {} } });
  identity = openTestIdentity(database().db, { mail });
  return identity;
});
afterAll(async () => {
  mail.close();
  await smtp.close();
});
const logins = new TestLogins(app);

/** Requests a reset, waits until its work is done, and returns the response and the sent mails. */
async function requestReset(email: string) {
  const before = smtp.mails.length;
  const answer = await logins.post('request-password-reset', { email });
  await identity.whenIdle();
  return { answer, mails: smtp.mails.slice(before) };
}

async function linkFor(email: string): Promise<URL> {
  const { mails } = await requestReset(email);
  const [received] = mails;
  const link = /https?:\/\/\S+/.exec(received ? readMail(received.raw).text : '')?.[0];
  if (link === undefined) throw new Error('No mail with a link was sent');
  return new URL(link);
}
const tokenFor = async (email: string) => (await linkFor(email)).searchParams.get('token') ?? '';
const reset = (token: string, newPassword = 'another password') =>
  logins.post('reset-password', { token, newPassword });

describe('resetting the password', () => {
  test('[AUTH-4] mails a link to the page of this server, for any host or redirect in the request', async () => {
    await logins.signUp('link@athletes.example');
    const before = smtp.mails.length;
    const answer = await app().call('POST', '/api/auth/request-password-reset', {
      body: { email: 'Link@Athletes.Example', redirectTo: 'https://evil.example/' },
      headers: { host: '127.0.0.1:3000', 'x-forwarded-host': 'evil.example' },
    });
    expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['redirectTo'] });
    expect(smtp.mails).toHaveLength(before);
    const { mails } = await requestReset('Link@Athletes.Example');
    expect(mails.map(({ envelope }) => envelope.to)).toEqual([['link@athletes.example']]);
    const read = readMail(mails[0]?.raw ?? '');
    expect(read.headers['subject']).toBe('Reset your Boathouse password');
    expect(read.text).toMatch(/\nhttp:\/\/127\.0\.0\.1:3000\/reset\?token=\w{24}\n/);
  });

  test('[AUTH-4] sets the new password once, ends every login and invalidates the old password', async () => {
    const one = await logins.signUp('once@athletes.example');
    const two = await logins.signIn('once@athletes.example');
    const token = await tokenFor('once@athletes.example');
    expect(await reset(token)).toMatchObject({ status: 200 });
    for (const { cookie } of [one, two]) expect(await logins.whoIs(cookie)).toBeNull();
    expect(await reset(token, 'a third password')).toMatchObject({
      status: 400,
      body: { message: 'Invalid token' },
    });
    const old = await logins.post('sign-in/email', {
      email: 'once@athletes.example',
      password: 'a good password',
    });
    expect(old.status).toBe(401);
    expect((await logins.signIn('once@athletes.example', 'another password')).uid).toBe(one.uid);
  });

  test('[AUTH-4] ends every access token of the account', async () => {
    const { uid, token } = await logins.signUp('tokens@athletes.example');
    const as = { uid, token, user: { _id: '', displayName: 'Ann', iconURL: null } };
    await app().call('POST', '/api/users', { as, body: { displayName: 'Ann', uid, iconURL: null } });
    const body = { name: 'Program', scopes: ['read'], password: 'a good password' };
    const made = tokens.create.response.parse((await app().call('POST', '/api/tokens', { as, body })).body);
    const asProgram = { ...as, token: made.token };
    expect((await app().call('GET', '/api/clubs', { as: asProgram })).status).toBe(200);
    expect((await reset(await tokenFor('tokens@athletes.example'))).status).toBe(200);
    expect((await app().call('GET', '/api/clubs', { as: asProgram })).status).toBe(401);
  });

  test('[AUTH-4] invalidates every other link that was sent', async () => {
    await logins.signUp('two@athletes.example');
    const tokens = [await tokenFor('two@athletes.example'), await tokenFor('two@athletes.example')] as const;
    expect((await reset(tokens[1])).status).toBe(200);
    expect(await reset(tokens[0], 'a third password')).toMatchObject({
      status: 400,
      body: { message: 'Invalid token' },
    });
  });

  test('[AUTH-4] resetting the password with one link twice at once sets one of the two passwords', async () => {
    await logins.signUp('race@athletes.example');
    const token = await tokenFor('race@athletes.example');
    const answers = await Promise.all([reset(token, 'password one'), reset(token, 'password two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('[AUTH-4] is rejected after an hour', async () => {
    await logins.signUp('late@athletes.example');
    const token = await tokenFor('late@athletes.example');
    const [kept] = await database().db.select().from(authVerifications);
    const lifetimeMs = (kept?.expiresAt.getTime() ?? 0) - (kept?.createdAt.getTime() ?? 0);
    expect(Math.round(lifetimeMs / 60_000)).toBe(60);
    await database()
      .db.update(authVerifications)
      .set({ expiresAt: new Date(nowMs() - 1) });
    expect(await reset(token)).toMatchObject({ status: 400, body: { message: 'Invalid token' } });
    expect((await logins.signIn('late@athletes.example')).uid).toBeTruthy();
  });

  test("[AUTH-7] rejects a short password with the provider's message, and the link stays valid", async () => {
    await logins.signUp('short@athletes.example');
    const token = await tokenFor('short@athletes.example');
    expect(await reset(token, '12345')).toMatchObject({
      status: 400,
      body: { message: 'Password too short' },
    });
    expect((await reset(token, 'oar-12')).status).toBe(200);
  });

  test('[AUTH-4] returns the same response for an unknown address, and sends no mail', async () => {
    await logins.signUp('known@athletes.example');
    const known = await requestReset('known@athletes.example');
    const unknown = await requestReset('nobody@athletes.example');
    expect(known.mails).toHaveLength(1);
    expect(unknown.mails).toEqual([]);
    const { status, body } = known.answer;
    expect([status, body]).toEqual([
      200,
      { status: true, message: 'Check your email for a reset password link.' },
    ]);
    expect([unknown.answer.status, unknown.answer.body]).toEqual([status, body]);
  });

  test('is rejected for an invalid email address', async () => {
    const { answer } = await requestReset('not an address');
    expect(answer.status).toBe(400);
  });

  test('sends one user at most five mails an hour, and returns the same response for more', async () => {
    await logins.signUp('flood@athletes.example');
    const sent: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const { answer, mails } = await requestReset('flood@athletes.example');
      expect(answer.status).toBe(200);
      sent.push(mails.length);
    }
    expect(sent).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });
});

describe('the response to a reset request', () => {
  test('[AUTH-4] does not wait for the account lookup or the mail, so its timing does not reveal who has an account', async () => {
    const never = new Promise<void>(() => {});
    const statements: string[] = [];
    const { db } = database();
    const watched = new Proxy(db, {
      get: (target, name, receiver) => {
        if (name === 'select' || name === 'query' || name === '_query') statements.push(name);
        const value: unknown = Reflect.get(target, name, receiver);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const identity = openTestIdentity(watched, {
      mail: {
        send: () => never,
        forget: async () => {},
        sweep: async () => {},
        state: () => ({ kind: 'smtp', failure: null }),
        close() {},
      },
    });
    const stuck = await TestApp.on(database(), {}, undefined, identity);
    await logins.signUp('slow@athletes.example');
    for (const email of ['slow@athletes.example', 'unknown@athletes.example']) {
      statements.length = 0;
      const answer = await stuck.call('POST', '/api/auth/request-password-reset', { body: { email } });
      expect(answer.status).toBe(200);
      expect(statements).toEqual([]);
    }
    await stuck.close();
  });

  test('is the same when the mail server is unreachable, and the failure is logged', async () => {
    const logged: string[] = [];
    const identity = openTestIdentity(database().db, {
      mail: {
        send: () => Promise.reject(new Error('mail server away')),
        forget: async () => {},
        sweep: async () => {},
        state: () => ({ kind: 'smtp', failure: null }),
        close() {},
      },
      log: { error: (_fields, message) => void logged.push(message) },
    });
    const away = await TestApp.on(database(), {}, undefined, identity);
    await logins.signUp('away@athletes.example');
    const answer = await away.call('POST', '/api/auth/request-password-reset', {
      body: { email: 'away@athletes.example' },
    });
    await identity.whenIdle();
    await away.close();
    expect([answer.status, logged]).toEqual([200, ['work after a response of identity failed']]);
  });
});
