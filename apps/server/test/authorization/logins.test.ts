import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { proofFields } from '@boathouse/contract/auth/proof';
import { scopesOfCalls } from '@boathouse/contract/auth/scopes';
import { onOneDatabase } from '../support/databases.ts';
import { attemptsWith } from './attempts.ts';
import { useAuthorizationFixture, type LoginKind } from './authorization-fixture.ts';
import { callsWithoutProof, contractCalls, loginRows, provedCalls } from './login-matrix.ts';

describe('the proof of each call', () => {
  test('[API-AUTHZ] is in the contract as decided here', () => {
    const inContract = contractCalls.flatMap(([key, { proof }]) =>
      proof === undefined ? [] : [[key, proof]],
    );
    expect(Object.fromEntries(inContract)).toEqual(provedCalls);
  });

  test('[API-AUTHZ] is decided for every changing call that needs a login', () => {
    const reasons = new Map(
      Object.entries(callsWithoutProof).flatMap(([reason, keys]) =>
        keys.map((key) => [key, reason] as const),
      ),
    );
    const undecided = contractCalls
      .filter(([, { method, auth }]) => method !== 'GET' && auth !== 'public')
      .map(([key]) => key)
      .filter((key) => provedCalls[key] === undefined)
      .filter((key) => !reasons.has(key) && !reasons.has(`${key.split('.')[0]}.*`));
    expect(undecided).toEqual([]);
  });

  test.for(contractCalls.filter(([, { proof }]) => proof === 'fresh' || proof === 'password'))(
    '[API-AUTHZ] %s takes its proof in the body',
    ([, { body, proof }]) => {
      const schema = body instanceof z.ZodMiniDefault ? body.def.innerType : body;
      const shape: Record<string, unknown> = schema instanceof z.ZodMiniObject ? schema.def.shape : {};
      const names = proofFields.filter((name) => name in shape);
      // The current password is the proof of a change.
      if (proof === 'password' && 'currentPassword' in shape) expect(names).toEqual(['code']);
      else expect(names).toEqual([...proofFields]);
    },
  );

  test('[API-AUTHZ] are out of reach for access tokens: no such call has a scope', () => {
    const scopes = new Map<string, string>(
      Object.entries<Record<string, string>>(scopesOfCalls).flatMap(([noun, calls]) =>
        Object.entries(calls).map(([name, scope]): [string, string] => [`${noun}.${name}`, scope]),
      ),
    );
    expect(Object.keys(provedCalls).filter((key) => scopes.get(key) !== 'login')).toEqual([]);
  });
});

onOneDatabase('the kind of a login', (database) => {
  const fixture = useAuthorizationFixture(database);
  const attempts = attemptsWith(fixture);
  const kinds: ReadonlyArray<[Exclude<LoginKind, 'usual'>, string]> = [
    ['old', 'older than a proof lasts'],
    ['pin', 'by PIN'],
  ];
  const rows = kinds.flatMap(([kind, words]) => loginRows().map((row) => ({ ...row, kind, words })));

  test.for(rows)(
    '[API-AUTHZ] $key, $situation, with a login $words: $persona gets what is due to it',
    async ({ key, situation, persona, kind, ...expected }) => {
      const wanted = { [persona]: expected[kind] };
      const got = await fixture.withLogins(kind, () =>
        fixture.outcomesOf(key, situation, wanted, attempts[key]),
      );
      expect(got).toEqual(wanted);
    },
  );
});
