import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import {
  connectionStates,
  syncServices,
  uploadStates,
  weightClasses,
  type SyncService,
  type UploadState,
  type WeightClass,
} from '@boathouse/contract/sync/calls';
import { isOneOf, time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** The services that athletes have connected. Exchanges with them go through the queue of outgoing messages. */
export const syncConnections = pgTable(
  'sync_connections',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    service: text('service').$type<SyncService>().notNull(),
    state: text('state').$type<(typeof connectionStates)[number]>().notNull().default('on'),
    uploads: boolean('uploads').notNull(),
    imports: boolean('imports').notNull(),
    weightClass: text('weight_class').$type<WeightClass>().notNull().default('H'),
    timeZone: text('time_zone').notNull(),
    /** Key or tokens, encrypted with a key derived for this row from the installation's secret. */
    sealed: text('sealed').notNull(),
    isByLogin: boolean('is_by_login').notNull().default(false),
    accountId: text('account_id'),
    accountName: text('account_name'),
    connectedAt: time('connected_at').notNull(),
    succeededAt: time('succeeded_at'),
    failedAt: time('failed_at'),
    problem: text('problem'),
    /** When results are fetched next; null for a connection that does not import. */
    importAt: time('import_at'),
    /** Results that changed there after this are not fetched yet; null before the first import. */
    importedUntil: time('imported_until'),
    /** Ids of results that were imported or sent, so that results deleted here are not imported again. */
    importedIds: jsonb('imported_ids').$type<string[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('sync_connections_user').on(table.userId, table.service),
    index('sync_connections_import').on(table.importAt),
    check('sync_connections_service', isOneOf(table.service, syncServices)),
    check('sync_connections_state', isOneOf(table.state, connectionStates)),
    check('sync_connections_weight_class', isOneOf(table.weightClass, weightClasses)),
  ],
);

/** Returns the table of `syncUploads`. */
export function uploadsOf(activity: () => AnyPgColumn) {
  return pgTable(
    'sync_uploads',
    {
      activityId: uuid('activity_id').notNull().references(activity, { onDelete: 'cascade' }),
      service: text('service').$type<SyncService>().notNull(),
      userId: uuid('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      state: text('state').$type<UploadState>().notNull().default('waiting'),
      attempts: integer('attempts').notNull().default(0),
      createdAt: time('created_at').notNull(),
      triedAt: time('tried_at'),
      /** When it is queued, and in the queue when it is tried; null if it is not retried automatically. */
      nextAt: time('next_at'),
      problem: text('problem'),
      /** The activity's id there. */
      remoteId: text('remote_id'),
    },
    (table) => [
      primaryKey({ columns: [table.activityId, table.service] }),
      index('sync_uploads_user').on(table.userId, table.createdAt),
      index('sync_uploads_due')
        .on(table.nextAt)
        .where(sql`${table.nextAt} is not null`),
      check('sync_uploads_service', isOneOf(table.service, syncServices)),
      check('sync_uploads_state', isOneOf(table.state, uploadStates)),
    ],
  );
}

/** Logins at a service that have begun, by the digest of their state. */
export const syncAuthorizations = pgTable(
  'sync_authorizations',
  {
    digest: text('digest').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    service: text('service').$type<SyncService>().notNull(),
    /** Only the login that began it can finish it. */
    loginId: text('login_id').notNull(),
    uploads: boolean('uploads').notNull(),
    imports: boolean('imports').notNull(),
    weightClass: text('weight_class').$type<WeightClass>().notNull(),
    timeZone: text('time_zone').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('sync_authorizations_user').on(table.userId),
    index('sync_authorizations_expires').on(table.expiresAt),
    check('sync_authorizations_service', isOneOf(table.service, syncServices)),
  ],
);
