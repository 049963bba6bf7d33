import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usePglite } from '../../../../test/support/databases.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { testClient, TestIssuer } from '../../../../test/support/test-issuer.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';

const database = usePglite();
let issuer: TestIssuer;
const app = useTestApp(database, {}, async () => {
  issuer = await TestIssuer.start();
  issuer.userInfo = { status: 200, body: '{}' };
  const popupSignIn = { issuer: issuer.issuer, ...testClient, name: 'Google' };
  return openTestIdentity(database().db, { popupSignIn });
});
afterAll(() => issuer.stop());
beforeEach(() => {
  issuer.failure = null;
});
const logins = new TestLogins(app);
const page = '/sign-in-popup.html?attempt=1';

/** Signs in with an ID token without name and email. Returns the address that the popup ends on. */
async function signIn(subject: string) {
  const begun = await logins.post('sign-in/social', { provider: 'oidc', callbackURL: page });
  const { url } = z.object({ url: z.string() }).parse(begun.body);
  const back = issuer.consent(url, { sub: subject, email: undefined, name: undefined });
  const ended = await logins.get(`callback/oidc${back.search}`, { cookie: cookiesOf(begun) });
  expect(ended.status).toBe(302);
  const error = new URL(String(ended.headers['location']), 'http://x').searchParams.get('error');
  return { error, cookie: cookiesOf(ended) };
}

// Before any other sign-in, because fetched keys stay in use.
test('a provider whose keys can’t be fetched ends the popup with an error', async () => {
  issuer.failure = { status: 503, body: 'away' };
  expect((await signIn('cleo')).error).toBe('unable_to_get_user_info');
});

describe('a provider that has name and email only in its user info', () => {
  test('signs the user in', async () => {
    const profile = { sub: 'ann', name: 'Ann Oar', email: 'ann@athletes.example', email_verified: true };
    issuer.userInfo = { status: 200, body: JSON.stringify(profile) };
    const { error, cookie } = await signIn('ann');
    expect(error).toBeNull();
    expect(await logins.whoIs(cookie)).toMatchObject({ name: 'Ann Oar', email: 'ann@athletes.example' });
  });

  test.for([
    ['is about another user', 200, '{"sub":"someone else","email":"other@athletes.example"}'],
    ['fails', 500, '{}'],
    ['is not JSON', 200, 'away'],
  ] as const)('ends the popup with an error if its response %s', async ([, status, body]) => {
    issuer.userInfo = { status, body };
    const { error, cookie } = await signIn('bea');
    expect(error).toBe('unable_to_get_user_info');
    expect(await logins.whoIs(cookie)).toBeNull();
  });
});
