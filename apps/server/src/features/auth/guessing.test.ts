import { afterEach, describe, expect, test } from 'vitest';
import { usePglite } from '../../../test/support/databases.ts';
import { useTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../test/support/test-identity.ts';
import { cookiesOf, TestLogins } from '../../../test/support/test-logins.ts';

const database = usePglite();
const clock = { ms: 1_780_000_000_000 };
const open = (trustedProxy: string | null) =>
  useTestApp(database, { trustedProxy }, () => openTestIdentity(database().db, { nowMs: () => clock.ms }), {
    nowMs: () => clock.ms,
  });
const app = open(null);
const proxied = open('10.4.0.1');
// Each test in a time of its own, so that none uses up the tries of another's addresses.
afterEach(() => void (clock.ms += 2 * 3_600_000));

const logins = new TestLogins(app);
const right = 'a good password';

type Try = { password?: string; from?: string; cookie?: string; forwardedFor?: string };
const signIn = (email: string, given: Try = {}, on: () => TestApp = app) =>
  on().call('POST', '/api/auth/sign-in/email', {
    body: { email, password: given.password ?? 'a wrong password' },
    from: given.from ?? '10.2.0.66',
    headers: {
      host: '127.0.0.1:3000',
      ...(given.cookie ? { cookie: given.cookie, origin: 'http://127.0.0.1:3000' } : {}),
      ...(given.forwardedFor ? { 'x-forwarded-for': given.forwardedFor } : {}),
    },
  });
const statusesOf = async (times: number, attempt: (index: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await attempt(i)).status);
  return statuses;
};

describe('guessing at one account', () => {
  test('is slowed after five wrong passwords, in words and with the time to wait, even for the right one', async () => {
    await logins.signUp('slow@athletes.example');
    expect(await statusesOf(5, () => signIn('slow@athletes.example'))).toEqual([401, 401, 401, 401, 401]);
    const refused = await signIn('slow@athletes.example', { password: right });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { message: 'Too many tries. Wait 1 second, then try again.' },
    });
    clock.ms += 1000;
    expect((await signIn('slow@athletes.example')).status).toBe(401);
    expect(await signIn('slow@athletes.example')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '2' },
    });
    clock.ms += 2000;
    expect((await signIn('slow@athletes.example', { password: right })).status).toBe(200);
    // The right password has made it good.
    expect(await statusesOf(4, () => signIn('slow@athletes.example'))).toEqual([401, 401, 401, 401]);
  });

  test('is slowed just so for an account that nobody has', async () => {
    expect(await statusesOf(6, () => signIn('nobody@athletes.example'))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  test('is slowed when all guesses come at once, in whatever case the address is written', async () => {
    await logins.signUp('burst@athletes.example');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        signIn(i % 2 ? 'burst@athletes.example' : 'Burst@Athletes.Example'),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test('is not possible in a form, nor below a path written differently', async () => {
    await logins.signUp('form@athletes.example');
    const credentials = { email: 'form@athletes.example', password: right };
    const guess = (url: string, type: string, body: string) =>
      app().call('POST', url, {
        body,
        from: '10.2.0.66',
        headers: { host: '127.0.0.1:3000', 'content-type': type },
      });
    const form = 'application/x-www-form-urlencoded';
    expect(
      (await guess('/api/auth/sign-in/email', form, new URLSearchParams(credentials).toString())).status,
    ).toBe(415);
    for (const path of ['/api/auth/sign-in/email/', '/api/auth//sign-in/email']) {
      expect((await guess(path, 'application/json', JSON.stringify(credentials))).status).toBe(404);
    }
  });

  test('does not keep the owner out who comes from another address, however long it has gone on', async () => {
    await logins.signUp('owner@athletes.example');
    for (let i = 0; i < 40; i += 1) await signIn('owner@athletes.example', { from: `10.2.1.${i % 8}` });
    expect((await signIn('owner@athletes.example', { password: right, from: '10.2.2.2' })).status).toBe(200);
  });

  test('does not keep the owner out who has signed in with this browser before, not even at the same address', async () => {
    await logins.signUp('house@athletes.example');
    const from = '10.2.3.1';
    const cookie = cookiesOf(await signIn('house@athletes.example', { password: right, from }));
    expect(await statusesOf(6, () => signIn('house@athletes.example', { from }))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
    expect((await signIn('house@athletes.example', { password: right, from, cookie })).status).toBe(200);
    // The cookie is good for its own account alone, and is itself slowed.
    await logins.signUp('house-mate@athletes.example');
    await statusesOf(5, () => signIn('house-mate@athletes.example', { from, cookie }));
    expect((await signIn('house-mate@athletes.example', { from, cookie })).status).toBe(429);
    await statusesOf(5, () => signIn('house@athletes.example', { from, cookie }));
    expect((await signIn('house@athletes.example', { password: right, from, cookie })).status).toBe(429);
  });

  test('does not slow the other accounts of a boathouse', async () => {
    await logins.signUp('bow@athletes.example');
    await logins.signUp('stroke@athletes.example');
    await statusesOf(8, () => signIn('bow@athletes.example'));
    expect((await signIn('stroke@athletes.example', { password: right })).status).toBe(200);
  });

  test('cannot hide behind made-up addresses, nor be blamed on somebody else', async () => {
    await logins.signUp('spoof@athletes.example');
    const statuses = await statusesOf(6, (i) =>
      signIn('spoof@athletes.example', { forwardedFor: `10.9.0.${i}` }),
    );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('is told apart by the address that a trusted proxy names', async () => {
    await logins.signUp('proxied@athletes.example');
    const through = (client: string, password?: string) =>
      signIn(
        'proxied@athletes.example',
        { from: '10.4.0.1', forwardedFor: client, ...(password ? { password } : {}) },
        proxied,
      );
    expect(await statusesOf(6, () => through('10.5.0.1'))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await through('10.5.0.2', right)).status).toBe(200);
    // What a client puts before the proxy's own word is not believed.
    expect((await through('10.5.0.3, 10.5.0.1', right)).status).toBe(429);
  });
});

describe('one address', () => {
  /** Tries one account until its guesses are slowed: these cost no password hash, and count for the address. */
  const useUp = async (email: string, from: string) => {
    await statusesOf(120, () => signIn(email, { from }));
    return signIn('somebody-else@athletes.example', { from });
  };

  test('signs in 120 times a minute, and then waits', async () => {
    const from = '10.2.4.1';
    expect(await useUp('victim@athletes.example', from)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
    });
    clock.ms += 60_000;
    expect((await signIn('somebody-else@athletes.example', { from })).status).toBe(401);
  });

  test('that is used up keeps no browser out that has signed in before or is signed in', async () => {
    const email = 'crowded@athletes.example';
    await logins.signUp(email);
    const from = '10.2.5.1';
    const cookie = cookiesOf(await signIn(email, { password: right, from }));
    const change = (headers: Record<string, string>) =>
      app().call('POST', '/api/auth/change-email', {
        body: { newEmail: 'crowded-2@athletes.example' },
        from,
        headers: { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', ...headers },
      });
    expect((await useUp('other-victim@athletes.example', from)).status).toBe(429);
    expect((await change({})).status).toBe(401);
    expect((await signIn(email, { password: right, from })).status).toBe(429);
    expect((await signIn(email, { password: right, from, cookie })).status).toBe(200);
    expect((await change({ cookie })).status).toBe(200);
  });

  test('of IPv6 is its whole network', async () => {
    const statuses = await statusesOf(31, (i) =>
      logins.post(
        'request-password-reset',
        { email: `nobody-${i}@athletes.example` },
        { from: `2001:db8:7:7::${i}` },
      ),
    );
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(statuses[30]).toBe(429);
  });
});
