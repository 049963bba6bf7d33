import * as z from 'zod/mini';
import { DoneSchema } from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { UserRefSchema } from '../users.ts';
import { proofShape } from './credentials.ts';

/**
 * The rights of a token: `read` what its owner sees, `write` its owner's activities and their strokes, `host` their
 * sessions, with boards, common starts and workout templates.
 */
export const tokenScopes = ['read', 'write', 'host'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** For how many days a token can be valid, unless it has no end. */
export const tokenDays = [30, 90, 365] as const;
export type TokenDays = (typeof tokenDays)[number];

/** Every token starts with this, so that programs which look for published secrets recognize it. */
export const tokenPrefix = 'boathouse_';

const TokenNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Name is required' }),
    z.maxLength(60, { error: 'Name too long' }),
  );

const ScopesSchema = z.array(z.enum(tokenScopes)).check(
  z.minLength(1, { error: 'Choose at least one right' }),
  z.maxLength(tokenScopes.length),
  z.refine((scopes) => new Set(scopes).size === scopes.length, { error: 'must not repeat' }),
);

const TokenSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: TimeSchema,
  /** The day, in UTC, of its last use; null if it was never used. */
  lastUsedOn: z.nullable(z.iso.date()),
  /** When the token expires; null if it never does. Servers of an earlier version omit it. */
  endsAt: z.optional(z.nullable(TimeSchema)),
});
export type Token = z.infer<typeof TokenSchema>;

/** Access tokens of the caller, for programs. */
export const tokens = {
  list: endpoint({
    method: 'GET',
    path: '/tokens',
    summary: "The caller's access tokens, the newest first",
    auth: 'user',
    proof: 'fullLogin',
    response: z.object({
      /** How the caller proves their identity to make a token, as in `GET /users/:id/deletion`. */
      confirmBy: z.enum(['password', 'signIn']),
      tokens: z.array(TokenSchema),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/tokens',
    summary:
      'Make an access token; returns it once, as only its digest is stored. After `days` it is refused; null, or without ' +
      'it, it has no end. 402 quota_exceeded at 20 tokens.',
    auth: 'user',
    proof: 'password',
    body: z.strictObject({
      name: TokenNameSchema,
      scopes: ScopesSchema,
      days: z._default(z.nullable(z.literal([...tokenDays])), null),
      ...proofShape,
    }),
    response: z.object({ token: z.string(), made: TokenSchema }),
  }),
  current: endpoint({
    method: 'GET',
    path: '/tokens/current',
    summary: 'The token of this request, and its owner; 404 with a login instead of a token',
    auth: 'user',
    response: z.object({ ...TokenSchema.shape, user: UserRefSchema }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/tokens/:id',
    summary: "End one of the caller's tokens, with its live connections",
    auth: 'user',
    proof: 'fullLogin',
    params: IdParamsSchema,
    response: DoneSchema,
  }),
  endAll: endpoint({
    method: 'DELETE',
    path: '/tokens',
    summary: "End all of the caller's tokens. Idempotent.",
    auth: 'user',
    proof: 'fullLogin',
    response: DoneSchema,
  }),
};
