import { describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { CallerCache } from './caller-cache.ts';

const callerOf = (name: string): Caller => ({
  login: {
    uid: name,
    name,
    email: `${name}@a.example`,
    authSessionId: `login-${name}`,
    endsAtMs: null,
    signedInAtMs: null,
  },
  user: { _id: name, displayName: name, iconURL: null },
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
    maxSize,
    nowMs: () => clock.ms,
  });
  const hold = { next: false };
  return { cache, clock, asked, hold, held };
}

describe('the cache of callers', () => {
  test('looks a login up once for parallel and later calls, and again after ten seconds', async () => {
    const { cache, clock, asked } = openCache();
    await Promise.all(Array.from({ length: 20 }, () => cache.find(bearer('ann'))));
    clock.ms = 9_999;
    expect((await cache.find(bearer('ann')))?.login.uid).toBe('ann');
    expect(asked).toEqual(['ann']);
    clock.ms = 10_000;
    await cache.find(bearer('ann'));
    expect(asked).toEqual(['ann', 'ann']);
  });

  test('forgets a login that has ended and leaves the others', async () => {
    const { cache, asked } = openCache();
    await cache.find(bearer('ann'));
    await cache.find(bearer('ben'));
    cache.forgetLogin('login-ann');
    await cache.find(bearer('ann'));
    await cache.find(bearer('ben'));
    expect(asked).toEqual(['ann', 'ben', 'ann']);
  });

  test('neither caches nor reuses the result of a lookup that began before the login ended', async () => {
    const { cache, asked, hold, held } = openCache();
    hold.next = true;
    const early = cache.find(bearer('ann'));
    cache.forgetLogin('login-ann');
    await cache.find(bearer('ann'));
    held.release?.();
    await early;
    cache.forgetUid('ann');
    await cache.find(bearer('ann'));
    expect(asked).toEqual(['ann', 'ann', 'ann']);
  });

  test('does not cache callers without a login, and looks nothing up without a cookie or a token', async () => {
    const { cache, asked } = openCache();
    expect(await cache.find(bearer('nobody'))).toBeNull();
    expect(await cache.find(bearer('nobody'))).toBeNull();
    expect(await cache.find(new Headers())).toBeNull();
    expect(asked).toEqual(['nobody', 'nobody']);
  });

  test('distinguishes logins by their cookie, independent of other cookies', async () => {
    const { cache, asked } = openCache();
    const cookie = (value: string, other: string) =>
      cache.find(new Headers({ cookie: `theme=${other}; boathouse.session_token=${value}` }));
    await cookie('one', 'dark');
    await cookie('one', 'light');
    await cookie('two', 'light');
    expect(asked).toHaveLength(2);
  });

  test('drops the oldest beyond its size', async () => {
    const { cache, asked } = openCache(2);
    for (const name of ['ann', 'ben', 'cem', 'ben', 'ann']) await cache.find(bearer(name));
    expect(asked).toEqual(['ann', 'ben', 'cem', 'ann']);
  });
});
