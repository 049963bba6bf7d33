import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { authAccounts, authUsers, users } from '../../../db/tables.ts';
import { openMail } from '../../../infra/mail.ts';
import { buildUser } from '../users/factory.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { readMail, startSmtpServer } from '../../../../test/support/smtp.ts';
import { problemOf, TestApp, useTestApp, type Answer } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { testClient, TestIssuer } from '../../../../test/support/test-issuer.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';
import { nowMs } from '../../../../test/support/now.ts';

const database = usePglite();
let issuer: TestIssuer;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
const app = useTestApp(database, {}, async () => {
  issuer = await TestIssuer.start();
  smtp = await startSmtpServer();
  const mail = openMail({
    smtpUrl: smtp.url,
    from: 'row@club.example',
    folder: '/nowhere',
    log: { info() {} },
  });
  const popupSignIn = { issuer: issuer.issuer, ...testClient, name: 'Google' };
  return openTestIdentity(database().db, { mail, popupSignIn });
});
afterAll(() => Promise.all([issuer.stop(), smtp.close()]));
const logins = new TestLogins(app);

let nextSubject = 0;
let subject: string;
beforeEach(() => {
  nextSubject += 1;
  subject = `subject-${nextSubject}`;
});

const page = '/sign-in-popup.html?attempt=1';
const begin = (body: object = {}) =>
  logins.post('sign-in/social', {
    provider: 'oidc',
    callbackURL: page,
    errorCallbackURL: page,
    disableRedirect: true,
    ...body,
  });
const urlOf = (answer: Answer) => z.object({ url: z.string() }).parse(answer.body).url;

/** Runs a sign-in from the button to the page that the popup ends on. */
async function signIn(claims: Record<string, unknown> = {}) {
  const begun = await begin();
  const back = issuer.consent(urlOf(begun), {
    sub: subject,
    email: `${subject}@athletes.example`,
    email_verified: true,
    ...claims,
  });
  const ended = await callback(back, cookiesOf(begun));
  return { ended, location: String(ended.headers['location']), cookie: cookiesOf(ended) };
}
const callback = (back: URL, cookie: string) =>
  logins.get(`${back.pathname.replace('/api/auth/', '')}${back.search}`, { cookie });
const errorOf = (location: string) => new URL(location, 'http://x').searchParams.get('error');

describe('the sign-in popup', () => {
  test('[AUTH-3] opens the provider with state, nonce and a PKCE challenge, and requests email and name', async () => {
    const url = new URL(urlOf(await begin()));
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'row',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://127.0.0.1:3000/api/auth/callback/oidc',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^.{32}$/),
      nonce: expect.stringMatching(/^.{32}$/),
    });
  });

  test('[AUTH-3] [AUTH-6] creates the account with the provider’s name and no picture, and stores none of its tokens', async () => {
    const picture = 'https://pictures.example/ann.png';
    const { location, cookie } = await signIn({ name: 'Ann Oar', picture });
    expect(location).toBe(page);
    const who = await logins.whoIs(cookie);
    expect(who).toMatchObject({ name: 'Ann Oar', email: `${subject}@athletes.example`, image: null });
    const [account] = await database()
      .db.select()
      .from(authAccounts)
      .where(eq(authAccounts.userId, who?.id ?? ''));
    expect(account).toMatchObject({
      accountId: `${issuer.issuer}|${subject}`,
      accessToken: null,
      refreshToken: null,
      idToken: null,
    });
  });

  test('[AUTH-3] signs in to the same user a second time, even after the email has changed at the provider', async () => {
    const first = await logins.whoIs((await signIn()).cookie);
    const second = await logins.whoIs((await signIn({ email: 'moved@athletes.example' })).cookie);
    expect(first?.id).toBeTruthy();
    expect(second?.id).toBe(first?.id);
  });

  test('names a user without a name at the provider after the first part of the email address', async () => {
    const { cookie } = await signIn({ name: ' ' });
    expect(await logins.whoIs(cookie)).toMatchObject({ name: subject });
  });

  test.for([
    ['of another nonce', { nonce: 'another' }, 'unable_to_get_user_info'],
    ['for another client', { aud: 'another' }, 'invalid_code'],
    ['of another issuer', { iss: 'https://another.example' }, 'invalid_code'],
    ['that has expired', { exp: 1 }, 'invalid_code'],
  ] as const)('rejects an ID token %s', async ([, claims, code]) => {
    const { location, cookie } = await signIn(claims);
    expect(errorOf(location)).toBe(code);
    expect(await logins.whoIs(cookie)).toBeNull();
  });

  test('does not sign in a user without an email at the provider', async () => {
    const { location } = await signIn({ email: undefined });
    expect(errorOf(location)).toBe('email_not_found');
  });

  test('can’t be finished by another browser, twice, or with a forged state', async () => {
    const begun = await begin();
    const back = issuer.consent(urlOf(begun), { sub: subject, email: 'once@athletes.example' });
    const elsewhere = await callback(back, '');
    expect(elsewhere.headers['location']).toContain('error=state_mismatch');
    expect(cookiesOf(elsewhere)).not.toContain('session_token');
    const again = await begin();
    const backAgain = issuer.consent(urlOf(again), { sub: subject, email: 'once@athletes.example' });
    expect((await callback(backAgain, cookiesOf(again))).headers['location']).toBe(page);
    expect((await callback(backAgain, cookiesOf(again))).headers['location']).toContain('error=');
    backAgain.searchParams.set('state', 'x'.repeat(32));
    expect((await callback(backAgain, cookiesOf(again))).headers['location']).toContain('error=');
  });

  test('redirects only to pages of this server', async () => {
    for (const url of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      for (const field of ['callbackURL', 'errorCallbackURL']) {
        expect(problemOf(await begin({ [field]: url }))).toEqual({
          status: 400,
          code: 'bad_request',
          fields: [field],
        });
      }
    }
  });

  test('accepts no ID token from the page', async () => {
    const token = await issuer.token({ sub: subject, aud: 'row' });
    expect(problemOf(await begin({ idToken: { token } }))).toMatchObject({
      status: 400,
      fields: ['idToken'],
    });
  });

  test('a sign-in that the user cancels ends on its page with the provider’s reason', async () => {
    const begun = await begin();
    const state = new URL(urlOf(begun)).searchParams.get('state');
    const ended = await logins.get(`callback/oidc?error=access_denied&state=${state}`, {
      cookie: cookiesOf(begun),
    });
    expect(errorOf(String(ended.headers['location']))).toBe('access_denied');
  });
});

describe('a user who has an account with the same email', () => {
  const email = () => `${subject}@athletes.example`;

  test('is not signed in to it by the provider before they have verified the address here', async () => {
    await logins.signUp(email());
    const { location, cookie } = await signIn();
    expect(errorOf(location)).toBe('account_not_linked');
    expect(await logins.whoIs(cookie)).toBeNull();
  });

  test('is not signed in to it by a provider that has not verified the address', async () => {
    await logins.signUp(email());
    await database().db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email()));
    expect(errorOf((await signIn({ email_verified: false })).location)).toBe('account_not_linked');
  });

  test('is signed in to it after a password reset by mail, which ends the login of another user who created the account', async () => {
    // A squatter signs up with another user's address and waits for the owner.
    const squatter = await logins.signUp(email());
    const received = smtp.next();
    await logins.post('request-password-reset', { email: email() });
    const token = /token=(\w+)/.exec(readMail((await received).raw).text)?.[1];
    await logins.post('reset-password', { token, newPassword: 'the owner’s own' });
    expect(await logins.whoIs(squatter.cookie)).toBeNull();
    const { location, cookie } = await signIn();
    expect(location).toBe(page);
    expect(await logins.whoIs(cookie)).toMatchObject({ id: squatter.uid });
  });
});

test('a user who signed in with an unverified address loses access when its owner resets the password', async () => {
  const email = 'unproved@athletes.example';
  const squatter = await signIn({ email, email_verified: false });
  expect(await logins.whoIs(squatter.cookie)).toMatchObject({ email });
  const received = smtp.next();
  await logins.post('request-password-reset', { email });
  const token = /token=(\w+)/.exec(readMail((await received).raw).text)?.[1];
  expect((await logins.post('reset-password', { token, newPassword: 'the owner’s own' })).status).toBe(200);
  expect(await logins.whoIs(squatter.cookie)).toBeNull();
  const again = await signIn({ email, email_verified: false });
  expect(errorOf(again.location)).toBe('account_not_linked');
  const owner = await signIn({ sub: 'the owner', email });
  expect(await logins.whoIs(owner.cookie)).toMatchObject({ email });
});

test('a user whose account is locked is refused with a code, and gets no login', async () => {
  const { cookie } = await signIn();
  const uid = (await logins.whoIs(cookie))?.id ?? '';
  const { _id } = await buildUser(database().db, { uid });
  await database()
    .db.update(users)
    .set({ lockedAt: new Date(nowMs()) })
    .where(eq(users.id, _id));
  const refused = await signIn();
  expect(errorOf(refused.location)).toBe('account_locked');
  // The page of the popup finds the window that waits for it.
  expect(new URL(refused.location, 'http://x').searchParams.get('attempt')).toBe('1');
  expect(await logins.whoIs(refused.cookie)).toBeNull();
  await database().db.update(users).set({ lockedAt: null }).where(eq(users.id, _id));
  expect(await logins.whoIs((await signIn()).cookie)).toMatchObject({ id: uid });
});

test('an address that the provider has reassigned does not give its new user the old user’s account', async () => {
  const email = 'captain@athletes.example';
  const first = await logins.whoIs((await signIn({ email })).cookie);
  expect(first).toMatchObject({ email });
  const { location, cookie } = await signIn({ sub: 'the new captain', email });
  expect(errorOf(location)).toBe('unable_to_link_account');
  expect(await logins.whoIs(cookie)).toBeNull();
});

describe('an unreachable provider', () => {
  test('stops neither the server’s start nor sign-in by password, and returns 503 for the popup', async () => {
    const identity = openTestIdentity(database().db, {
      popupSignIn: { issuer: 'http://127.0.0.1:1', ...testClient, name: 'Google' },
    });
    const other = await TestApp.on(database(), {}, undefined, identity);
    const ask = (path: string, body: object) => other.call('POST', `/api/auth/${path}`, { body });
    const away = await ask('sign-in/social', { provider: 'oidc', callbackURL: page });
    expect(away).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Google cannot be reached. Try again later.' },
    });
    // The failure is in the log.
    expect(other.errors.splice(0)).toHaveLength(1);
    const account = { email: 'local@athletes.example', password: 'a good password', name: 'Ann' };
    expect((await ask('sign-up/email', account)).status).toBe(200);
    await other.close();
  });
});

test('[AUTH-3] the page gets the name of the provider for its button', async () => {
  expect((await app().call('GET', '/api/product')).body).toMatchObject({
    popupSignIn: 'Google',
    passwordSignIn: true,
  });
});
