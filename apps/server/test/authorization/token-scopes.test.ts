import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api } from '@boathouse/contract/api';
import { scopesOfCalls, type CallScope } from '@boathouse/contract/auth/scopes';
import { tokens, tokenScopes, type TokenScope } from '@boathouse/contract/auth/tokens';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { liveEvents, RefusalSchema } from '@boathouse/contract/live';
import { encodeSample } from '@boathouse/contract/live/messages';
import { users } from '../../src/db/tables.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { usePglite } from '../support/databases.ts';
import { liveSample } from '../support/live-sample.ts';
import type { Person } from '../support/test-app.ts';
import { TestPage } from '../support/test-page.ts';
import { useAuthorizationFixture } from './authorization-fixture.ts';
import { liveMatrix } from './matrix.ts';
import { wellFormedCalls } from './well-formed-calls.ts';
import { nowMs } from '../support/now.ts';

const calls = Object.entries(api).flatMap(([noun, named]) =>
  Object.entries<Endpoint>(named).map(([name, endpoint]): [string, Endpoint] => [
    `${noun}.${name}`,
    endpoint,
  ]),
);
const scopes = new Map<string, CallScope>(
  Object.entries(scopesOfCalls).flatMap(([noun, named]) =>
    Object.entries<CallScope>(named).map(([name, scope]): [string, CallScope] => [`${noun}.${name}`, scope]),
  ),
);

describe('access tokens', () => {
  const database = usePglite();
  const fixture = useAuthorizationFixture(database);
  /** Tokens of Sol Self, by scope; and of an administrator, with all scopes. */
  let ofSelf: Record<TokenScope, Person>;
  let ofAdministrator: Person;

  const tokenOf = async (owner: Person, ofScopes: readonly TokenScope[]): Promise<Person> => {
    const body = { name: 'Program', scopes: ofScopes, password: 'a good password' };
    const answer = await fixture.app().call('POST', '/api/tokens', { as: owner, body });
    return { ...owner, token: tokens.create.response.parse(answer.body).token };
  };

  beforeAll(async () => {
    const { self, administrator } = fixture.people();
    ofSelf = {
      read: await tokenOf(self, ['read']),
      write: await tokenOf(self, ['write']),
      host: await tokenOf(self, ['host']),
    };
    ofAdministrator = await tokenOf(administrator, tokenScopes);
  });

  /** Whether the token may make the call, regardless of the call's other faults. */
  async function outcomeOf(endpoint: Endpoint, as: Person): Promise<'allowed' | 'refused' | 'not found'> {
    const known = await wellFormedCalls(fixture);
    const { params, query, body } = known[`${endpoint.method} ${endpoint.path}`] ?? {};
    const inPath: Record<string, string> = { id: as.user._id, ...params };
    const path = endpoint.path.replaceAll(/:([a-zA-Z]+)/g, (_, key: string) => inPath[key] ?? randomUUID());
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const answer = await fixture.app().call(endpoint.method, `/api${path}${search}`, {
      as,
      ...(endpoint.method === 'GET' ? {} : { body: body ?? {} }),
    });
    expect(answer.status).not.toBe(401);
    expect(answer.status).toBeLessThan(500);
    const { code } = Object(answer.body);
    if (code === 'insufficient_scope') return 'refused';
    return endpoint.auth === 'administrator' && code === 'not_found' ? 'not found' : 'allowed';
  }

  test.for(calls)('[API-AUTHZ] %s is made by tokens of its scope alone', async ([key, endpoint]) => {
    const needed = scopes.get(key);
    const expected = (scope: TokenScope) =>
      endpoint.auth === 'administrator'
        ? 'not found'
        : needed === scope || needed === 'any' || needed === 'public'
          ? 'allowed'
          : 'refused';
    for (const scope of tokenScopes) {
      expect({ [scope]: await outcomeOf(endpoint, ofSelf[scope]) }).toEqual({ [scope]: expected(scope) });
    }
  });

  test('[API-AUTHZ] never have the rights of an administrator', async () => {
    for (const [, endpoint] of calls.filter(([, { auth }]) => auth === 'administrator')) {
      expect(await outcomeOf(endpoint, ofAdministrator)).toBe('not found');
    }
  });

  test('[API-AUTHZ] that may write but not host do not affect the activities of others', async () => {
    const { host } = fixture.people();
    const [writer, both] = [await tokenOf(host, ['write']), await tokenOf(host, ['write', 'host'])];
    const discard = async (as: Person) => {
      const activity = await fixture.activityIn('staleLink', null);
      return fixture.app().call('DELETE', `/api/activities/${activity}`, { as });
    };
    expect(await discard(writer)).toMatchObject({ status: 403, body: { code: 'not_the_caller' } });
    expect((await discard(both)).status).toBe(200);
    const reopen = async (as: Person) => {
      await fixture.forgetActivities();
      const activity = await buildActivity(fixture.db(), {
        userId: fixture.people().self.user._id,
        sessionId: await fixture.sessionOf('link', null),
        completedAt: new Date(nowMs()),
      });
      return fixture.app().call('POST', `/api/activities/${activity}/reopen`, { as });
    };
    expect(await reopen(writer)).toMatchObject({ status: 403, body: { code: 'not_the_caller' } });
    expect((await reopen(both)).status).toBe(200);
  });

  test('[API-AUTHZ] of a locked user are not callers', async () => {
    const owner = await fixture.app().signUp('Lea Locked');
    const as = await tokenOf(owner, ['read']);
    await fixture
      .db()
      .update(users)
      .set({ lockedAt: new Date(nowMs()) })
      .where(eq(users.id, owner.user._id));
    expect((await fixture.app().call('GET', '/api/tokens/current', { as })).status).toBe(401);
  });

  describe('on the live channel', () => {
    const pages: TestPage[] = [];
    afterEach(() => {
      for (const page of pages.splice(0)) page.close();
    });
    const open = async (as: Person) => {
      const page = await TestPage.open(fixture.address(), { as });
      pages.push(page);
      return page;
    };
    const sent = Object.entries(liveMatrix)
      .filter(([, { sender }]) => sender === 'page')
      .map(([name]) => name);
    /** The events that a token may send, by its scope; the others are only for logins. */
    const eventScopes: Record<string, TokenScope> = {
      joinRoom: 'read',
      leaveRoom: 'read',
      keyframeRequest: 'read',
      clockAsk: 'read',
      ergAsk: 'read',
      sample: 'write',
      memberState: 'write',
      monitorReport: 'write',
      nudge: 'host',
      setMonitors: 'host',
    };
    const namesOf = new Map<string, string>(Object.entries(liveEvents));

    test('[API-AUTHZ] connect only with the scope to read', async () => {
      await expect(open(ofSelf.write)).rejects.toThrow('insufficient_scope');
      await expect(open(ofSelf.host)).rejects.toThrow('insufficient_scope');
      expect((await open(ofSelf.read)).socket.connected).toBe(true);
    });

    test('[API-AUTHZ] send the events of their scopes', async () => {
      const { self } = fixture.people();
      for (const scope of tokenScopes) {
        const page = await open(await tokenOf(self, [...new Set<TokenScope>(['read', scope])]));
        for (const name of sent) {
          const outcome = await page.outcomeOf(namesOf.get(name) ?? '', { not: 'a message' });
          const isAllowed = eventScopes[name] === 'read' || eventScopes[name] === scope;
          // An allowed event is read, and does not fit its schema.
          expect({ [name]: outcome, scope }).toEqual({
            [name]: isAllowed ? 'bad_message' : 'not_allowed',
            scope,
          });
        }
      }
    });

    test('[API-AUTHZ] send packed samples only with the scope to write', async () => {
      const { self } = fixture.people();
      const room = await fixture.sessionOf('link', self);
      await fixture.forgetActivities();
      const activity = await buildActivity(fixture.db(), { userId: self.user._id, sessionId: room });
      const bytes = encodeSample({ activity, acknowledged: null, sample: liveSample(1) });
      const reader = await open(ofSelf.read);
      await reader.ask(liveEvents.joinRoom, { user: self.user._id, room });
      const refused = reader.next(liveEvents.refused);
      reader.sendPacked(bytes);
      expect(RefusalSchema.parse(await refused).code).toBe('not_allowed');
      const writer = await open(await tokenOf(self, ['read', 'write']));
      await writer.ask(liveEvents.joinRoom, { user: self.user._id, room });
      const shown = reader.nextFrame(({ rows }) => rows.some((row) => row.activity === activity));
      writer.sendPacked(bytes);
      await shown;
    });
  });
});
