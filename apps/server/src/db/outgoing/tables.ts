import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { outgoingKinds, type OutgoingKind } from '@boathouse/contract/administration/outgoing';
import { webhookDeliveries } from '../club-tables.ts';
import { isOneOf, time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** The queue of outgoing messages. A message that was sent is deleted. */
export const outgoingMessages = pgTable(
  'outgoing_messages',
  {
    /** Also the mail's Message-ID, the same in each attempt. */
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<OutgoingKind>().notNull(),
    /** The destination: the mail server, or the origin of a push service or webhook. */
    destination: text('destination').notNull(),
    /** Lower numbers go first. */
    priority: smallint('priority').notNull(),
    /** The recipient; deleted with the account. Null for an address without a profile, and for a club. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** For a webhook: the club's log. */
    deliveryId: uuid('delivery_id').references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** For a mail: a keyed digest of the address, by which it can be found again. */
    recipient: text('recipient'),
    /** The activity or the import that is sent to a connected service. At most one message with this key waits. */
    subject: text('subject'),
    /**
     * The content, encrypted with a key derived for this row from the installation's secret, because a mail can contain
     * a link that opens an account. Null once it can no longer be sent.
     */
    sealed: text('sealed'),
    createdAt: time('created_at').notNull(),
    dueAt: time('due_at').notNull(),
    /** Then it is abandoned: its link has expired, or the session has started. */
    expiresAt: time('expires_at').notNull(),
    /** Attempts that failed because of the message; requests to wait do not count. */
    attempts: integer('attempts').notNull().default(0),
    triedAt: time('tried_at'),
    /** Which attempt of a process has it, and until when: if the process ends, another continues. */
    claim: uuid('claim'),
    claimedUntil: time('claimed_until'),
    /** Why the last try failed, as a text. */
    problem: text('problem'),
    givenUpAt: time('given_up_at'),
  },
  (table) => [
    index('outgoing_messages_next')
      .on(table.kind, table.destination, table.priority, table.dueAt)
      .where(sql`${table.givenUpAt} is null`),
    index('outgoing_messages_claimed')
      .on(table.claimedUntil)
      .where(sql`${table.claim} is not null`),
    index('outgoing_messages_expires')
      .on(table.expiresAt)
      .where(sql`${table.givenUpAt} is null`),
    index('outgoing_messages_given_up')
      .on(table.givenUpAt)
      .where(sql`${table.givenUpAt} is not null`),
    index('outgoing_messages_user').on(table.userId),
    uniqueIndex('outgoing_messages_delivery').on(table.deliveryId),
    index('outgoing_messages_recipient').on(table.recipient),
    uniqueIndex('outgoing_messages_subject').on(table.kind, table.subject),
    check('outgoing_messages_kind', isOneOf(table.kind, outgoingKinds)),
  ],
);

/** The state of the queue's destinations: how many messages go to one at once, and until when none are sent. */
export const outgoingDestinations = pgTable(
  'outgoing_destinations',
  {
    kind: text('kind').$type<OutgoingKind>().notNull(),
    name: text('name').notNull(),
    /** How many messages it gets at once; fewer after it reported that it is busy. */
    places: smallint('places').notNull(),
    busyAt: time('busy_at'),
    /** Consecutive attempts that did not reach it. */
    failures: integer('failures').notNull().default(0),
    failingSince: time('failing_since'),
    problem: text('problem'),
    /** No message is sent before. */
    pausedUntil: time('paused_until'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.name] }),
    check('outgoing_destinations_kind', isOneOf(table.kind, outgoingKinds)),
    check('outgoing_destinations_places', sql`${table.places} > 0`),
  ],
);
