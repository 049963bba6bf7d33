import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

const endpoints: Array<[string, Endpoint]> = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
);

const keysOf = (schema: Endpoint['params']): string[] =>
  schema === undefined
    ? []
    : Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

describe('the contract', () => {
  it('has one record per method and path', () => {
    const addresses = endpoints.map(
      ([, { method, path }]) => `${method} ${path.replaceAll(/:[a-zA-Z]+/g, ':')}`,
    );
    const twice = addresses.filter((address, index) => addresses.indexOf(address) !== index);
    expect(twice).toEqual([]);
  });

  it.each(endpoints)('%s has a schema for exactly the parameters of its path', (_, { path, params }) => {
    const inPath = [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name);
    expect(keysOf(params).toSorted()).toEqual(inPath.toSorted());
  });

  it.each(endpoints)('%s checks only claims that its schemas carry', (_, endpoint) => {
    for (const claim of endpoint.caller ?? []) {
      const [part, name] = claim.split('.');
      const schema = part === 'params' ? endpoint.params : part === 'query' ? endpoint.query : endpoint.body;
      expect(keysOf(schema)).toContain(name);
    }
  });

  // Every id of the specification with which a client names its own user.
  const claimsToBeCaller = ['user', 'requestingUser', 'hostUser', 'follower', 'fromUser', 'sender'];

  it.each(endpoints.filter(([, { method }]) => method !== 'GET'))(
    '[API-AUTHZ] %s checks every id that claims to be the caller, or is a listed exception',
    (name, endpoint) => {
      // A patch repeats the activity's user; the server uses the stored owner.
      const carriedAlong = new Set(['activities.patch', 'activities.complete']);
      if (carriedAlong.has(name)) return;
      // When an admin changes a membership, `user` is its member and `requestingUser` the admin.
      const ofAnother = new Set([
        'clubs.revokeMembership',
        'clubs.makeAdmin',
        'clubs.revokeAdmin',
        'clubs.makeMember',
        // In an administrator's call, `user` is the new owner.
        'administration.handOverClub',
        // In an entry of a race day, `user` is the athlete whom an admin enters.
        'races.addEntry',
        'races.changeEntry',
      ]);
      const claims = claimsToBeCaller.filter((key) => !(ofAnother.has(name) && key === 'user'));
      const present = (['query', 'body'] as const).flatMap((part) =>
        keysOf(endpoint[part])
          .filter((key) => claims.includes(key))
          .map((key) => `${part}.${key}`),
      );
      expect(endpoint.caller ?? []).toEqual(expect.arrayContaining(present));
    },
  );
});
