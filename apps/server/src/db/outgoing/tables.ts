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

/** The queue of what leaves the server. A message that was sent is deleted. */
export const outgoingMessages = pgTable(
  'outgoing_messages',
  {
    /** Also the mail's Message-ID, the same in each try. */
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<OutgoingKind>().notNull(),
    /** The destination: the mail server, or the origin of a push service or webhook. */
    destination: text('destination').notNull(),
    /** Lower ones go first. */
    priority: smallint('priority').notNull(),
    /** Whom it is for; deleted with the account. Null for an address without a profile, and for a club. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of a webhook: the club's log. */
    deliveryId: uuid('delivery_id').references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** Of a mail: a keyed digest of the address, by which it is found again. */
    recipient: text('recipient'),
    /** The activity or the import that is sent to a connected service. One message of it waits. */
    subject: text('subject'),
    /**
     * The content, encrypted with a key of the installation's secret for this row alone, because a mail can have a
     * link that opens an account. Null once it can no longer be sent.
     */
    sealed: text('sealed'),
    createdAt: time('created_at').notNull(),
    dueAt: time('due_at').notNull(),
    /** It is given up then: a link in it has ended, or the session has started. */
    expiresAt: time('expires_at').notNull(),
    /** Tries that failed because of it; being asked to wait does not count. */
    attempts: integer('attempts').notNull().default(0),
    triedAt: time('tried_at'),
    /** Which try of a process has it, until when: a process that ends leaves it to the next. */
    claim: uuid('claim'),
    claimedUntil: time('claimed_until'),
    /** Why the last try failed, in words. */
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

/** How the destinations of the queue are: how many messages go to one at once, and until when none do. */
export const outgoingDestinations = pgTable(
  'outgoing_destinations',
  {
    kind: text('kind').$type<OutgoingKind>().notNull(),
    name: text('name').notNull(),
    /** Messages that it gets at once; fewer after it said that it is busy. */
    places: smallint('places').notNull(),
    busyAt: time('busy_at'),
    /** Tries in a row in which it was not reached. */
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
