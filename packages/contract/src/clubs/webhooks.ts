import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { ProofBodySchema, proofShape } from '../auth/credentials.ts';

/** The event of a delivery: a session of the club has finished, or a test of the address. */
export const webhookEvents = ['session.finished', 'test'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Header of a delivery: `t=` its time in seconds since 1970, `v1=` the HMAC-SHA256 of `<t>.<body>` in hexadecimal. */
export const webhookSignatureHeader = 'boathouse-signature';

const DeliverySchema = z.object({
  _id: IdSchema,
  event: z.enum(webhookEvents),
  /** Title of the session; null for a test, and for a deleted session. */
  title: z.nullable(z.string()),
  createdAt: TimeSchema,
  /** `waiting` will be sent at `nextAt`; `failed` is not sent again. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  triedAt: z.nullable(TimeSchema),
  nextAt: z.nullable(TimeSchema),
  /** Why the last attempt failed; null if it did not. */
  problem: z.nullable(z.string()),
});
export type WebhookDelivery = z.infer<typeof DeliverySchema>;

const WebhookSchema = z.object({
  url: z.nullable(z.string()),
  /** When sending stopped after days of failures. Setting the address, or a test that succeeds, starts it again. */
  stoppedAt: z.optional(z.nullable(TimeSchema)),
  /** The newest first, at most 20. */
  deliveries: z.array(DeliverySchema),
});
export type Webhook = z.infer<typeof WebhookSchema>;

/** A club's webhook sends the results of its finished sessions to another program's address. */
export const webhooks = {
  ofClub: endpoint({
    method: 'GET',
    path: '/clubs/:id/webhook',
    summary:
      "The club's webhook and its last deliveries. Admins and owner only. The key itself is not stored.",
    auth: 'user',
    params: IdParamsSchema,
    response: WebhookSchema,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/clubs/:id/webhook',
    summary:
      'Set the address, and make a new key for signatures, which is returned once. Admins and owner only. Sessions are ' +
      'sent as the caller may read them. 400 for an address that is not https, or in a private network, unless the ' +
      'operator allows these.',
    auth: 'user',
    proof: 'fresh',
    quota: 'webhooks',
    params: IdParamsSchema,
    body: z.strictObject({
      url: z.string().check(z.trim(), z.minLength(1, { error: 'Address is required' }), z.maxLength(500)),
      ...proofShape,
    }),
    response: z.extend(WebhookSchema, { key: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clubs/:id/webhook',
    summary: "Remove the club's webhook with its deliveries. Admins and owner only. Idempotent.",
    auth: 'user',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: WebhookSchema,
  }),
  test: endpoint({
    method: 'POST',
    path: '/clubs/:id/webhook/test',
    summary: 'Send a test to the address now, once. Admins and owner only. 429 after 20 in an hour.',
    auth: 'user',
    params: IdParamsSchema,
    response: WebhookSchema,
  }),
};
