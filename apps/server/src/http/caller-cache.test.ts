import { describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { CallerCache } from './caller-cache.ts';
import { UnknownCredentials } from './unknown-credentials.ts';

const callerOf = (name: string): Caller => ({
  login: {
    uid: name,
    name,
    email: `${name}@a.example`,
    authSessionId: `login-${name}`,
    endsAtMs: null,
    signedInAtMs: null,
    isByPin: false,
  },
  user: { _id: name, displayName: name, iconURL: null },
  isAdministrator: false,
  scopes: null,
});
const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });

function openCache(maxSize = 100) {
  const clock = { ms: 0 };
  const asked: string[] = [];
  /** While held, each lookup waits for `release`. */
  const held: { release: (() => void) | null } = { release: null };
  const cache = new CallerCache({
    lookUp: async (headers) => {
      const name = headers.get('authorization')?.slice('Bearer '.length) ?? 'cookie';
      asked.push(name);
      if (hold.next) {
        hold.next = false;
        await new Promise<void>((resolve) => void (held.release = resolve));
      }
      return name === 'nobody' ? null : callerOf(name);
    },
    unknown: new UnknownCredentials({
      rate: { burst: 3, perSec: 1 },
      addressKey: (address) => address,
      nowMs: () => clock.ms,
    }),
    maxSize,
    nowMs: () => clock.ms,
  });
  const hold = { next: false };
  return { cache, clock, asked, hold, held };
}

describe('the cache of callers', () => {
  test('looks a login up once for parallel and later calls, and again after ten seconds', async () => {
    const { cache, clock, asked } = openCache();
    await Promise.all(Array.from({ length: 20 }, () => cache.find(bearer('ann'), '10.0.0.1')));
    clock.ms = 9_999;
    expect((await cache.find(bearer('ann'), '10.0.0.1'))?.login.uid).toBe('ann');
    expect(asked).toEqual(['ann']);
    clock.ms = 10_000;
    await cache.find(bearer('ann'), '10.0.0.1');
    expect(asked).toEqual(['ann', 'ann']);
  });

  test('forgets a login that has ended and leaves the others', async () => {
    const { cache, asked } = openCache();
    await cache.find(bearer('ann'), '10.0.0.1');
    await cache.find(bearer('ben'), '10.0.0.1');
    cache.forgetLogin('login-ann');
    await cache.find(bearer('ann'), '10.0.0.1');
    await cache.find(bearer('ben'), '10.0.0.1');
    expect(asked).toEqual(['ann', 'ben', 'ann']);
  });

  test('neither caches nor reuses the result of a lookup that began before the login ended', async () => {
    const { cache, asked, hold, held } = openCache();
    hold.next = true;
    const early = cache.find(bearer('ann'), '10.0.0.1');
    cache.forgetLogin('login-ann');
    await cache.find(bearer('ann'), '10.0.0.1');
    held.release?.();
    await early;
    cache.forgetUid('ann');
    await cache.find(bearer('ann'), '10.0.0.1');
    expect(asked).toEqual(['ann', 'ann', 'ann']);
  });

  test('does not cache callers without a login, and looks nothing up without a cookie or a token', async () => {
    const { cache, asked } = openCache();
    expect(await cache.find(bearer('nobody'), '10.0.0.1')).toBeNull();
    expect(await cache.find(bearer('nobody'), '10.0.0.1')).toBeNull();
    expect(await cache.find(new Headers(), '10.0.0.1')).toBeNull();
    expect(asked).toEqual(['nobody', 'nobody']);
  });

  test('distinguishes logins by their cookie, independent of other cookies', async () => {
    const { cache, asked } = openCache();
    const cookie = (value: string, other: string) =>
      cache.find(new Headers({ cookie: `theme=${other}; boathouse.session_token=${value}` }), '10.0.0.1');
    await cookie('one', 'dark');
    await cookie('one', 'light');
    await cookie('two', 'light');
    expect(asked).toHaveLength(2);
  });

  test('drops the oldest beyond its size', async () => {
    const { cache, asked } = openCache(2);
    for (const name of ['ann', 'ben', 'cem', 'ben', 'ann']) await cache.find(bearer(name), '10.0.0.1');
    expect(asked).toEqual(['ann', 'ben', 'cem', 'ann']);
  });

  test('looks up only a limited number of unknown logins from an address, but all from others and all known logins', async () => {
    const { cache, clock, asked } = openCache();
    const find = (token: string, address: string) => cache.find(bearer(token), address);
    await find('ann', 'club');
    for (let guess = 0; guess < 3; guess += 1) expect(await find('nobody', 'club')).toBeNull();
    asked.length = 0;
    await expect(find('nobody', 'club')).rejects.toMatchObject({ status: 429, retryAfterSec: 1 });
    await expect(find('ben', 'club')).rejects.toMatchObject({ status: 429 });
    expect(asked).toEqual([]);
    expect((await find('ben', 'home'))?.login.uid).toBe('ben');
    clock.ms = 10_000;
    for (const guess of ['nobody', 'nobody', 'nobody']) await find(guess, 'club');
    // Already known, so looked up again regardless of the number of unknown logins from the club.
    expect((await find('ann', 'club'))?.login.uid).toBe('ann');
    clock.ms = 11_000;
    expect((await find('cem', 'club'))?.login.uid).toBe('cem');
  });

  test('looks a caller up again when it must not come from the cache, and remembers the last one found', async () => {
    const { cache, clock, asked } = openCache();
    expect(cache.lastFound(bearer('ann'))).toBeNull();
    await cache.find(bearer('ann'), '10.0.0.1');
    expect((await cache.findAnew(bearer('ann'), '10.0.0.1'))?.login.uid).toBe('ann');
    expect(asked).toEqual(['ann', 'ann']);
    clock.ms = 60_000;
    expect(cache.lastFound(bearer('ann'))?.login.uid).toBe('ann');
    cache.forgetLogin('login-ann');
    expect(cache.lastFound(bearer('ann'))).toBeNull();
  });
});
