import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api } from '@boathouse/contract/api';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { hourlyQuotas } from '@boathouse/contract/limits';
import { buildClub } from '../features/clubs/factory.ts';
import { usePglite } from '../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../test/support/test-app.ts';

const database = usePglite();
const rates = { windowMs: 600_000, perUser: 5, perAddress: 3 };
const limited = useTestApp(database, { limits: { rates } });
const wide = useTestApp(database, { limits: { rates: { windowMs: 1, perUser: 1e9, perAddress: 1e9 } } });

let [ann, ben]: Person[] = [];

beforeAll(async () => {
  ann = await wide().signUp('Ann');
  ben = await wide().signUp('Ben');
});
afterEach(() => {
  vi.useRealTimers();
});

const refusal = { status: 429, code: 'too_many_requests', fields: undefined };
const messageOf = ({ body }: Answer) => ProblemSchema.parse(body).message;

test('requests of a user above the limit get 429 until the window ends, requests of other users do not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const read = (as: Person | undefined) =>
    limited().call('GET', `/api/users/${ann?.user._id}`, { as: as ?? null });
  for (let count = 0; count < rates.perUser; count += 1) expect((await read(ann)).status).toBe(200);
  const answer = await read(ann);
  expect(problemOf(answer)).toEqual(refusal);
  expect(answer.headers['retry-after']).toBe('600');
  expect(messageOf(answer)).toBe('You are sending requests too fast. Try again in 600 seconds.');
  expect((await read(ben)).status).toBe(200);
  vi.setSystemTime(Date.now() + rates.windowMs);
  expect((await read(ann)).status).toBe(200);
});

test('requests without a login are counted by address', async () => {
  const read = (from: string) => limited().call('GET', '/api/product', { from });
  for (let count = 0; count < rates.perAddress; count += 1) await read('10.1.1.1');
  expect(problemOf(await read('10.1.1.1'))).toEqual(refusal);
  expect((await read('10.1.1.2')).status).toBe(200);
});

test('health checks and addresses outside the API are not counted', async () => {
  for (let count = 0; count < 10; count += 1) {
    for (const path of ['/livez', '/readyz', '/files/usericons/none.webp']) {
      expect((await limited().call('GET', path, { from: '10.1.1.3' })).status, path).not.toBe(429);
    }
  }
});

test('chunks of an upload are not counted', async () => {
  const chunk = () =>
    limited().call('PATCH', '/api/files/uploads/019a0000-0000-7000-8000-000000000000', {
      as: ben ?? null,
      body: Buffer.from('x'),
      headers: { 'content-type': 'application/offset+octet-stream' },
    });
  for (let count = 0; count < 10; count += 1) expect((await chunk()).status).toBe(404);
});

test('a quota limits what a user creates per hour, and the refusal has Retry-After', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const make = (as: Person | undefined) =>
    wide().call('POST', '/api/sessions', {
      as: as ?? null,
      body: {
        title: 'Steady state',
        hostUser: as?.user._id,
        startAt: '2026-05-01T06:00:00Z',
        isAccessibleByLink: true,
        workoutItems: ['10000m'],
      },
    });
  for (let count = 0; count < hourlyQuotas.workouts; count += 1) {
    expect((await make(ann)).status).toBe(200);
  }
  vi.setSystemTime(Date.now() + 48 * 60_000);
  const answer = await make(ann);
  expect(problemOf(answer)).toEqual(refusal);
  expect(messageOf(answer)).toBe('You can create at most 60 workouts an hour. Try again in 12 minutes.');
  expect(Number(answer.headers['retry-after'])).toBe(12 * 60);
  expect((await make(ben)).status).toBe(200);
  vi.setSystemTime(Date.now() + 12 * 60_000);
  expect((await make(ann)).status).toBe(200);
});

test('a request rejected for its shape or its claims does not count towards the quota', async () => {
  const club = await buildClub(database().db, { ownerId: ann?.user._id ?? '' });
  const join = (user: string | undefined, clubId: string) =>
    wide().call('POST', '/api/clubmemberships', { as: ben ?? null, body: { user, club: clubId } });
  for (let count = 0; count <= hourlyQuotas.memberships; count += 1) {
    await join(ben?.user._id, 'no id');
    await join(ann?.user._id, club);
  }
  expect((await join(ben?.user._id, club)).status).toBe(200);
});

test('every call that creates rows for a user has a quota', () => {
  const calls = Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
  );
  const without = calls.filter(([, { method, quota }]) => method === 'POST' && quota === undefined);
  // Ending or reopening an activity and removing an account create nothing, one record a login, one board a session, one
  // invitation a club, images
  // count by their bytes, and strokes are bounded by their activity. Sign-in counts its own tries, also of callers who are
  // not signed in.
  expect(without.map(([name]) => name).toSorted()).toEqual([
    'account.remove',
    'activities.end',
    'activities.reopen',
    'auth.beginPopup',
    'auth.changeEmail',
    'auth.changePassword',
    'auth.requestReset',
    'auth.resetPassword',
    'auth.signIn',
    'auth.signOut',
    'auth.signUp',
    'boards.create',
    'files.createUpload',
    'files.upload',
    'invitations.create',
    'strokes.append',
    'users.create',
  ]);
});
