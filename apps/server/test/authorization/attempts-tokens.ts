import { tokens } from '@boathouse/contract/auth/tokens';
import type { Person } from '../support/test-app.ts';
import type { Attempts, Fixture } from './authorization-fixture.ts';

/** How each call of access tokens is made, correct except for its caller. */
export function tokensAttempts(fixture: Fixture) {
  const make = (as: Person | null, password = 'a good password') =>
    fixture.app().call('POST', '/api/tokens', { as, body: { name: 'Program', scopes: ['read'], password } });
  return {
    'tokens.list': (as) => fixture.app().call('GET', '/api/tokens', { as }),
    'tokens.create': (as, situation) =>
      make(as, situation === 'withAWrongPassword' ? 'a wrong password' : undefined),
    'tokens.current': (as) => fixture.app().call('GET', '/api/tokens/current', { as }),
    'tokens.end': async (as) => {
      const answer = await fixture.withLogins('usual', () => make(fixture.people().self));
      const { made } = tokens.create.response.parse(answer.body);
      return fixture.app().call('DELETE', `/api/tokens/${made._id}`, { as });
    },
    'tokens.endAll': (as) => fixture.app().call('DELETE', '/api/tokens', { as }),
  } satisfies Attempts<'tokens'>;
}
