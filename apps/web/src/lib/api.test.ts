import { endpoint, urlOf } from '@boathouse/contract/endpoint';
import { product } from '@boathouse/contract/product';
import { users } from '@boathouse/contract/users';
import { sessions } from '@boathouse/contract/sessions';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, callApi, NetworkError, UnexpectedAnswerError } from './api.ts';

const userId = '018f0000-0000-7000-8000-000000000001';

type Sent = { url: string; init: RequestInit };

function answerWith(status: number, body: unknown): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

describe('the address of a call', () => {
  test('fills path parameters, encoded, and writes the query', () => {
    expect(urlOf(users.byUid, { uid: 'a/b c' }, undefined)).toBe('/api/users/uid/a%2Fb%20c');
    expect(urlOf(sessions.ofUser, { id: userId }, { year: '2025', month: '11', day: undefined })).toBe(
      `/api/sessions/user/${userId}?year=2025&month=11`,
    );
  });

  test('throws when a path parameter is missing', () => {
    expect(() => urlOf(users.byUid, {}, undefined)).toThrow('needs the parameter uid');
  });
});

describe('callApi', () => {
  test('sends a JSON body to our own origin with the cookie, and returns the parsed response', async () => {
    const me = {
      _id: userId,
      uid: 'u1',
      displayName: 'Mara',
      iconURL: null,
      bannerURL: null,
      createdAt: '2025-01-01T00:00:00.000Z',
      colorTheme: 'Dark',
      themeColor: 1,
      tintColor: 0,
      trainingPartner: null,
      visibility: 'everyone',
    };
    const sent = answerWith(200, { ...me, unknownField: 1 });
    await expect(
      callApi(users.setThemeColor, { params: { id: userId }, body: { themeColor: 1 } }),
    ).resolves.toEqual(me);
    expect(sent[0]?.url).toBe(`/api/users/${userId}/themeColor`);
    expect(sent[0]?.init).toMatchObject({
      method: 'PATCH',
      credentials: 'same-origin',
      body: '{"themeColor":1}',
    });
  });

  test('throws status, code, message, fields and errorId of a problem', async () => {
    answerWith(400, {
      code: 'bad_request',
      message: 'The title is too long',
      errorId: 'e-17',
      fields: [{ field: 'title', message: 'Too long' }],
    });
    const error: unknown = await callApi(product.read).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'bad_request',
      message: 'The title is too long',
      errorId: 'e-17',
      fields: [{ field: 'title', message: 'Too long' }],
    });
  });

  test('throws a message with the status when the error is a page of a proxy', async () => {
    answerWith(502, '<html>Bad gateway</html>');
    await expect(callApi(product.read)).rejects.toMatchObject({
      status: 502,
      code: 'unknown',
      errorId: null,
    });
  });

  test('throws a plain message if there is no response', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const error: unknown = await callApi(product.read).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      message: "The server can't be reached. Check your connection and try again.",
    });
  });

  test('rethrows an abort unchanged', async () => {
    const controller = new AbortController();
    vi.stubGlobal('fetch', async () => {
      controller.abort();
      throw controller.signal.reason;
    });
    const error: unknown = await callApi(product.read, {}, { signal: controller.signal }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'AbortError' });
  });

  test('fails a call with a time limit that gets no response, and ignores a response after it', async () => {
    vi.useFakeTimers();
    try {
      const late = Promise.withResolvers<Response>();
      const signals: (AbortSignal | null | undefined)[] = [];
      vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
        signals.push(signal);
        return late.promise;
      });
      const call = callApi(product.read, {}, { withinMs: 5_000 });
      const failed = expect(call).rejects.toBeInstanceOf(NetworkError);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(signals[0]?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await failed;
      expect(signals[0]?.aborted).toBe(true);
      late.resolve(new Response('{}'));
      await vi.advanceTimersByTimeAsync(1);
      await expect(call).rejects.toBeInstanceOf(NetworkError);
    } finally {
      vi.useRealTimers();
    }
  });

  test('rejects a response that does not match the contract', async () => {
    answerWith(200, { name: 'Boathouse' });
    await expect(callApi(product.read)).rejects.toBeInstanceOf(UnexpectedAnswerError);
  });

  test('returns null for an empty response', async () => {
    answerWith(200, '');
    await expect(callApi(users.byUid, { params: { uid: 'u1' } })).resolves.toBeNull();
  });

  test('names the call of an unexpected response', async () => {
    const odd = endpoint({
      method: 'GET',
      path: '/odd',
      summary: '',
      auth: 'public',
      response: product.read.response,
    });
    answerWith(200, 3);
    await expect(callApi(odd)).rejects.toMatchObject({ cause: expect.stringContaining('GET /odd') });
  });
});
