import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePglite } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp } from '../../../../test/support/test-app.ts';
import { testIdentityOptions } from '../../../../test/support/test-identity.ts';
import { testClient, TestIssuer } from '../../../../test/support/test-issuer.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';
import { TestPage } from '../../../../test/support/test-page.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { openEmbeddedIdentity } from '../embedded/embedded-identity.ts';
import { openHostedIdentity } from './hosted-identity.ts';
import type { Identity } from '../identity.ts';

const database = usePglite();
let issuer: TestIssuer;
const hosted = (jwksUrl: string | null): Identity => {
  const { db } = database();
  const popupSignIn = { issuer: issuer.issuer, ...testClient, name: 'the club' };
  const browser = openEmbeddedIdentity(testIdentityOptions(db, { popupSignIn, passwordSignIn: false }));
  return openHostedIdentity({
    db,
    browser,
    issuer: issuer.issuer,
    audience: 'row',
    jwksUrl,
    keysCooldownMs: 0,
  });
};
const app = useTestApp(database, {}, async () => {
  issuer = await TestIssuer.start();
  return hosted(issuer.jwksUrl);
});
afterAll(() => issuer.stop());
const logins = new TestLogins(app);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const userOf = (uid: string, headers: Record<string, string>) =>
  app().call('GET', `/api/users/uid/${uid}`, { headers });
const makeUser = (uid: string, headers: Record<string, string>) =>
  app().call('POST', '/api/users', { headers, body: { uid, displayName: 'Ann', iconURL: null } });

describe('a hosted provider', () => {
  test('[AUTH-1] [AUTH-6] signs a program in with its ID token, whose subject is the uid', async () => {
    const headers = bearer(await issuer.token({ sub: 'firebase-uid-1' }));
    expect((await makeUser('firebase-uid-1', headers)).status).toBe(200);
    expect(await userOf('firebase-uid-1', headers)).toMatchObject({
      status: 200,
      body: { uid: 'firebase-uid-1' },
    });
    const session = await app().call('GET', '/api/auth/get-session', { headers });
    expect(session.body).toMatchObject({
      user: { id: 'firebase-uid-1', name: 'Ann Oar', email: 'ann@athletes.example' },
    });
  });

  test('rejects a token for another audience, of another issuer, expired or unsigned', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const tokens = [
      await issuer.token({ aud: 'other' }),
      await issuer.token({ iss: 'https://other.example' }),
      await issuer.token({ exp: 1 }),
      `${part({ alg: 'none' })}.${part({ iss: issuer.issuer, aud: 'row', sub: 'x', iat: 1, exp: 9e9 })}.`,
      'not.a.token',
      'nonsense',
    ];
    for (const token of tokens) {
      expect(problemOf(await userOf('subject-1', bearer(token)))).toMatchObject({
        status: 401,
        code: 'not_signed_in',
      });
      expect((await app().call('GET', '/api/auth/get-session', { headers: bearer(token) })).body).toBeNull();
    }
  });

  test('can change its keys', async () => {
    const before = bearer(await issuer.token());
    expect((await userOf('subject-1', before)).status).toBe(200);
    await issuer.changeKeys('ES256');
    expect((await userOf('subject-1', bearer(await issuer.token()))).status).toBe(200);
    expect((await userOf('subject-1', before)).status).toBe(401);
  });

  test('can publish the address of its keys by discovery', async () => {
    const headers = new Headers(bearer(await issuer.token()));
    expect(await hosted(null).loginOf(headers)).toMatchObject({ uid: 'subject-1' });
  });

  test('a hosted provider that is unreachable gives 503 with a request to try again, not 401', async () => {
    const away = hosted('http://127.0.0.1:1/keys');
    const headers = new Headers(bearer(await issuer.token()));
    await expect(away.loginOf(headers)).rejects.toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE' });
  });

  test('turns off sign-in by a password of this server', async () => {
    const account = { email: 'local@athletes.example', password: 'a good password', name: 'Ann' };
    const { email, password } = account;
    const calls: Record<string, object> = {
      'sign-up/email': account,
      'sign-in/email': { email, password },
      'request-password-reset': { email },
      'reset-password': { token: 'x', newPassword: password },
      'change-password': { currentPassword: password, newPassword: password },
      'change-email': { newEmail: email },
    };
    const headers = bearer(await issuer.token());
    for (const [path, body] of Object.entries(calls)) {
      const answer = await app().call('POST', `/api/auth/${path}`, { headers, body });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const identity = hosted(null);
    await expect(identity.ensureLogin(account)).rejects.toThrow(/hosted/);
    expect(identity.offers).toEqual({ passwordSignIn: false, passwordMin: 6, popupSignIn: 'the club' });
  });
});

describe('a browser at a hosted provider', () => {
  test('[AUTH-3] [AUTH-5] signs in through the popup as the user of the ID token, gets a cookie, and signs out', async () => {
    const begun = await logins.post('sign-in/social', {
      provider: 'oidc',
      callbackURL: '/sign-in-popup.html',
      disableRedirect: true,
    });
    const url = /"url":"([^"]+)"/.exec(JSON.stringify(begun.body))?.[1] ?? '';
    const back = issuer.consent(url, { sub: 'club-uid', email: 'club@athletes.example' });
    const ended = await logins.get(`callback/oidc${back.search}`, { cookie: cookiesOf(begun) });
    const cookie = cookiesOf(ended);

    expect(await logins.whoIs(cookie)).toMatchObject({ id: 'club-uid', email: 'club@athletes.example' });
    const made = await makeUser('club-uid', {
      cookie,
      origin: 'http://127.0.0.1:3000',
      host: '127.0.0.1:3000',
    });
    expect(made.status).toBe(200);
    const byToken = await userOf('club-uid', bearer(await issuer.token({ sub: 'club-uid' })));
    expect(byToken.body).toEqual(made.body);

    expect((await logins.post('sign-out', {}, { cookie })).status).toBe(200);
    expect(await logins.whoIs(cookie)).toBeNull();
    expect((await userOf('club-uid', { cookie })).status).toBe(401);
  });
});

describe('a live page of a hosted login', () => {
  let address: string;
  beforeAll(async () => {
    address = await app().listen();
  });

  test('ends with its ID token', async () => {
    const nowSec = Math.floor(nowMs() / 1000);
    const brief = await issuer.token({ sub: 'brief', exp: nowSec + 2 });
    await makeUser('brief', bearer(brief));
    const user = { _id: '', displayName: 'Ann', iconURL: null };
    const page = await TestPage.open(address, { as: { uid: 'brief', token: brief, user } });
    await new Promise<void>((resolve) => void page.socket.once('disconnect', () => resolve()));
    expect(page.socket.connected).toBe(false);
  });
});
