import * as z from 'zod/mini';
import { ProofBodySchema } from '../auth/credentials.ts';
import { endpoint, FileSchema } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, SecretKeySchema, TimeSchema } from '../ids.ts';

/** A user's private calendar address, for programs that subscribe to it without a login. */
export const calendar = {
  address: endpoint({
    method: 'GET',
    path: '/users/:id/calendar',
    summary: "When the key of the caller's calendar address was made, or null. The key itself is not stored.",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: z.object({ createdAt: z.nullable(TimeSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/users/:id/calendar',
    summary: "Make a key for the caller's calendar address; it replaces the key before",
    auth: 'user',
    proof: 'fresh',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: z.object({ key: SecretKeySchema, createdAt: TimeSchema }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/users/:id/calendar',
    summary: "Switch the caller's calendar address off. Idempotent.",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: z.object({ createdAt: z.null() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/calendars/:key',
    summary:
      'The sessions that the owner of the key may read now, as iCalendar (RFC 5545), or those of one of their clubs; ' +
      'for anyone with the key',
    auth: 'public',
    params: z.strictObject({ key: SecretKeySchema }),
    query: z.strictObject({ club: z.optional(IdSchema) }),
    produces: 'text/calendar; charset=utf-8',
    response: FileSchema,
  }),
};
