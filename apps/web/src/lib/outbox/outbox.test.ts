// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { comments, likes } from '@boathouse/contract/comments';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nowMs } from '../../../test/now.ts';
import { actAs } from '../server/login-state.ts';
import { callOrKeep } from './call-or-keep.ts';
import {
  forgetEntriesOf,
  keepToSend,
  readWaiting,
  removeEntry,
  sendWaiting,
  waiting,
  type Entry,
  type Sent,
} from './outbox.ts';

const atMs = nowMs();
const callOf = (key: string) => ({
  key,
  method: 'POST' as const,
  url: '/api/likes',
  body: { key },
  words: key,
});

beforeEach(() => actAs('ann'));
afterEach(async () => {
  for (const login of ['ann', 'bea']) for (const entry of await readWaiting(login)) await removeEntry(entry);
  actAs(null);
  vi.unstubAllGlobals();
});

describe('what waits', () => {
  test('is sent once, in the order in which it was written', async () => {
    for (const [index, key] of ['c', 'a', 'b'].entries()) await keepToSend('ann', callOf(key), atMs + index);
    const sent: string[] = [];
    const send = async ({ key }: Entry): Promise<Sent> => {
      sent.push(key);
      return 'sent';
    };
    expect(await sendWaiting('ann', send)).toBe(true);
    expect(await sendWaiting('ann', send)).toBe(false);
    expect(sent).toEqual(['c', 'a', 'b']);
    expect(waiting.get()).toEqual([]);
  });

  test('stays, with all that follows, while the server is away', async () => {
    for (const [index, key] of ['a', 'b'].entries()) await keepToSend('ann', callOf(key), atMs + index);
    const asked: string[] = [];
    const away = async ({ key }: Entry): Promise<Sent> => {
      asked.push(key);
      return 'later';
    };
    expect(await sendWaiting('ann', away)).toBe(false);
    expect(asked).toEqual(['a']);
    expect(waiting.get().map(({ key }) => key)).toEqual(['a', 'b']);
  });

  test('that is refused keeps its reason, is not sent again, and does not hold up the others', async () => {
    for (const [index, key] of ['a', 'b'].entries()) await keepToSend('ann', callOf(key), atMs + index);
    const asked: string[] = [];
    const send = async ({ key }: Entry): Promise<Sent> => {
      asked.push(key);
      return key === 'a' ? { refusal: 'There is no such activity.' } : 'sent';
    };
    await sendWaiting('ann', send);
    await sendWaiting('ann', send);
    expect(asked).toEqual(['a', 'b']);
    expect(waiting.get()).toMatchObject([{ key: 'a', refusal: 'There is no such activity.' }]);
  });

  test('is its own user’s alone', async () => {
    await keepToSend('ann', callOf('a'), atMs);
    expect(await sendWaiting('bea', async () => 'sent')).toBe(false);
    expect(await readWaiting('ann')).toHaveLength(1);
  });

  test('goes with the account of its user', async () => {
    await keepToSend('ann', callOf('a'), atMs);
    await keepToSend('bea', callOf('b'), atMs);
    await forgetEntriesOf('ann');
    expect(await readWaiting('ann')).toEqual([]);
    expect(await readWaiting('bea')).toHaveLength(1);
  });

  test('is replaced by a later press with its key, also while the earlier one is on its way', async () => {
    await keepToSend('ann', callOf('like'), atMs);
    await sendWaiting('ann', async () => {
      await keepToSend('ann', { ...callOf('like'), method: 'DELETE' }, atMs + 1);
      return 'sent';
    });
    expect(await readWaiting('ann')).toMatchObject([{ key: 'like', method: 'DELETE' }]);
  });
});

describe('a call', () => {
  const like = {
    user: '019a0000-0000-7000-8000-000000000001',
    parent: '019a0000-0000-7000-8000-000000000002',
  };
  const asLike = { key: 'like', words: 'Your like' };

  test('that finds no server is kept as it would have been sent', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await callOrKeep(likes.create, { body: like }, asLike)).toBeNull();
    expect(await callOrKeep(likes.remove, { query: like }, asLike)).toBeNull();
    expect(await readWaiting('ann')).toMatchObject([
      { method: 'DELETE', url: `/api/likes?user=${like.user}&parent=${like.parent}`, words: 'Your like' },
    ]);
  });

  test('that is refused, and one of nobody, is not kept', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
    const message = { ...like, message: 'Strong' };
    await expect(callOrKeep(comments.create, { body: message }, asLike)).rejects.toMatchObject({
      status: 404,
    });
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    actAs(null);
    await expect(callOrKeep(comments.create, { body: message }, asLike)).rejects.toThrow("can't be reached");
    expect(await readWaiting('ann')).toEqual([]);
  });
});
