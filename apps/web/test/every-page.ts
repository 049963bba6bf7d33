import { api as contract } from '@boathouse/contract/api';
import { clubRoles } from '@boathouse/contract/clubs';
import { races } from '@boathouse/contract/races';
import { raceResults } from '@boathouse/contract/races/results';
import type { Endpoint } from '@boathouse/contract/endpoint';
import type { RouteObject } from 'react-router';
import { authSession } from './logins.ts';
import { buildClub, buildPerson, idOf, mara } from './people.ts';
import { sampleOf } from './sample-of.ts';
import { buildActivity, buildSession } from './sessions/factory.ts';
import { nowMs } from './now.ts';

const other = idOf(7);
const ben = buildPerson(8, 'Ben Adler');
const club = buildClub(5, 'Riverside');
const key = 'k'.repeat(43);

/** Data that the samples of the schemas omit: it makes a page call again. */
const bodies: Record<string, unknown> = {
  '/api/auth/get-session': authSession({ id: mara.uid, email: 'mara@example.com', name: mara.displayName }),
  [`/api/users/uid/${mara.uid}`]: mara,
  '/api/users': { count: 1, users: [ben] },
  '/api/clubs/customurl/riverside': club,
  '/api/clubmemberships/ismember': { isMember: true, role: clubRoles.admin },
  [`/api/sessions/user/${mara._id}/next`]: buildSession({
    startAt: new Date(nowMs() + 24 * 3_600_000).toISOString(),
  }),
  [`/api/sessions/${other}`]: buildSession({ _id: other, club }),
  [`/api/races/events/${other}`]: {
    ...races.byId.response.parse(sampleOf(races.byId.response)),
    timeZone: 'Europe/Berlin',
  },
  [`/api/races/pages/${key}/now`]: {
    ...raceResults.pageNow.response.parse(sampleOf(raceResults.pageNow.response)),
    timeZone: 'Europe/Berlin',
  },
  [`/api/activities/${other}`]: buildActivity({ _id: other, user: ben }),
};

const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));

/** Returns the API's body for a GET, as its schema wants it. */
export function bodyOf(path: string): unknown {
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

function patternsOf(found: readonly RouteObject[], above = ''): string[] {
  return found.flatMap((route) => {
    const path = route.path === undefined ? above : `${above}/${route.path}`;
    return route.children ? patternsOf(route.children, path) : [path === '' ? '/' : path];
  });
}

/** It comes from the addresses of all pages. */
export const params: Record<string, string> = {
  userID: other,
  clubURL: 'riverside',
  activityID: other,
  sessionID: other,
  eventID: other,
  testID: other,
  item: '0',
  key,
};

/** Returns the path of a page with these parameters. */
export function pathOf(pattern: string): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
}

/** Returns the patterns of the pages that show something of the API to a signed-in user. */
export function pagesOf(routes: readonly RouteObject[]): string[] {
  // The landing page and an unknown page load nothing from the API, and a club's own address leads to its first tab;
  // the others are for visitors who are not signed in.
  return patternsOf(routes).filter(
    (pattern) => !['/', '/*', '/clubs/:clubURL', '/login', '/register', '/set-up'].includes(pattern),
  );
}
