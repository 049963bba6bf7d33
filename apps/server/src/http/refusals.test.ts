import { beforeAll, describe, expect, test } from 'vitest';
import { actingLoginHeader } from '@boathouse/contract/endpoint';
import { buildActivity } from '../features/training/activities/factory.ts';
import { buildSession } from '../features/sessions/sessions/factory.ts';
import { usePglite } from '../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../test/support/test-app.ts';

const database = usePglite();
const app = useTestApp(database);

const nobodysId = '019a0000-0000-7000-8000-000000000000';
let ann: Person;
let ben: Person;

beforeAll(async () => {
  ann = await app().signUp('Ann');
  ben = await app().signUp('Ben');
});

const newSession = () => ({
  title: 'Steady state',
  hostUser: ann.user._id,
  startAt: '2026-05-01T06:00:00Z',
  isAccessibleByLink: true,
  workoutItems: ['10000m'],
});

describe('a 404', () => {
  const anonymised = ({ status, body }: Answer) => ({ status, body: { ...Object(body), errorId: '' } });

  test('[SESS-11] is the same for a session that does not exist and for one that the caller may not read', async () => {
    const sessionId = await buildSession(database().db, {
      hostUserId: ben.user._id,
      isAccessibleByLink: false,
    });
    for (const suffix of ['', '/activities']) {
      const forbidden = await app().call('GET', `/api/sessions/${sessionId}${suffix}`, { as: ann });
      const missing = await app().call('GET', `/api/sessions/${nobodysId}${suffix}`, { as: ann });
      expect(problemOf(forbidden)).toEqual({ status: 404, code: 'not_found', fields: undefined });
      expect(anonymised(forbidden)).toEqual(anonymised(missing));
    }
    const begin = (session: string) =>
      app().call('POST', '/api/activities', {
        as: ann,
        body: { user: ann.user._id, session, workoutItemIndex: 0 },
      });
    expect(anonymised(await begin(sessionId))).toEqual(anonymised(await begin(nobodysId)));
  });

  test('[SESS-11] is the same for an activity that does not exist and for one of an unreadable session', async () => {
    const sessionId = await buildSession(database().db, {
      hostUserId: ben.user._id,
      isAccessibleByLink: false,
    });
    const activity = await buildActivity(database().db, { userId: ben.user._id, sessionId });
    for (const suffix of ['', '/complete']) {
      const patch = (id: string) =>
        app().call('PATCH', `/api/activities/${id}${suffix}`, { as: ann, body: { distance: 1 } });
      const forbidden = await patch(activity);
      expect(problemOf(forbidden)).toMatchObject({ status: 404, code: 'not_found' });
      expect(anonymised(forbidden)).toEqual(anonymised(await patch(nobodysId)));
    }
  });
});

describe('an unknown address', () => {
  test.for(['/api', '/api/', '/api/boats', '/api/v2/users', '/nothing'])(
    'returns 404 at %s',
    async (path) => {
      const answer = await app().call('GET', path, { as: ann });
      expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  test('returns 404 for another method', async () => {
    for (const [method, path] of [
      ['PUT', '/api/sessions'],
      ['DELETE', `/api/users/${ann.user._id}`],
      ['PATCH', '/api/product'],
    ] as const) {
      expect(problemOf(await app().call(method, path, { as: ann }))).toMatchObject({ status: 404 });
    }
  });
});

describe('the origin of a changing request', () => {
  const ownHost = { host: '127.0.0.1:3000' };
  const schedule = (headers: Record<string, string>) =>
    app().call('POST', '/api/sessions', { as: ann, body: newSession(), headers: { ...ownHost, ...headers } });

  test.for([
    'https://elsewhere.example',
    'http://127.0.0.1:3001',
    'http://127.0.0.1.elsewhere.example:3000',
    'http://localhost:3000',
    'null',
    '',
    'not an origin',
  ])('is refused when it is %j', async (origin) => {
    expect(problemOf(await schedule({ origin }))).toMatchObject({ status: 403, code: 'wrong_origin' });
  });

  test('is accepted when it is our own or absent', async () => {
    expect((await schedule({ origin: 'http://127.0.0.1:3000' })).status).toBe(200);
    expect((await schedule({})).status).toBe(200);
  });

  test('is rejected before any other check, also at the identity provider and for unknown routes', async () => {
    for (const path of ['/api/auth/sign-in/email', '/api/users', '/api/nothing']) {
      const answer = await app().call('POST', path, {
        body: {},
        headers: { ...ownHost, origin: 'https://elsewhere.example' },
      });
      expect(problemOf(answer), path).toMatchObject({ status: 403, code: 'wrong_origin' });
    }
  });

  test('is rejected when it is absent and Sec-Fetch-Site names another site', async () => {
    const answer = await schedule({ 'sec-fetch-site': 'cross-site' });
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'wrong_origin' });
    expect((await schedule({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('does not matter for a reading request', async () => {
    const answer = await app().call('GET', '/api/product', {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a caller who is not signed in', () => {
  test.for(['Bearer nonsense', 'Bearer a%00b', 'Bearer ', 'Basic YTpi', 'Bearer a.b', 'Bearer ü'])(
    'gets 401 with the authorization %j',
    async (authorization) => {
      const answer = await app().call('GET', `/api/users/${ann.user._id}`, { headers: { authorization } });
      expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not_signed_in' });
    },
  );

  test.for(['boathouse.session_token=', 'boathouse.session_token=%00.x', '=;=;', 'a=%E0%A4%A'])(
    'gets 401 with the cookie %j',
    async (cookie) => {
      const answer = await app().call('GET', `/api/users/${ann.user._id}`, { headers: { cookie } });
      expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not_signed_in' });
    },
  );

  test('is also a page that names another login than its cookie has', async () => {
    const read = (login: string) =>
      app().call('GET', `/api/users/${ann.user._id}`, { as: ann, headers: { [actingLoginHeader]: login } });
    expect((await read(ann.uid)).status).toBe(200);
    expect(problemOf(await read('another-login'))).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test('gets 401 before the request is validated', async () => {
    const answer = await app().call('POST', '/api/sessions', {
      body: '{',
      headers: { 'content-type': 'x/y' },
    });
    expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });
});
