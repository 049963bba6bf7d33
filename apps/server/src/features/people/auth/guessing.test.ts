import { afterEach, describe, expect, test } from 'vitest';
import { usePglite } from '../../../../test/support/databases.ts';
import { useTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';

const database = usePglite();
const clock = { ms: 1_780_000_000_000 };
const open = (trustedProxy: string | null) =>
  useTestApp(database, { trustedProxy }, () => openTestIdentity(database().db, { nowMs: () => clock.ms }), {
    nowMs: () => clock.ms,
  });
const app = open(null);
const proxied = open('10.4.0.1');
// Each test runs at a separate time, so that none uses up the attempts of another's addresses.
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
  test('is slowed after five wrong passwords, even for the right one; the response states the time to wait', async () => {
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
    // The right password has reset the count.
    expect(await statusesOf(4, () => signIn('slow@athletes.example'))).toEqual([401, 401, 401, 401]);
  });

  test('is slowed in the same way for an unknown account', async () => {
    expect(await statusesOf(6, () => signIn('nobody@athletes.example'))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  test('is slowed when all guesses arrive at once, in upper or lower case of the address', async () => {
    await logins.signUp('burst@athletes.example');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        signIn(i % 2 ? 'burst@athletes.example' : 'Burst@Athletes.Example'),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test('is not possible with an HTML form or another spelling of the path', async () => {
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

  test('does not lock out the owner at another address, after any number of guesses', async () => {
    await logins.signUp('owner@athletes.example');
    for (let i = 0; i < 40; i += 1) await signIn('owner@athletes.example', { from: `10.2.1.${i % 8}` });
    expect((await signIn('owner@athletes.example', { password: right, from: '10.2.2.2' })).status).toBe(200);
  });

  test('does not lock out the owner in a browser that has signed in before, even at the same address', async () => {
    await logins.signUp('house@athletes.example');
    const from = '10.2.3.1';
    const cookie = cookiesOf(await signIn('house@athletes.example', { password: right, from }));
    expect(await statusesOf(6, () => signIn('house@athletes.example', { from }))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
    expect((await signIn('house@athletes.example', { password: right, from, cookie })).status).toBe(200);
    // The cookie is valid only for its own account, and its guesses are slowed too.
    await logins.signUp('house-mate@athletes.example');
    await statusesOf(5, () => signIn('house-mate@athletes.example', { from, cookie }));
    expect((await signIn('house-mate@athletes.example', { from, cookie })).status).toBe(429);
    await statusesOf(5, () => signIn('house@athletes.example', { from, cookie }));
    expect((await signIn('house@athletes.example', { password: right, from, cookie })).status).toBe(429);
  });

  test('does not slow other accounts at the same address', async () => {
    await logins.signUp('bow@athletes.example');
    await logins.signUp('stroke@athletes.example');
    await statusesOf(8, () => signIn('bow@athletes.example'));
    expect((await signIn('stroke@athletes.example', { password: right })).status).toBe(200);
  });

  test('is counted by the real address when X-Forwarded-For is forged', async () => {
    await logins.signUp('spoof@athletes.example');
    const statuses = await statusesOf(6, (i) =>
      signIn('spoof@athletes.example', { forwardedFor: `10.9.0.${i}` }),
    );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('is counted by the address that a trusted proxy names', async () => {
    await logins.signUp('proxied@athletes.example');
    const through = (client: string, password?: string) =>
      signIn(
        'proxied@athletes.example',
        { from: '10.4.0.1', forwardedFor: client, ...(password ? { password } : {}) },
        proxied,
      );
    expect(await statusesOf(6, () => through('10.5.0.1'))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await through('10.5.0.2', right)).status).toBe(200);
    // Addresses that the client itself puts before the proxy's are ignored.
    expect((await through('10.5.0.3, 10.5.0.1', right)).status).toBe(429);
  });
});

describe('one address', () => {
  /** Uses up an address's attempts on one account: slowed guesses compute no password hash, but still count. */
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

  test('an address without attempts left does not lock out a browser that has signed in before or is signed in', async () => {
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

  test('an address of IPv6 counts as its whole network', async () => {
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
