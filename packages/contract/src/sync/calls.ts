import * as z from 'zod/mini';
import { proofShape } from '../auth/credentials.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { TimeZoneSchema } from '../locale.ts';

/** The services that an athlete's activities can be exchanged with. */
export const syncServices = ['intervals', 'logbook'] as const;
export type SyncService = (typeof syncServices)[number];

/** The services under their own names. */
export const syncServiceNames: Readonly<Record<SyncService, string>> = {
  intervals: 'intervals.icu',
  logbook: 'Concept2 Logbook',
};

/** `loginNeeded`: the service refused the key or token; nothing is exchanged until the athlete gives another one. */
export const connectionStates = ['on', 'loginNeeded'] as const;

/** The Logbook's weight classes of rowers: heavyweight and lightweight. */
export const weightClasses = ['H', 'L'] as const;
export type WeightClass = (typeof weightClasses)[number];

/**
 * The state of an activity at a service. `waiting` will be sent at `nextAt`; `there`: the service already had it;
 * `refused`: the service refused it; `givenUp`: it failed too often. The last two can be retried by hand.
 */
export const uploadStates = ['waiting', 'sent', 'there', 'refused', 'givenUp'] as const;
export type UploadState = (typeof uploadStates)[number];

const ConnectionSchema = z.object({
  state: z.enum(connectionStates),
  /** Whether finished activities are sent. */
  uploads: z.boolean(),
  /** Whether results are fetched; always false for a service that has no results for us. */
  imports: z.boolean(),
  weightClass: z.enum(weightClasses),
  /** The athlete's name at the service. */
  accountName: z.nullable(z.string()),
  /** Whether the athlete logged in at the service, instead of typing a key. */
  isByLogin: z.boolean(),
  connectedAt: TimeSchema,
  succeededAt: z.nullable(TimeSchema),
  /** The last failure, if nothing has succeeded since. */
  failedAt: z.nullable(TimeSchema),
  problem: z.nullable(z.string()),
  /** Whether an import is due or under way. */
  isImporting: z.boolean(),
});
export type SyncConnection = z.infer<typeof ConnectionSchema>;

const UploadSchema = z.object({
  service: z.enum(syncServices),
  activity: z.object({ _id: IdSchema, title: z.string(), createdAt: TimeSchema }),
  state: z.enum(uploadStates),
  attempts: z.int(),
  triedAt: z.nullable(TimeSchema),
  nextAt: z.nullable(TimeSchema),
  /** Why the last try failed, or why the service refused it. */
  problem: z.nullable(z.string()),
});
export type SyncUpload = z.infer<typeof UploadSchema>;

const ServiceSchema = z.object({
  service: z.enum(syncServices),
  /** Whether the operator has registered a client, so that the athlete can log in instead of typing a token. */
  offersLogin: z.boolean(),
  canImport: z.boolean(),
  connection: z.nullable(ConnectionSchema),
});
export type SyncServiceState = z.infer<typeof ServiceSchema>;

const SyncStateSchema = z.object({
  /** The services that the operator offers. */
  services: z.array(ServiceSchema),
  /** The newest first, at most 20. */
  uploads: z.array(UploadSchema),
});
export type SyncState = z.infer<typeof SyncStateSchema>;

const ServiceParamsSchema = z.strictObject({ service: z.enum(syncServices) });

const choices = {
  uploads: z.boolean(),
  imports: z.boolean(),
  weightClass: z._default(z.enum(weightClasses), 'H'),
  /** The athlete's time zone: the Logbook's dates are local times. */
  timeZone: TimeZoneSchema,
};

const KeySchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Key is required' }),
    z.maxLength(2_000, { error: 'Key too long' }),
    z.regex(/^[\x21-\x7e]+$/, { error: 'A key has no spaces and no accents' }),
  );

/** The exchange of the caller's own activities with the services that they have connected. It is off by default. */
export const sync = {
  state: endpoint({
    method: 'GET',
    path: '/sync',
    summary: "The services that can be connected, the caller's connections, and what was sent lately",
    auth: 'user',
    response: SyncStateSchema,
  }),
  ofActivity: endpoint({
    method: 'GET',
    path: '/sync/activities/:id',
    summary: "What became of one of the caller's activities at each service; empty for any other activity",
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(UploadSchema),
  }),
  connect: endpoint({
    method: 'PUT',
    path: '/sync/:service',
    summary:
      'Connect a service with a key of it, which is checked there at once and never returned. 400 key if the service ' +
      'refuses it or does not answer. Finished activities are sent from then on.',
    auth: 'user',
    proof: 'fresh',
    quota: 'syncs',
    params: ServiceParamsSchema,
    body: z.strictObject({ key: KeySchema, ...choices, ...proofShape }),
    response: SyncStateSchema,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/sync/:service',
    summary: 'Change what a connection does. 404 without one.',
    auth: 'user',
    proof: 'fresh',
    params: ServiceParamsSchema,
    body: z.strictObject({
      uploads: z.optional(z.boolean()),
      imports: z.optional(z.boolean()),
      weightClass: z.optional(z.enum(weightClasses)),
      ...proofShape,
    }),
    response: SyncStateSchema,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/sync/:service',
    summary: 'Delete a connection with its key, and what waits to be sent there. Idempotent.',
    auth: 'user',
    params: ServiceParamsSchema,
    response: SyncStateSchema,
  }),
  importNow: endpoint({
    method: 'POST',
    path: '/sync/:service/import',
    summary: 'Fetch new results now instead of within the hour. 404 without a connection that imports.',
    auth: 'user',
    quota: 'syncs',
    params: ServiceParamsSchema,
    response: SyncStateSchema,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/sync/:service/activities/:id',
    summary: 'Send an activity again that was refused or given up. 404 if there is none to send again.',
    auth: 'user',
    quota: 'syncs',
    params: z.strictObject({ service: z.enum(syncServices), id: IdSchema }),
    response: SyncStateSchema,
  }),
  authorize: endpoint({
    method: 'POST',
    path: '/sync/:service/authorization',
    summary:
      'Begin to connect a service by a login there; returns the address for it, which leads back to Settings. 404 where ' +
      'the operator has no client of the service.',
    auth: 'user',
    proof: 'fresh',
    quota: 'syncs',
    params: ServiceParamsSchema,
    body: z.strictObject({ ...choices, ...proofShape }),
    response: z.object({ url: z.url() }),
  }),
};
