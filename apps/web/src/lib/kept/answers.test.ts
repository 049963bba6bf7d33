// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { auth } from '@boathouse/contract/auth';
import { apiVersion, urlOf } from '@boathouse/contract/endpoint';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nowMs } from '../../../test/now.ts';
import { callApi } from '../api.ts';
import { actAs } from '../server/login-state.ts';
import { product } from '@boathouse/contract/product';
import {
  findKept,
  forgetOldest,
  forgetOthers,
  isKept,
  keepAnswers,
  keepReadsOf,
  shownSinceMs,
} from './answers.ts';
import { formerMark, keptMark, loginUrl, noteRead } from './reads.ts';

const dayMs = 86_400_000;
const atMs = nowMs();
const session = {
  session: { id: 's1', userId: 'ann', expiresAt: null, token: 'a secret' },
  user: { id: 'ann', email: 'ann@a.example', name: 'Ann', image: null, emailVerified: true },
};

beforeEach(() => actAs('ann'));
afterEach(async () => {
  await forgetOthers(null);
  shownSinceMs.set(null);
  actAs(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('data read before', () => {
  test('is found by its address for the login that read it, with its age', async () => {
    await keepAnswers('ann', [{ url: '/api/product', body: { name: 'Boathouse' } }], atMs);
    expect(await findKept('/api/product')).toEqual({ body: { name: 'Boathouse' } });
    expect(shownSinceMs.get()).toBe(atMs);
    actAs('bea');
    expect(await findKept('/api/product')).toBeNull();
  });

  test('is the newest of its address, and the page is as old as the oldest that it shows', async () => {
    await keepAnswers('ann', [{ url: '/api/product', body: 1 }], atMs);
    await keepAnswers('ann', [{ url: '/api/product', body: 2 }], atMs + 5_000);
    await keepAnswers('ann', [{ url: '/api/notifications', body: 3 }], atMs + 1_000);
    expect((await findKept('/api/product'))?.body).toBe(2);
    await findKept('/api/notifications');
    expect(shownSinceMs.get()).toBe(atMs + 1_000);
  });

  test('the data of the login identifies its user, without its token, and opens a page that knows no login', async () => {
    await keepAnswers('ann', [{ url: loginUrl, body: session }], atMs);
    actAs(null);
    const kept = await findKept(loginUrl);
    expect(kept?.body).toMatchObject({ user: { id: 'ann' } });
    expect(JSON.stringify(kept)).not.toContain('a secret');
    expect(shownSinceMs.get()).toBeNull();
  });

  test('data of another version of the API is not used', async () => {
    await keepAnswers('ann', [{ url: '/api/product', body: 1 }], atMs);
    const database = await openDB('boathouse-answers');
    const stored: object = await database.get('answers', ['ann', '/api/product']);
    await database.put('answers', { ...stored, apiVersion: apiVersion - 1 });
    database.close();
    expect(await findKept('/api/product')).toBeNull();
  });

  test('is removed with its login, and before another login stores something', async () => {
    await keepAnswers('ann', [{ url: '/api/product', body: 1 }], atMs);
    await forgetOthers('bea');
    expect(await findKept('/api/product')).toBeNull();
    await keepAnswers('ann', [{ url: loginUrl, body: session }], atMs);
    await forgetOthers(null);
    expect(await findKept(loginUrl)).toBeNull();
  });

  test.each(['an', 'anna', 'ann\u0000', 'zoe'])(
    'of %j, a name that is similar to another, is deleted when the other stores something, and not before',
    async (other) => {
      const product = (body: string) => [{ url: '/api/product', body }];
      const foundOf = async (login: string) => {
        actAs(login);
        return (await findKept('/api/product'))?.body ?? null;
      };
      await keepAnswers(other, product(other), atMs);
      await forgetOthers(other);
      expect(await foundOf(other)).toBe(other);
      await keepAnswers('ann', [...product('ann'), { url: loginUrl, body: session }], atMs);
      await forgetOthers('ann');
      expect([await foundOf('ann'), await foundOf(other)]).toEqual(['ann', null]);
      actAs(null);
      expect(await findKept(loginUrl)).not.toBeNull();
    },
  );

  test('data of a login is not stored by the page of another', async () => {
    await keepAnswers('bea', [{ url: loginUrl, body: session }], atMs);
    keptMark.set('ann');
    expect(await findKept(loginUrl)).toBeNull();
  });

  test('data of a login whose removal was interrupted opens no page after another one has logged in', async () => {
    await keepAnswers('ann', [{ url: loginUrl, body: session }], atMs);
    keptMark.set('bea');
    expect(await findKept(loginUrl)).toBeNull();
  });

  test('data from version 0.2.0, whose mark names no login, still opens a page', async () => {
    await keepAnswers('ann', [{ url: loginUrl, body: session }], atMs);
    keptMark.set(formerMark);
    expect((await findKept(loginUrl))?.body).toMatchObject({ user: { id: 'ann' } });
  });

  test('has the login at the address of the contract', () => {
    expect(loginUrl).toBe(urlOf(auth.session, {}, {}));
  });

  test('is removed after 35 days', async () => {
    await keepAnswers('ann', [{ url: '/api/product', body: 1 }], atMs - 36 * dayMs);
    await keepAnswers('ann', [{ url: '/api/notifications', body: 2 }], atMs - 34 * dayMs);
    await forgetOldest(atMs);
    expect(await findKept('/api/product')).toBeNull();
    expect(await findKept('/api/notifications')).not.toBeNull();
  });
});

describe('a page', () => {
  const read = (url: string) => noteRead(url, { of: url });
  const found = async (url: string) => (await findKept(url)) !== null;

  test('stores earlier responses at once, and new ones half a second later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    read('/api/product');
    const stop = keepReadsOf('ann');
    await vi.waitFor(async () => expect(await found('/api/product')).toBe(true));
    read('/api/notifications');
    await vi.advanceTimersByTimeAsync(400);
    expect(await found('/api/notifications')).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitFor(async () => expect(await found('/api/notifications')).toBe(true));
    stop();
  });

  test('a page that is left stores its responses without waiting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = keepReadsOf('ann');
    read('/api/product');
    dispatchEvent(new Event('pagehide'));
    await vi.waitFor(async () => expect(await found('/api/product')).toBe(true));
    stop();
  });

  test('stores a new login that it read before it knew that it is new', async () => {
    const ofBea = { ...session, user: { ...session.user, id: 'bea' } };
    const stopAnn = keepReadsOf('ann');
    noteRead(loginUrl, ofBea);
    stopAnn();
    const stop = keepReadsOf('bea');
    await vi.waitFor(async () =>
      expect((await findKept(loginUrl))?.body).toMatchObject({ user: { id: 'bea' } }),
    );
    stop();
  });
});

test.each([
  '/api/product',
  '/api/users/uid/ann',
  '/api/users/1/personal-bests',
  '/api/users/1/statistics?timeZone=UTC',
  '/api/sessions/user/1?year=2026&month=11&day=24&sparse=0&timeZone=UTC',
  '/api/sessions/user/1/next',
  '/api/sessions/1/activities',
  '/api/activities/search?user=1',
  '/api/activities/1/strokes',
  '/api/clubs/customURL/rowers',
  '/api/feed/dashboard?user=1',
])('%s is kept', (url) => expect(isKept(url)).toBe(true));

test.each([
  '/api/tokens',
  '/api/auth/list-sessions',
  '/api/administration/users',
  '/api/sync',
  '/api/users/1/calendar',
  '/api/users/1/archive/state',
  '/api/users/search?query=a',
  '/api/clubs/search?query=a',
  '/api/clubs/1/invitation',
  '/api/clubs/1/webhook',
  '/api/sessions/1/board',
  '/api/sessions/1/export',
  '/api/activities/export',
  '/api/boards/key',
  '/api/files/images',
])('%s is not kept', (url) => expect(isKept(url)).toBe(false));

describe('a call', () => {
  const body = {
    name: 'Boathouse',
    contactEmail: 'a@b.c',
    simulatedErg: true,
    passwordSignIn: true,
    passwordMin: 8,
  };
  const kept = { ...body, popupSignIn: null };

  test('a call without the server returns the stored response, and fails without one', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(callApi(product.read)).rejects.toThrow();
    await keepAnswers('ann', [{ url: '/api/product', body: kept }], atMs);
    expect(await callApi(product.read)).toMatchObject({ name: 'Boathouse' });
  });

  test('a call that gets no response within 4 s returns the stored one', async () => {
    await keepAnswers('ann', [{ url: '/api/product', body: kept }], atMs);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const answer = callApi(product.read);
    await vi.advanceTimersByTimeAsync(4_000);
    vi.useRealTimers();
    expect(await answer).toMatchObject({ name: 'Boathouse' });
  });

  test('a call with a response after more than 4 s is stored like any other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = keepReadsOf('ann');
    const asked = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => asked.promise);
    const answer = callApi(product.read);
    await vi.advanceTimersByTimeAsync(4_500);
    asked.resolve(new Response(JSON.stringify(kept), { headers: { 'api-version': String(apiVersion) } }));
    vi.useRealTimers();
    expect(await answer).toMatchObject({ name: 'Boathouse' });
    dispatchEvent(new Event('pagehide'));
    await vi.waitFor(async () => expect((await findKept('/api/product'))?.body).toEqual(kept));
    stop();
  });

  test('a call of a user who has logged out before the response is not stored', async () => {
    const stop = keepReadsOf('bea');
    vi.stubGlobal('fetch', async () => {
      actAs('bea');
      return new Response(JSON.stringify(kept), { headers: { 'api-version': String(apiVersion) } });
    });
    await callApi(product.read);
    // Stored after it, with all that waits.
    noteRead('/api/notifications', {});
    dispatchEvent(new Event('pagehide'));
    await vi.waitFor(async () => expect(await findKept('/api/notifications')).not.toBeNull());
    expect(await findKept('/api/product')).toBeNull();
    stop();
  });

  test('a call that our server refuses is refused, even if it is stored', async () => {
    await keepAnswers('ann', [{ url: '/api/product', body: kept }], atMs);
    vi.stubGlobal(
      'fetch',
      async () => new Response('{}', { status: 404, headers: { 'api-version': String(apiVersion) } }),
    );
    await expect(callApi(product.read)).rejects.toMatchObject({ status: 404 });
  });
});
