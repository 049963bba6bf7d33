import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sync as contract } from '@boathouse/contract/sync/calls';
import { openEmbeddedIdentity } from '../../../infra/identity/embedded/embedded-identity.ts';
import { openHostedIdentity } from '../../../infra/identity/hosted/hosted-identity.ts';
import { EmulatedLogbook } from '../../../../test/sync/emulated-logbook.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { TestApp } from '../../../../test/support/test-app.ts';
import { testIdentityOptions, testListenUrl } from '../../../../test/support/test-identity.ts';
import { testClient, TestIssuer } from '../../../../test/support/test-issuer.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';

const database = usePglite();
const logbook = new EmulatedLogbook(nowMs);
let issuer: TestIssuer;
let app: TestApp;
beforeAll(async () => {
  issuer = await TestIssuer.start();
  await logbook.listen();
  const { db } = database();
  const popupSignIn = { issuer: issuer.issuer, ...testClient, name: 'the club' };
  const identity = openHostedIdentity({
    db,
    browser: openEmbeddedIdentity(testIdentityOptions(db, { popupSignIn, passwordSignIn: false })),
    issuer: issuer.issuer,
    audience: 'row',
    jwksUrl: issuer.jwksUrl,
    keysCooldownMs: 0,
  });
  const syncHosts = { intervals: null, logbook: logbook.origin, logbookClient: logbook.client };
  app = await TestApp.on(database(), { syncHosts }, undefined, identity);
});
afterAll(async () => {
  await app.close();
  await Promise.all([issuer.stop(), logbook.close()]);
});
const logins = new TestLogins(() => app);
const urlOf = (body: unknown) => z.object({ url: z.string() }).parse(body).url;

/** Signs a browser in at the club's provider, and returns its cookies and user. */
async function signIn(subject: string) {
  const callbackURL = '/sign-in-popup.html?attempt=1';
  const begun = await logins.post('sign-in/social', {
    provider: 'oidc',
    callbackURL,
    errorCallbackURL: callbackURL,
    disableRedirect: true,
  });
  const claims = { sub: subject, email: `${subject}@athletes.example`, email_verified: true };
  const back = issuer.consent(urlOf(begun.body), claims);
  const ended = await logins.get(`${back.pathname.replace('/api/auth/', '')}${back.search}`, {
    cookie: cookiesOf(begun),
  });
  const headers = { host: new URL(testListenUrl).host, origin: testListenUrl, cookie: cookiesOf(ended) };
  const body = { displayName: 'Ann', uid: (await logins.whoIs(headers.cookie))?.id, iconURL: null };
  expect((await app.call('POST', '/api/users', { headers, body })).status).toBe(200);
  return headers;
}

test('a browser that signed in at a hosted provider logs in at the Logbook, and no other browser can complete that', async () => {
  const [headers, others] = [await signIn('ann'), await signIn('ben')];
  const body = { uploads: true, imports: true, timeZone: 'Europe/Berlin' };
  const begin = async () =>
    contract.authorize.response.parse(
      (await app.call('POST', '/api/sync/logbook/authorization', { headers, body })).body,
    ).url;
  const comeBack = async (back: URL, as: Record<string, string>) =>
    (await app.call('GET', `${back.pathname}${back.search}`, { headers: as })).headers['location'];
  logbook.users.set(7, 'ann_rows');
  expect(await comeBack(logbook.logIn(await begin(), 7), others)).toBe('/settings?logbook=expired#services');
  expect(await comeBack(logbook.logIn(await begin(), 7), headers)).toBe(
    '/settings?logbook=connected#services',
  );
  const { services } = contract.state.response.parse((await app.call('GET', '/api/sync', { headers })).body);
  expect(services).toMatchObject([
    { service: 'logbook', connection: { state: 'on', isByLogin: true, accountName: 'ann_rows' } },
  ]);
});

test('a program with a token of the hosted provider connects by a key, and begins no browser login there', async () => {
  const bearer = async (claims: object) => ({
    authorization: `Bearer ${await issuer.token({ sub: 'program', ...claims })}`,
  });
  const headers = await bearer({ auth_time: Math.floor(nowMs() / 1000) });
  const user = { uid: 'program', displayName: 'Program', iconURL: null };
  expect((await app.call('POST', '/api/users', { headers, body: user })).status).toBe(200);
  const body = { uploads: true, imports: false, timeZone: 'Europe/Berlin', key: logbook.personalToken(7) };
  // A token can be renewed without the user, so its own age proves nothing.
  const renewed = await app.call('PUT', '/api/sync/logbook', { headers: await bearer({}), body });
  expect(renewed).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  expect((await app.call('PUT', '/api/sync/logbook', { headers, body })).status).toBe(200);
  const callback = await app.call('GET', '/api/sync/logbook/callback?code=x&state=y', { headers });
  expect(callback.headers['location']).toBe('/settings?logbook=expired#services');
});
