// @vitest-environment happy-dom
import { api as contract } from '@boathouse/contract/api';
import { clubRoles } from '@boathouse/contract/clubs';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { firstCallsOf, type FirstCall } from '@boathouse/contract/pages/first-calls';
import { act } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type Call, type FakeApi } from '../../test/fake-api.ts';
import { fakeCanvas } from '../../test/fake-canvas.ts';
import { authSession } from '../../test/logins.ts';
import { buildClub, buildPerson, idOf, mara } from '../../test/people.ts';
import { buildActivity, buildSession } from '../../test/sessions/factory.ts';
import { cleanUp, openProduct } from '../../test/signed-in-page.tsx';
import { sampleOf } from '../../test/sample-of.ts';
import { viewerTimeZone } from '../lib/format.ts';
import { routes } from './routes.tsx';

const other = idOf(7);
const ben = buildPerson(8, 'Ben Adler');
const club = buildClub(5, 'Riverside');

/** What the samples of the schemas leave out: data that makes a page call again. */
const bodies: Record<string, unknown> = {
  '/api/auth/get-session': authSession({ id: mara.uid, email: 'mara@example.com', name: mara.displayName }),
  [`/api/users/uid/${mara.uid}`]: mara,
  '/api/users': { count: 1, users: [ben] },
  '/api/clubs/customurl/riverside': club,
  '/api/clubmemberships/ismember': { isMember: true, role: clubRoles.admin },
  [`/api/sessions/user/${mara._id}/next`]: buildSession({
    startAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  }),
  [`/api/sessions/${other}`]: buildSession({ _id: other, club }),
  [`/api/activities/${other}`]: buildActivity({ _id: other, user: ben }),
};

const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));

/** Returns the API's body for a GET, as its schema wants it. */
function bodyOf(path: string): unknown {
  if (path in bodies) return bodies[path];
  const isOf = ({ method, path: pattern }: Endpoint) =>
    method === 'GET' && new RegExp(`^/api${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  // The pattern with the fewest parameters: /users/search before /users/:id.
  const [found] = endpoints
    .filter(isOf)
    .toSorted((one, two) => one.path.split(':').length - two.path.split(':').length);
  if (found === undefined) throw new Error(`No endpoint of the contract is at ${path}`);
  return sampleOf(found.response);
}

function urlsOf(calls: readonly FirstCall[]): string[] {
  return calls.flatMap(({ url, next }) => [url, ...urlsOf(next(bodyOf(url.split('?')[0] ?? '')))]);
}

function patternsOf(found: readonly RouteObject[], above = ''): string[] {
  return found.flatMap((route) => {
    const path = route.path === undefined ? above : `${above}/${route.path}`;
    return route.children ? patternsOf(route.children, path) : [path === '' ? '/' : path];
  });
}

const params: Record<string, string> = {
  userID: other,
  clubURL: 'riverside',
  activityID: other,
  sessionID: other,
  key: 'k'.repeat(43),
};

/** Calls of a page after its first screen, with the reason. */
const later: Record<string, RegExp> = {
  // Plots load after the figures.
  '/activities/:activityID': /\/strokes\?/,
};

let api: FakeApi;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeCanvas();
  api = stubReplies(({ method, path }) =>
    method === 'GET' ? { body: bodyOf(path) } : refusal(400, 'The test only reads.'),
  );
});
afterEach(cleanUp);

/** Queries that change the first calls. With a filter or a page number, a page fetches its list itself. */
const queries: Record<string, string[]> = {
  '/reset': ['?token=secret'],
  '/athletes/:userID/following': ['?show=followers'],
};

const pages = patternsOf(routes)
  // The landing page and an unknown page show nothing of the API; the others are for those who are not signed in.
  .filter((pattern) => !['/', '/*', '/login', '/register'].includes(pattern))
  .flatMap((pattern) => ['', ...(queries[pattern] ?? [])].map((query) => ({ pattern, query })));

describe('the server makes exactly the calls of the first screen', () => {
  test.each(pages)('of $pattern $query', async ({ pattern, query }) => {
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const { year, month, day } = Temporal.Now.plainDateISO();
    const local = { timeZone: viewerTimeZone(), today: { year, month, day } };
    const visit = { params, query: new URLSearchParams(query), local };
    const expected = new Set(urlsOf(firstCallsOf(pattern, visit, true)));
    openProduct(routes, `${path}${query}`);
    const made = () => new Set(api.calls.map(urlOfCall).filter((url) => !later[pattern]?.test(url)));
    const compare = () =>
      expect([...made()].toSorted(), `calls of ${pattern}`).toEqual([...expected].toSorted());
    await vi.waitFor(compare, { timeout: 10_000 });
    for (let turn = 0; turn < 20; turn += 1) await act(async () => {});
    compare();
  });
});

function urlOfCall({ path, query }: Call): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
