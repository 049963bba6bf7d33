import { api } from '@boathouse/contract/api';
import { scopesOfCalls, type CallScope } from '@boathouse/contract/auth/scopes';
import type { Endpoint } from '@boathouse/contract/endpoint';

type Call = { noun: string; name: string; scope: CallScope };

/** The name of each call of the contract, and the scope that it requires of an access token. */
const calls: ReadonlyMap<Endpoint, Call> = new Map(
  Object.entries(api).flatMap(([noun, endpoints]) => {
    const scopes = new Map<string, CallScope>(
      Object.entries<Record<string, CallScope>>(scopesOfCalls).flatMap(([of, each]) =>
        of === noun ? Object.entries(each) : [],
      ),
    );
    return Object.entries<Endpoint>(endpoints).map(([name, endpoint]): [Endpoint, Call] => [
      endpoint,
      { noun, name, scope: scopes.get(name) ?? 'login' },
    ]);
  }),
);

/** Returns null for an endpoint that is not in the contract's list of calls, as in tests. */
export function callOf(endpoint: Endpoint): Call | null {
  return calls.get(endpoint) ?? null;
}
