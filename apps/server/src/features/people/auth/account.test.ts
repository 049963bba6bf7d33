import { afterAll, describe, expect, test } from 'vitest';
import { openMail, type Mail } from '../../../infra/mail.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { readMail, startSmtpServer } from '../../../../test/support/smtp.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { TestLogins } from '../../../../test/support/test-logins.ts';

const database = usePglite();
type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;
let smtp: Smtp;
let mail: Mail;
let identity: ReturnType<typeof openTestIdentity>;

// A fixed clock: slowed guesses stay slowed, even on a slow machine.
const nowMs = () => 1_780_000_000_000;
const app = useTestApp(
  database,
  {},
  async () => {
    smtp = await startSmtpServer();
    mail = openMail({ smtpUrl: smtp.url, from: 'row@club.example', folder: '/nowhere', log: { info() {} } });
    identity = openTestIdentity(database().db, { mail, nowMs });
    return identity;
  },
  { nowMs },
);
afterAll(async () => {
  mail.close();
  await smtp.close();
});
const logins = new TestLogins(app);

/** Runs `action` and returns the text of the mails it sent, by recipient. */
async function mailsAfter(action: () => Promise<unknown>): Promise<Map<string, string>> {
  const before = smtp.mails.length;
  await action();
  await identity.whenIdle();
  return new Map(
    smtp.mails.slice(before).map(({ envelope, raw }) => [envelope.to.join(), readMail(raw).text]),
  );
}

/** Requests a new address and returns the path of the link that confirms it. */
async function confirmationOf(cookie: string, newEmail: string): Promise<string> {
  const mails = await mailsAfter(async () => {
    const answer = await logins.post(
      'change-email',
      { newEmail, callbackURL: '/settings#account' },
      { cookie },
    );
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
  });
  const link = /http:\/\/127\.0\.0\.1:3000\/api\/auth\/(\S+)/.exec(mails.get(newEmail) ?? '')?.[1];
  if (link === undefined) throw new Error(`${newEmail} received no link`);
  return link;
}

/** Requests a password reset and returns the token of its link. */
async function resetTokenOf(email: string): Promise<string> {
  const mails = await mailsAfter(() => logins.post('request-password-reset', { email }));
  return /\/reset\?token=(\w+)/.exec(mails.get(email) ?? '')?.[1] ?? '';
}

async function expectNoReset(token: string): Promise<void> {
  expect(token).toMatch(/^\w{24}$/);
  expect(await logins.post('reset-password', { token, newPassword: 'taken back' })).toMatchObject({
    status: 400,
    body: { message: 'Invalid token' },
  });
}

describe('the email', () => {
  test('[AUTH-8] changes when the link mailed to the new address is opened; the old address gets a notice', async () => {
    const { cookie, uid } = await logins.signUp('old@athletes.example');
    let link = '';
    const mails = await mailsAfter(async () => {
      link = await confirmationOf(cookie, 'new@athletes.example');
    });
    expect(mails.get('old@athletes.example')).toContain('new@athletes.example');
    expect(await logins.whoIs(cookie)).toMatchObject({ email: 'old@athletes.example' });
    expect(await logins.get(link, { cookie })).toMatchObject({
      status: 302,
      headers: { location: '/settings#account' },
    });
    expect(await logins.whoIs(cookie)).toMatchObject({ id: uid, email: 'new@athletes.example' });
    expect((await logins.signIn('new@athletes.example')).uid).toBe(uid);
  });

  test('[AUTH-8] cannot be changed back with a reset link that was sent to the old address', async () => {
    const { cookie } = await logins.signUp('left@athletes.example');
    const link = await confirmationOf(cookie, 'moved@athletes.example');
    const token = await resetTokenOf('left@athletes.example');
    await logins.get(link, { cookie });
    expect(await logins.whoIs(cookie)).toMatchObject({ email: 'moved@athletes.example' });
    await expectNoReset(token);
  });

  test('does not change, and no one is signed in, when another user opens the link', async () => {
    const { cookie } = await logins.signUp('typo@athletes.example');
    const link = await confirmationOf(cookie, 'stranger@athletes.example');
    const opened = await logins.get(link);
    expect(opened).toMatchObject({ status: 302, headers: { location: '/login' } });
    expect(opened.headers['set-cookie']).toBeUndefined();
    const other = await logins.signUp('somebody@athletes.example');
    await logins.get(link, { cookie: other.cookie });
    expect(await logins.whoIs(cookie)).toMatchObject({ email: 'typo@athletes.example' });
    expect(await logins.whoIs(other.cookie)).toMatchObject({ email: 'somebody@athletes.example' });
  });

  test('the email of another user cannot be taken, and the response does not show that it has an account', async () => {
    const { cookie } = await logins.signUp('taker@athletes.example');
    await logins.signUp('owner@athletes.example');
    const mails = await mailsAfter(async () => {
      const answer = await logins.post('change-email', { newEmail: 'owner@athletes.example' }, { cookie });
      expect(answer).toMatchObject({ status: 200, body: { status: true } });
    });
    expect([...mails.keys()]).toEqual(['taker@athletes.example']);
  });

  test('does not change when another user took the new address after the link was sent', async () => {
    const { cookie } = await logins.signUp('slower@athletes.example');
    const link = await confirmationOf(cookie, 'wanted@athletes.example');
    await logins.signUp('wanted@athletes.example');
    expect(await logins.get(link, { cookie })).toMatchObject({
      status: 302,
      headers: { location: '/settings?error=EMAIL_TAKEN' },
    });
    expect(await logins.whoIs(cookie)).toMatchObject({ email: 'slower@athletes.example' });
  });

  test('does not change with a link whose token was altered', async () => {
    const { cookie } = await logins.signUp('forger@athletes.example');
    const link = await confirmationOf(cookie, 'forged@athletes.example');
    const forged = link.replace(/(token=[^.]+\.[^.]+\.)[^&]{10}/, '$1AAAAAAAAAA');
    expect(forged).not.toBe(link);
    const answer = await logins.get(forged, { cookie });
    expect(answer.headers['location']).toContain('error=');
    expect(await logins.whoIs(cookie)).toMatchObject({ email: 'forger@athletes.example' });
  });

  test('can be requested five times an hour at most, because the mails go to any address', async () => {
    const { cookie } = await logins.signUp('mailer@athletes.example');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const newEmail = `victim-${i}@athletes.example`;
      statuses.push((await logins.post('change-email', { newEmail }, { cookie })).status);
    }
    await identity.whenIdle();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the password', () => {
  test('[AUTH-8] changes with the current password, and every other login ends', async () => {
    const mine = await logins.signUp('change@athletes.example');
    const other = await logins.signIn('change@athletes.example');
    const change = { currentPassword: 'a good password', newPassword: 'a better password' };
    const answer = await logins.post(
      'change-password',
      { ...change, revokeOtherSessions: false },
      { cookie: mine.cookie },
    );
    expect(answer.status).toBe(200);
    expect(await logins.whoIs(other.cookie)).toBeNull();
    expect((await logins.signIn('change@athletes.example', 'a better password')).uid).toBe(mine.uid);
  });

  test('[AUTH-8] cannot be changed back with an older reset link', async () => {
    const { cookie } = await logins.signUp('keeps@athletes.example');
    const token = await resetTokenOf('keeps@athletes.example');
    const change = { currentPassword: 'a good password', newPassword: 'a better password' };
    expect((await logins.post('change-password', change, { cookie })).status).toBe(200);
    await expectNoReset(token);
  });

  test('[AUTH-7] [AUTH-8] does not change when the current password is wrong or the new one is too short', async () => {
    const { cookie } = await logins.signUp('stays@athletes.example');
    const wrong = { currentPassword: 'a wrong password', newPassword: 'a better password' };
    expect(await logins.post('change-password', wrong, { cookie })).toMatchObject({
      status: 400,
      body: { message: 'Invalid password' },
    });
    const short = { currentPassword: 'a good password', newPassword: '12345' };
    expect(await logins.post('change-password', short, { cookie })).toMatchObject({
      status: 400,
      body: { message: 'Password too short' },
    });
    expect((await logins.signIn('stays@athletes.example')).uid).toBeTruthy();
  });

  test('cannot be guessed faster in a signed-in browser than at sign-in', async () => {
    const { cookie } = await logins.signUp('guessed@athletes.example');
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const guess = { currentPassword: `guess number ${i}`, newPassword: 'a better password' };
      statuses.push((await logins.post('change-password', guess, { cookie })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});

test('endpoints of the identity library that this product does not use return 404', async () => {
  const { cookie } = await logins.signUp('more@athletes.example');
  for (const path of [
    'delete-user',
    'link-social',
    'unlink-account',
    'update-session',
    'send-verification-email',
    'get-access-token',
    'revoke-sessions',
    'update-user',
  ]) {
    const answer = await logins.post(path, {}, { cookie });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const popup = { provider: 'oidc', callbackURL: '/sign-in-popup.html' };
  expect((await logins.post('sign-in/social', popup)).status).toBe(404);
});
