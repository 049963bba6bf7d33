import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { api } from '@boathouse/contract/api';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { hourlyQuotas } from '@boathouse/contract/limits';
import { buildClub } from '../features/clubs/clubs/factory.ts';
import { usePglite } from '../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer, type Person } from '../../test/support/test-app.ts';
import { TestLogins } from '../../test/support/test-logins.ts';
import { nowMs } from '../../test/support/now.ts';
import { limitRates, usualRateLimits, type RateLimits } from './rate-limits.ts';
import { RefusedConnections } from './refused-connections.ts';

const database = usePglite();
const rates: RateLimits = {
  ...usualRateLimits,
  windowMs: 600_000,
  perUser: 5,
  perAddress: 3,
  pagesPerUser: 4,
  pagesPerAddress: 2,
  filesPerAddress: 6,
};
const limited = useTestApp(database, { limits: { rates } });
const wide = useTestApp(database, {
  limits: { rates: { ...usualRateLimits, windowMs: 1, perUser: 1e9, perAddress: 1e9 } },
});
const logins = new TestLogins(wide);

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
  vi.setSystemTime(nowMs() + rates.windowMs);
  expect((await read(ann)).status).toBe(200);
});

test('requests without a login are counted by address', async () => {
  const read = (from: string) => limited().call('GET', '/api/product', { from });
  for (let count = 0; count < rates.perAddress; count += 1) await read('10.1.1.1');
  expect(problemOf(await read('10.1.1.1'))).toEqual(refusal);
  expect((await read('10.1.1.2')).status).toBe(200);
});

test('health checks are not counted', async () => {
  for (let count = 0; count < 10; count += 1) {
    for (const path of ['/livez', '/readyz']) {
      expect((await limited().call('GET', path, { from: '10.1.1.3' })).status, path).toBe(200);
    }
  }
});

test('files are counted by address', async () => {
  const read = (from: string) => limited().call('GET', '/files/usericons/none.webp', { from });
  for (let count = 0; count < rates.filesPerAddress; count += 1) await read('10.1.1.4');
  expect(problemOf(await read('10.1.1.4'))).toEqual(refusal);
  expect((await read('10.1.1.5')).status).toBe(404);
});

test('pages are counted by user, and by address without a login', async () => {
  const { cookie } = await logins.signUp('pages@athletes.example');
  const read = (headers: Record<string, string>) =>
    limited().call('GET', '/dashboard', { from: '10.1.1.6', headers: { accept: 'text/html', ...headers } });
  for (const headers of [{}, { cookie: 'theme=dark' }]) expect((await read(headers)).status).toBe(404);
  expect(problemOf(await read({ cookie: 'boathouse.session_token=unknown' }))).toEqual(refusal);
  for (let count = 0; count < rates.pagesPerUser; count += 1) {
    expect((await read({ cookie })).status).toBe(404);
  }
  expect(problemOf(await read({ cookie }))).toEqual(refusal);
});

describe('another spelling of an address', () => {
  test.each(['/%61pi/thing', '/ap%69/thing', '/api/%74hing', '/api/thing?a=%61', 'http://x/api/thing'])(
    'counts as the same route: %s',
    async (url) => {
      const app = fastify();
      onTestFinished(() => app.close());
      app.decorateRequest('caller', null);
      await limitRates(app, {
        limits: rates,
        counts: null,
        addressKey: (address) => address,
        refused: new RefusedConnections(rates.refusals),
      });
      app.get('/api/thing', () => 'thing');
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      const statuses: number[] = [];
      for (let count = 0; count <= rates.perAddress; count += 1) {
        statuses.push((await send(address, count === 0 ? '/api/thing' : url)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    },
  );

  test('is refused by the app', async () => {
    const address = await wide().listen();
    for (const path of ['/%61pi/product', 'http://row.example/api/product', '*']) {
      expect(await send(address, path), path).toMatchObject({
        status: 400,
        type: 'application/problem+json',
        body: expect.stringContaining('"code":"bad_request"'),
      });
    }
  });

  test('with two slashes is not a call of the API, and is counted as a page', async () => {
    const read = () => limited().call('GET', '//api/product', { from: '10.1.1.7' });
    for (let count = 0; count < rates.pagesPerAddress; count += 1) expect((await read()).status).toBe(404);
    expect(problemOf(await read())).toEqual(refusal);
  });
});

/** Sends a request with this target, which no other client uses. */
async function send(address: string, path: string) {
  const { hostname, port } = new URL(address);
  const sent = request({ hostname, port, path, headers: { connection: 'close' } }).end();
  const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(sent, 'response'));
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'],
    body: await text(response),
  };
}

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
  vi.setSystemTime(nowMs() + 48 * 60_000);
  const answer = await make(ann);
  expect(problemOf(answer)).toEqual(refusal);
  expect(messageOf(answer)).toBe('You can create at most 60 workouts an hour. Try again in 12 minutes.');
  expect(Number(answer.headers['retry-after'])).toBe(12 * 60);
  expect((await make(ben)).status).toBe(200);
  vi.setSystemTime(nowMs() + 12 * 60_000);
  expect((await make(ann)).status).toBe(200);
});

test('a request rejected for its shape or its claims does not count toward the quota', async () => {
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
  // Ending or reopening an activity, ending logins and removing an account create nothing. Others are limited in other
  // ways: one record per login, one board per session, one invitation per club, one calendar address per user, 20
  // tokens per user; webhook tests have their own count, images count by their bytes, and an activity limits its
  // strokes. Sign-in, setup and the codes of guests count their own attempts, even for callers who are not signed in. An import was read
  // before, which has a quota, and administrators' creations have no limit. There is one refusal per athlete and item,
  // as with entered results.
  expect(without.map(([name]) => name).toSorted()).toEqual([
    'account.remove',
    'activities.end',
    'activities.reopen',
    'administration.createInvitation',
    'administration.makeResetLink',
    'administration.sendTestMail',
    'auth.beginPopup',
    'auth.beginSecondFactor',
    'auth.changeEmail',
    'auth.changePassword',
    'auth.confirmSecondFactor',
    'auth.endLogin',
    'auth.endOtherLogins',
    'auth.newRecoveryCodes',
    'auth.removeSecondFactor',
    'auth.requestReset',
    'auth.resetPassword',
    'auth.signIn',
    'auth.signOut',
    'auth.signUp',
    'auth.takeBackEmail',
    'boards.create',
    'calendar.create',
    'devices.logOutEveryone',
    'devices.switchTo',
    'entries.refuse',
    'files.createUpload',
    'files.upload',
    'imports.store',
    'invitations.create',
    'outgoing.discard',
    'outgoing.retry',
    'raceCodes.enter',
    'setUp.check',
    'setUp.finish',
    'setUp.restore',
    'strokes.append',
    'tokens.create',
    'users.create',
    'webhooks.test',
  ]);
});
