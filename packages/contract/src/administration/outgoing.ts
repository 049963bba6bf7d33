import * as z from 'zod/mini';
import { proofShape } from '../auth/credentials.ts';
import { endpoint } from '../endpoint.ts';
import { IdSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/** The last two are uploads to a connected service and the import of new results from it. */
export const outgoingKinds = ['mail', 'push', 'webhook', 'intervals', 'logbook'] as const;
export type OutgoingKind = (typeof outgoingKinds)[number];

const KindSchema = z.enum(outgoingKinds);

const DestinationSchema = z.object({
  kind: KindSchema,
  /** The mail server, or the origin of a push service, webhook or connected service. */
  name: z.string(),
  waiting: z.int(),
  failingSince: TimeSchema,
  problem: z.nullable(z.string()),
  /** When the next attempt is; null for now. */
  pausedUntil: z.nullable(TimeSchema),
});

const GivenUpSchema = z.object({
  _id: IdSchema,
  kind: KindSchema,
  destination: z.string(),
  /** The recipient; null for an address without a profile, and for a club. */
  user: z.nullable(z.string()),
  /** The club of the webhook. */
  club: z.nullable(z.string()),
  createdAt: TimeSchema,
  givenUpAt: TimeSchema,
  attempts: z.int(),
  problem: z.nullable(z.string()),
  /** False for a link that has ended. */
  canRetry: z.boolean(),
});
export type GivenUpMessage = z.infer<typeof GivenUpSchema>;

const OutgoingSchema = z.object({
  /** The server's clock. */
  at: TimeSchema,
  waiting: z.array(
    z.object({
      kind: KindSchema,
      count: z.int(),
      /** Since when the oldest message has waited. */ oldestAt: TimeSchema,
    }),
  ),
  /** Recipients that could not be reached in the last attempts. */
  failing: z.array(DestinationSchema),
  givenUp: z.object({
    count: z.int(),
    /** The newest. */
    messages: z.array(GivenUpSchema),
  }),
});
export type Outgoing = z.infer<typeof OutgoingSchema>;

const ChosenSchema = z.strictObject({
  messages: z.array(IdSchema).check(z.minLength(1), z.maxLength(limits.outgoingShown)),
  ...proofShape,
});

/** Outgoing messages that wait on the server, for its administrators. */
export const outgoing = {
  state: endpoint({
    method: 'GET',
    path: '/administration/outgoing',
    summary: `Mails, push messages, webhooks and exchanges with connected services that wait, destinations that fail, and the newest ${limits.outgoingShown} messages that were given up`,
    auth: 'administrator',
    response: OutgoingSchema,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/administration/outgoing/retry',
    summary: 'Send messages again that were given up. Those that can no longer be sent stay',
    auth: 'administrator',
    proof: 'fresh',
    body: ChosenSchema,
    response: OutgoingSchema,
  }),
  discard: endpoint({
    method: 'POST',
    path: '/administration/outgoing/discard',
    summary: 'Delete messages that were given up. Idempotent',
    auth: 'administrator',
    proof: 'fresh',
    body: ChosenSchema,
    response: OutgoingSchema,
  }),
};
