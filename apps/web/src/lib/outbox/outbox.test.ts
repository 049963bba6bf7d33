// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { comments, likes } from '@boathouse/contract/comments';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nowMs } from '../../../test/now.ts';
import { createFakeLocks } from '../../../test/rowing/fake-tab-locks.ts';
import { actAs } from '../server/login-state.ts';
import { forgetVersionSkew } from '../server/version-skew.ts';
import { callOrKeep } from './call-or-keep.ts';
import {
  forgetEntriesOf,
  keepToSend,
  readWaiting,
  removeEntry,
  sendWaiting,
  tryAgain,
  waiting,
  type Entry,
  type Sent,
} from './outbox.ts';
import { sendAll } from './send.ts';

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

describe('waiting entries', () => {
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

  test('stays, with all later ones, while the server is unavailable', async () => {
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

  test('an entry that is refused keeps its reason, is not sent again, and does not delay the others', async () => {
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

  test('belongs only to its user', async () => {
    await keepToSend('ann', callOf('a'), atMs);
    expect(await sendWaiting('bea', async () => 'sent')).toBe(false);
    expect(await readWaiting('ann')).toHaveLength(1);
  });

  test('is not sent after it is removed, even while earlier ones are being sent', async () => {
    for (const [index, key] of ['a', 'b', 'c'].entries()) await keepToSend('ann', callOf(key), atMs + index);
    const sent: string[] = [];
    await sendWaiting('ann', async ({ key }) => {
      for (const entry of await readWaiting('ann')) if (entry.key === 'b') await removeEntry(entry);
      sent.push(key);
      return 'sent';
    });
    expect(sent).toEqual(['a', 'c']);
  });

  test('an entry that is refused does not replace a later press', async () => {
    await keepToSend('ann', callOf('like'), atMs);
    await sendWaiting('ann', async () => {
      await keepToSend('ann', { ...callOf('like'), method: 'DELETE' }, atMs + 1);
      return { refusal: 'There is no such activity.' };
    });
    expect(await readWaiting('ann')).toMatchObject([{ method: 'DELETE', refusal: null }]);
  });

  test('is deleted with the account of its user', async () => {
    await keepToSend('ann', callOf('a'), atMs);
    await keepToSend('bea', callOf('b'), atMs);
    await forgetEntriesOf('ann');
    expect(await readWaiting('ann')).toEqual([]);
    expect(await readWaiting('bea')).toHaveLength(1);
  });

  test('is replaced by a later press with its key, even while the earlier one is being sent', async () => {
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
  /** Serves likes. Returns the calls, with the keys of waiting ones. */
  function serveLikes(beforeAnswer = async (_method?: string) => {}): string[] {
    const calls: string[] = [];
    vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
      const key = typeof body === 'string' ? ` ${body.split('"')[3]}` : '';
      await beforeAnswer(method);
      calls.push(`${method}${key}`);
      const headers = { [apiVersionHeader]: String(apiVersion) };
      return Response.json({ count: 0, didLike: false, likers: [] }, { headers });
    });
    return calls;
  }

  test('a call that finds no server is stored as it would have been sent', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await callOrKeep(likes.create, { body: like }, asLike)).toBeNull();
    expect(await callOrKeep(likes.remove, { query: like }, asLike)).toBeNull();
    expect(await readWaiting('ann')).toMatchObject([
      { method: 'DELETE', url: `/api/likes?user=${like.user}&parent=${like.parent}`, words: 'Your like' },
    ]);
  });

  test('a call that reaches the server replaces the queued call with its key', async () => {
    await keepToSend('ann', callOf('like'), atMs);
    await keepToSend('ann', callOf('another'), atMs);
    const sent = serveLikes();
    expect(await callOrKeep(likes.remove, { query: like }, asLike)).not.toBeNull();
    await sendAll('ann');
    expect(sent).toEqual(['DELETE', 'POST another']);
    expect(await readWaiting('ann')).toEqual([]);
  });

  test('a call that finds no server also replaces the queued call with its key', async () => {
    await keepToSend('ann', callOf('like'), atMs);
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await callOrKeep(likes.remove, { query: like }, asLike)).toBeNull();
    expect(await readWaiting('ann')).toMatchObject([{ key: 'like', method: 'DELETE' }]);
  });

  test('waits for a running call with its key, so that the server gets it last', async () => {
    vi.stubGlobal('navigator', { locks: createFakeLocks() });
    await keepToSend('ann', callOf('like'), atMs);
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const asked: Array<string | undefined> = [];
    const sent = serveLikes(async (method) => {
      asked.push(method);
      if (method === 'POST') await isAnswered;
    });
    const sending = sendAll('ann');
    await vi.waitFor(() => expect(asked).toEqual(['POST']));
    const calling = callOrKeep(likes.remove, { query: like }, asLike);
    for (let turn = 0; turn < 10; turn += 1) await readWaiting('ann');
    answer();
    await Promise.all([sending, calling]);
    expect(sent).toEqual(['POST like', 'DELETE']);
    expect(await readWaiting('ann')).toEqual([]);
  });

  test('a call that is refused, and one without a login, is not stored', async () => {
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

describe('with a server of another version', () => {
  const parent = '019a0000-0000-7000-8000-000000000002';
  const comment = (index: number) => ({
    key: `019a0000-0000-7000-8000-00000000001${index}`,
    method: 'POST' as const,
    url: '/api/comments',
    body: { parent, message: `Comment ${index}`, _id: `019a0000-0000-7000-8000-00000000001${index}` },
    words: `Your comment “Comment ${index}”`,
  });
  let stored: unknown[];
  /** Serves comments; an older server does not know the field that makes them idempotent. */
  const serve = (version: number) =>
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      const headers = { [apiVersionHeader]: String(version) };
      if (version < apiVersion) {
        const problem = { code: 'bad_request', message: 'Unknown field: _id', errorId: 'e' };
        return Response.json(problem, { status: 400, headers });
      }
      stored.push(typeof body === 'string' ? JSON.parse(body) : null);
      return Response.json({}, { headers });
    });

  beforeEach(async () => {
    stored = [];
    for (const index of [0, 1]) await keepToSend('ann', comment(index), atMs + index);
  });
  afterEach(() => forgetVersionSkew());

  test('an entry that an older server refuses stays with its text and shows the reason, and a later one accepts each once, in order', async () => {
    serve(apiVersion - 1);
    await sendAll('ann');
    await sendAll('ann');
    expect(waiting.get()).toMatchObject(
      [0, 1].map((index) => ({ ...comment(index), refusal: 'Unknown field: _id.' })),
    );
    serve(apiVersion);
    await sendAll('ann');
    expect(stored).toEqual([]);
    for (const entry of await readWaiting('ann')) await tryAgain(entry);
    await sendAll('ann');
    await sendAll('ann');
    expect(stored).toEqual([comment(0).body, comment(1).body]);
    expect(await readWaiting('ann')).toEqual([]);
  });

  test.each([200, 400])("a proxy's response %i keeps all entries waiting", async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Log in to this network</h1>', { status }));
    expect(await sendAll('ann')).toBe(false);
    expect(waiting.get().map(({ refusal }) => refusal)).toEqual([null, null]);
  });
});
