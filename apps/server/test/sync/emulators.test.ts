import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageOf, readAnswers } from './documented-answers.ts';
import { EmulatedIntervals } from './emulated-intervals.ts';
import { EmulatedLogbook } from './emulated-logbook.ts';

const nowMs = Date.parse('2026-08-31T12:00:00Z');

test.each(['logbook', 'intervals'] as const)(
  'the page of the answers of %s names each with its source',
  (service) => {
    const page = readFileSync(new URL(`./answers/${service}.md`, import.meta.url), 'utf8');
    expect(page).toBe(pageOf(service));
  },
);

describe('the emulated Logbook refuses what the real one refuses', () => {
  const logbook = new EmulatedLogbook(() => nowMs);
  const { answers } = readAnswers('logbook');
  /** The answer is as it was recorded. */
  const result = {
    type: 'rower',
    date: '2026-08-31 10:00:00',
    timezone: 'America/New_York',
    distance: 935,
    time: 2_548,
    weight_class: 'H',
    workout_type: 'VariableInterval',
  };
  let token = '';
  beforeAll(() => logbook.listen());
  afterAll(() => logbook.close());
  beforeEach(() => {
    logbook.results = [];
    token = logbook.personalToken(7);
  });

  async function call(method: string, path: string, body?: object, as = token) {
    const response = await fetch(`${logbook.origin}/api/users/me${path}`, {
      method,
      headers: {
        accept: 'application/vnd.c2logbook.v1+json',
        authorization: `Bearer ${as}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  }
  const add = (more: object = {}) => call('POST', '/results', { ...result, ...more });

  test('a token that is not valid', async () => {
    const { status, body } = answers['unauthorized'] ?? {};
    expect(await call('GET', '', undefined, 'none')).toEqual({ status, body });
  });

  test('a result with the second, time and distance of another, with its number', async () => {
    expect((await add()).status).toBe(201);
    expect(await add()).toEqual({
      status: 409,
      body: { message: 'Duplicate Result', id: 80_000, status: 409 },
    });
    expect((await add({ date: '2026-08-31 10:00:30' })).status).toBe(201);
    expect((await add({ time: 2_549 })).status).toBe(201);
  });

  test.each([
    [
      'three days ahead',
      { date: '2026-09-03 12:00:00' },
      { date: ['The date of the workout is too far in the future.'] },
    ],
    [
      'without a weight class',
      { weight_class: undefined },
      { weight_class: ['The weight class field is required.'] },
    ],
    ['with a decimal', { time: 254.8 }, { time: [expect.any(String)] }],
    ['with a field that it does not have', { power: 200 }, { workout: [expect.any(String)] }],
  ])('a result %s', async (_, more, errors) => {
    const message = 'Could not create new result.';
    expect(await add(more)).toEqual({ status: 422, body: { message, status_code: 422, errors } });
    expect(logbook.results).toEqual([]);
  });

  test('a result of two days ahead is stored', async () => {
    expect((await add({ date: '2026-09-02 10:00:00' })).status).toBe(201);
  });

  test('strokes in a change, a change to the values of another result, and a change of no result', async () => {
    await add();
    await add({ time: 2_549 });
    const strokes = { stroke_data: [{ t: 10, d: 20 }] };
    expect((await call('PATCH', '/results/80000', strokes)).status).toBe(422);
    expect((await call('PATCH', '/results/80001', { time: 2_548 })).body).toMatchObject({ id: 80_000 });
    expect((await call('PATCH', '/results/5', { comments: 'x' })).status).toBe(404);
    expect((await call('PATCH', '/results/80000', { comments: 'x' })).status).toBe(200);
  });

  test('strokes of a result without, another method, and a scope that the token does not have', async () => {
    await add();
    expect(await call('GET', '/results/80000/strokes')).toMatchObject({ status: 404 });
    expect((await call('PUT', '/results/80000', result)).status).toBe(405);
    const reading = logbook.personalToken(7, 'results:read');
    expect((await call('POST', '/results', result, reading)).status).toBe(403);
  });

  test('a refresh token that was used', async () => {
    const url = new URL(`${logbook.origin}/oauth/authorize`);
    const redirect_uri = 'https://rows.example/back';
    url.search = new URLSearchParams({
      client_id: logbook.client.id,
      response_type: 'code',
      redirect_uri,
      state: 's',
      scope: 'results:read',
    }).toString();
    const code = logbook.logIn(url.href, 7).searchParams.get('code') ?? '';
    const grant = async (more: Record<string, string>) => {
      const client = { client_id: logbook.client.id, client_secret: logbook.client.secret };
      const body = new URLSearchParams({ ...client, scope: 'results:read', ...more });
      const response = await fetch(`${logbook.origin}/oauth/access_token`, { method: 'POST', body });
      const answer: unknown = await response.json();
      return { status: response.status, body: answer };
    };
    const { body } = await grant({ grant_type: 'authorization_code', code, redirect_uri });
    const refresh = {
      grant_type: 'refresh_token',
      refresh_token: String(Reflect.get(Object(body), 'refresh_token')),
    };
    expect((await grant(refresh)).status).toBe(200);
    const { status, body: refused } = answers['badRefresh'] ?? {};
    expect(await grant(refresh)).toEqual({ status, body: refused });
  });
});

describe('the emulated intervals.icu refuses what the real one refuses', () => {
  const intervals = new EmulatedIntervals();
  beforeAll(() => intervals.listen());
  afterAll(() => intervals.close());
  beforeEach(() => {
    intervals.athletes.set('key', { id: 'i7', name: 'Ann A.' });
    intervals.activities = [];
    intervals.requests.length = 0;
  });
  const basic = (user: string, key: string) => `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;
  const call = (method: string, path: string, authorization: string | null, body?: FormData) =>
    fetch(`${intervals.origin}/api/v1/athlete${path}`, {
      method,
      headers: authorization === null ? {} : { authorization },
      ...(body === undefined ? {} : { body }),
    });
  const own = basic('API_KEY', 'key');
  const upload = (text: string, path = '/i7/activities?external_id=a') => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'row.fit');
    return call('POST', path, own, form);
  };
  const fit = '\x0e\x20\x00\x00\x00\x00\x00\x00.FIT';

  test.each([
    ['no key', null, '/0', 401],
    ['a key as a Bearer token', 'Bearer key', '/0', 403],
    ['another user than API_KEY', basic('ann', 'key'), '/0', 401],
    ['another athlete', own, '/i8', 403],
    ['a list without its oldest day', own, '/i7/activities', 422],
    ['an address that it does not have', own, '/i7/rows', 404],
  ])('%s', async (_, authorization, path, status) => {
    expect((await call('GET', path, authorization)).status).toBe(status);
  });

  test("a file that isn't a workout, a method that it does not have, and a repeated upload", async () => {
    expect((await upload('no workout')).status).toBe(422);
    expect((await call('PUT', '/i7/activities', own)).status).toBe(405);
    const [first, again] = [await upload(fit), await upload(fit)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(intervals.activities).toHaveLength(1);
  });

  test('more calls than a key has in a quarter of an hour', async () => {
    intervals.requests.length = 2_500;
    const refused = await call('GET', '/0', own);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
  });
});
