import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ProblemSchema } from '@boathouse/contract/errors';
import { usePglite } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer } from '../../../../test/support/test-app.ts';

const database = usePglite();
const app = useTestApp(database);

const origin = 'http://127.0.0.1:3000';
const password = 'a good password';

type Given = { from?: string; headers?: Record<string, string>; asBrowser?: boolean };

/** Calls the identity provider as a browser's page or, without Origin and cookies, as a program. */
const provider = (path: string, body: object, { from = '10.1.0.1', headers, asBrowser }: Given = {}) =>
  app().call('POST', `/api/auth/${path}`, {
    body,
    from,
    headers: { host: new URL(origin).host, ...(asBrowser ? { origin } : {}), ...headers },
  });

const signUp = (email: string, given: Given & { password?: string } = {}) =>
  provider('sign-up/email', { email, name: 'Ann', password: given.password ?? password }, given);
const signIn = (email: string, given: Given & { password?: string } = {}) =>
  provider('sign-in/email', { email, password: given.password ?? password }, given);

const SignedInSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
const signedIn = (answer: Answer) => SignedInSchema.parse(answer.body);

/** Returns the login cookie as a browser sends it back, and its attributes. */
function cookieOf(answer: Answer): { pair: string; attributes: string[] } {
  const cookies = z.array(z.string()).parse([answer.headers['set-cookie']].flat());
  const [pair = '', ...attributes] = (cookies.find((line) => line.includes('session_token=')) ?? '').split(
    '; ',
  );
  return { pair, attributes };
}

const uidStatus = async (uid: string, headers: Record<string, string>) =>
  (await app().call('GET', `/api/users/uid/${uid}`, { headers })).status;

describe('an athlete', () => {
  test('[AUTH-1] [AUTH-2] [AUTH-5] signs up, out and in again in a browser, with a cookie that scripts can’t read', async () => {
    const up = await signUp('cookie@athletes.example', { asBrowser: true });
    expect(up.status).toBe(200);
    const { pair, attributes } = cookieOf(up);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']));
    const uid = signedIn(up).user.id;
    expect(await uidStatus(uid, { cookie: pair })).toBe(200);

    const out = await provider('sign-out', {}, { asBrowser: true, headers: { cookie: pair } });
    expect(out.status).toBe(200);
    expect(cookieOf(out).attributes).toContain('Max-Age=0');
    expect(await uidStatus(uid, { cookie: pair })).toBe(401);

    const again = await signIn('cookie@athletes.example', { asBrowser: true });
    expect(again.status).toBe(200);
    expect(await uidStatus(uid, { cookie: cookieOf(again).pair })).toBe(200);
  });

  test('[AUTH-1] signs in and out as a program, with a bearer token', async () => {
    await signUp('bearer@athletes.example');
    const { token, user } = signedIn(await signIn('bearer@athletes.example'));
    const authorization = `Bearer ${token}`;
    expect(await uidStatus(user.id, { authorization })).toBe(200);
    expect((await provider('sign-out', {}, { headers: { authorization } })).status).toBe(200);
    expect(await uidStatus(user.id, { authorization })).toBe(401);
  });

  test('is not signed in by a cookie with a forged signature', async () => {
    const up = await signUp('forged@athletes.example', { asBrowser: true });
    const { pair } = cookieOf(up);
    const [name = '', value = ''] = pair.split('=');
    const forged = `${name}=${decodeURIComponent(value).split('.')[0]}.${'A'.repeat(43)}%3D`;
    expect(await uidStatus(signedIn(up).user.id, { cookie: forged })).toBe(401);
  });

  test('[AUTH-1] gets the provider’s message for a wrong password, the same as for an unknown address', async () => {
    await signUp('wrong@athletes.example');
    const wrong = await signIn('wrong@athletes.example', { password: 'another password' });
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const unknown = await signIn('nobody@athletes.example');
    // Only the error id differs.
    const responseOf = ({ status, body }: Answer) => ({
      status,
      body: { ...ProblemSchema.parse(body), errorId: '' },
    });
    expect(responseOf(unknown)).toEqual(responseOf(wrong));
    expect(problemOf(wrong)).toMatchObject({ status: 401, code: 'wrong_password' });
  });

  test('[AUTH-2] can’t sign up with an address that is taken, in upper or lower case', async () => {
    await signUp('taken@athletes.example');
    for (const email of ['taken@athletes.example', 'Taken@Athletes.Example']) {
      const answer = await signUp(email);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ message: expect.stringContaining('already exists') });
    }
  });

  test("[AUTH-7] can't set a password of 5 characters, gets the provider's message, and can set one of 6", async () => {
    const short = await signUp('short@athletes.example', { password: '12345' });
    expect(short).toMatchObject({ status: 400, body: { message: 'Password too short' } });
    expect((await signUp('short@athletes.example', { password: 'oar-12' })).status).toBe(200);
  });

  test('gets 400 or 413 for an invalid address or name, invalid JSON or too large a body', async () => {
    const invalid: Array<[object | string, number]> = [
      [{ email: 'not an address', name: 'Ann', password }, 400],
      [{ email: 'nul@athletes.example', name: 'A\0nn', password }, 400],
      [{ email: 'array@athletes.example', name: ['Ann'], password }, 400],
      [{ email: 'bidi@athletes.example', name: 'Ann\u202egro', password }, 400],
      [{ email: 'lines@athletes.example', name: 'Ann\r\nX: y', password }, 400],
      [{ email: 'spy@athletes.example', name: 'Spy', password, image: 'https://elsewhere.example/x' }, 400],
      [{ email: 'long@athletes.example', name: 'Ann', password: 'x'.repeat(129) }, 400],
      [[], 400],
      ['{', 400],
      ['"text"', 400],
      [{ email: 'huge@athletes.example', name: 'x'.repeat(300_000), password }, 413],
    ];
    for (const [body, status] of invalid) {
      const answer = await app().call('POST', '/api/auth/sign-up/email', {
        body,
        from: '10.1.0.2',
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status, JSON.stringify(body).slice(0, 80)).toBe(status);
    }
  });

  test('is not signed in from a page of another site', async () => {
    await signUp('cross@athletes.example');
    const answer = await signIn('cross@athletes.example', {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_origin' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('the rate limit', () => {
  test('lets a crew of 30 sign up from one address within a minute', async () => {
    const crew = Array.from({ length: 30 }, (_, seat) => `crew-${seat}@athletes.example`);
    const statuses = [];
    for (const email of crew) statuses.push((await signUp(email, { from: '10.2.0.1' })).status);
    expect(statuses).toEqual(crew.map(() => 200));
  });

  test('rejects the 61st sign-up of an address within a minute, even with forged headers, but no other address', async () => {
    // A short password is rejected at once; the limit counts requests.
    const attempt = (from: string, spoofed: string) =>
      signUp('hasty@athletes.example', {
        from,
        password: '1',
        headers: { 'x-forwarded-for': spoofed, 'x-boathouse-client-address': spoofed },
      });
    const statuses = [];
    for (let i = 0; i < 61; i += 1) statuses.push((await attempt('10.3.0.1', `10.9.0.${i}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429]);
    expect((await attempt('10.3.0.2', '10.3.0.1')).status).toBe(400);
  });
});

describe('the rate limit behind a trusted proxy', () => {
  const proxied = useTestApp(database, { trustedProxy: '10.4.0.1' });

  test('counts by the address that the proxy names, and ignores other forwarded addresses', async () => {
    const attempt = (from: string, forwardedFor: string) =>
      proxied().call('POST', '/api/auth/sign-up/email', {
        body: { email: 'proxied@athletes.example', name: 'Ann', password: '1' },
        from,
        headers: { 'x-forwarded-for': forwardedFor },
      });
    for (let i = 0; i < 60; i += 1) await attempt('10.4.0.1', '10.5.0.1');
    expect((await attempt('10.4.0.1', '10.5.0.1')).status).toBe(429);
    expect((await attempt('10.4.0.1', '10.5.0.2')).status).toBe(400);
    expect((await attempt('10.6.0.1', '10.5.0.1')).status).toBe(400);
  });
});
