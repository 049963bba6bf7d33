import type { FastifySchema } from 'fastify';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import { ProblemSchema } from '@boathouse/contract/errors';
import { callOf } from './calls.ts';
import { quotaDescription } from '../rate-limits.ts';

/** The response of every refusal. */
export const refusals = {
  '4xx': {
    description: 'Refused',
    content: { 'application/problem+json': { schema: ProblemSchema } },
  },
};

type Description = Pick<FastifySchema, 'summary' | 'description' | 'tags' | 'operationId' | 'security'>;

/** Returns the API document's facts about a call besides its shapes: its name, who may make it, and its quota. */
export function describeCall(endpoint: Endpoint): Description {
  const call = callOf(endpoint);
  const words = [
    ...claimsIn(endpoint),
    ...(call === null ? [] : scopeWords[call.scope]),
    ...proofWords(endpoint),
    ...(endpoint.quota ? [quotaDescription(endpoint.quota)] : []),
  ];
  return {
    summary: endpoint.summary,
    ...(words.length === 0 ? {} : { description: words.join(' ') }),
    ...(call === null ? {} : { operationId: `${call.noun}.${call.name}`, tags: [call.noun] }),
    security: securityOf(endpoint, call?.scope ?? 'login'),
  };
}

const notByPin = 'Not with a login by PIN (403 `pin_login`).';
const minutes = limits.freshSignInMs / 60_000;

/** The proof that a call demands beyond a login, with the codes of its refusals. */
function proofWords({ auth, proof }: Endpoint): string[] {
  if (proof === undefined) return auth === 'administrator' ? [notByPin] : [];
  const code =
    'a `code` where the account has a second factor, unless this login has proved one in that time';
  const orSignIn = `for an account without a password, a sign-in of the last ${minutes} minutes (403 \`sign_in_again\`)`;
  switch (proof) {
    case 'fullLogin':
      return [notByPin];
    case 'fresh':
      return [
        notByPin,
        `Needs the \`password\`, or a sign-in or proof of the last ${minutes} minutes, and ${code} (403 \`proof_needed\`); ${orSignIn}.`,
      ];
    case 'password':
      return [
        notByPin,
        `Needs the password, and ${code.replace('that time', `the last ${minutes} minutes`)} (403 \`proof_needed\` without the code); ${orSignIn}.`,
      ];
  }
}

type Scope = NonNullable<ReturnType<typeof callOf>>['scope'];

const scopeWords: Readonly<Record<Scope, readonly string[]>> = {
  read: ['Access tokens need the scope `read`.'],
  write: ['Access tokens need the scope `write`.'],
  host: ['Access tokens need the scope `host`.'],
  any: ['For access tokens, whatever their scopes.'],
  login: ['Not for access tokens.'],
  public: [],
};

function securityOf({ auth }: Endpoint, scope: Scope) {
  if (auth === 'public') return [];
  const logins = [{ cookie: [] }, { bearer: [] }];
  if (scope === 'login' || auth === 'administrator') return logins;
  return [...logins, { token: scope === 'any' || scope === 'public' ? [] : [scope] }];
}

function claimsIn({ caller = [] }: Endpoint): string[] {
  const fields = caller.map((claim) => `\`${claim.split('.')[1] ?? claim}\``);
  return fields.length === 0 ? [] : [`${fields.join(' and ')} must be the caller's own id.`];
}
