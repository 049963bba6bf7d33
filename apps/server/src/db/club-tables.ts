import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { webhookEvents, type WebhookEvent } from '@boathouse/contract/clubs/webhooks';
import { isOneOf, nameParts, time } from './columns.ts';
import { users } from './user-tables.ts';

export const clubs = pgTable(
  'clubs',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    customUrl: text('custom_url').notNull(),
    description: text('description').notNull().default(''),
    iconUrl: text('icon_url'),
    bannerUrl: text('banner_url'),
    isPrivate: boolean('is_private').notNull().default(false),
    /** Whether entered results of its sessions can be personal bests. */
    ranksEntered: boolean('ranks_entered').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    /** When an administrator hid it; lists and searches then leave it out. */
    unlistedAt: time('unlisted_at'),
  },
  (table) => [
    uniqueIndex('clubs_custom_url').on(sql`lower(${table.customUrl})`),
    index('clubs_newest').on(table.createdAt, table.id),
  ],
);

export const clubNameParts = pgTable(
  'club_name_parts',
  nameParts(() => clubs.id),
  (table) => [
    primaryKey({ columns: [table.id, table.part] }),
    index('club_name_parts_search').on(table.rank, table.part, table.id),
  ],
);

export const clubMemberships = pgTable(
  'club_memberships',
  {
    id: uuid('id').primaryKey(),
    clubId: uuid('club_id')
      .notNull()
      .references(() => clubs.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: smallint('role').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('club_memberships_user_club').on(table.userId, table.clubId),
    index('club_memberships_club').on(table.clubId, table.role, table.userId),
    uniqueIndex('club_memberships_one_owner')
      .on(table.clubId)
      .where(sql`${table.role} = 2`),
    check('club_memberships_role', sql`${table.role} between -1 and 2`),
  ],
);

/** The key of a club's invitation link, which makes its reader a member; only its digest is stored. */
export const clubInvitations = pgTable('club_invitations', {
  clubId: uuid('club_id')
    .primaryKey()
    .references(() => clubs.id, { onDelete: 'cascade' }),
  digest: text('digest').notNull().unique(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});

/** Named groups of a club's members. */
export const squads = pgTable(
  'squads',
  {
    id: uuid('id').primaryKey(),
    clubId: uuid('club_id')
      .notNull()
      .references(() => clubs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('squads_club').on(table.clubId, table.id)],
);

/**
 * The members of squads. Both keys are foreign: a membership that ends also removes the member from the club's squads.
 */
export const squadMembers = pgTable(
  'squad_members',
  {
    squadId: uuid('squad_id').notNull(),
    clubId: uuid('club_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.squadId, table.userId] }),
    index('squad_members_membership').on(table.userId, table.clubId),
    foreignKey({
      name: 'squad_members_squad',
      columns: [table.clubId, table.squadId],
      foreignColumns: [squads.clubId, squads.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'squad_members_of_club',
      columns: [table.userId, table.clubId],
      foreignColumns: [clubMemberships.userId, clubMemberships.clubId],
    }).onDelete('cascade'),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    hostUserId: uuid('host_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startAt: time('start_at').notNull(),
    isAccessibleByLink: boolean('is_accessible_by_link').notNull(),
    clubId: uuid('club_id').references(() => clubs.id, { onDelete: 'cascade' }),
    /** The squad of its club for which it is; null means all members. The readers are the same. */
    squadId: uuid('squad_id').references(() => squads.id, { onDelete: 'set null' }),
    workoutItems: text('workout_items').array().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** The run of a race: lists and calendars leave it out, and its athletes open it from the race. */
    isRace: boolean('is_race').notNull().default(false),
    /** A deleted session stays for its results, and only they lead to it. */
    deletedAt: time('deleted_at'),
    /** When its members were reminded of its start; null before that, and again after it has moved. */
    remindedAt: time('reminded_at'),
    /** How often title, start or items have changed, and when they last did: a calendar uses the newest version. */
    changeCount: integer('change_count').notNull().default(0),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('sessions_host_start').on(table.hostUserId, table.startAt),
    index('sessions_club_start').on(table.clubId, table.startAt),
    // This index serves the deletion of a squad.
    index('sessions_squad')
      .on(table.squadId)
      .where(sql`${table.squadId} is not null`),
    // The reminders look for sessions that start soon, of all clubs and hosts.
    index('sessions_to_remind')
      .on(table.startAt)
      .where(sql`${table.remindedAt} is null and ${table.deletedAt} is null`),
    check('sessions_workout_items', sql`cardinality(${table.workoutItems}) between 1 and 4`),
  ],
);

/** Workout items to use again: a user's favorites, or a club's whiteboard. */
export const workoutTemplates = pgTable(
  'workout_templates',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    clubId: uuid('club_id').references(() => clubs.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    workoutItem: text('workout_item').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('workout_templates_user').on(table.userId),
    index('workout_templates_club').on(table.clubId),
    check('workout_templates_owner', sql`num_nonnulls(${table.userId}, ${table.clubId}) = 1`),
  ],
);

/** Users who answered that they will attend. */
export const attendances = pgTable(
  'attendances',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.userId] }),
    // This index serves the deletion of a user.
    index('attendances_user').on(table.userId),
  ],
);

/** When the athletes of a session start a workout item together: one start per item, the newest. */
export const starts = pgTable(
  'starts',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    workoutItemIndex: smallint('workout_item_index').notNull(),
    startAt: time('start_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.workoutItemIndex] })],
);

/** The key of a session's board, which opens it without a login; only its digest is stored. */
export const boards = pgTable(
  'boards',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull().unique(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** The user who made the key: it ends with their membership of the session's club. */
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('boards_created_by').on(table.createdBy)],
);

/** The address that gets a club's finished sessions. `nonce` and the server's secret make the key of signatures. */
export const webhooks = pgTable(
  'webhooks',
  {
    clubId: uuid('club_id')
      .primaryKey()
      .references(() => clubs.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    nonce: text('nonce').notNull(),
    /** The admin whose rights decide which sessions are read. */
    setBy: uuid('set_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    setAt: time('set_at').notNull(),
    /** Sending stopped then after days of failures, until the address is set or a test succeeds. */
    stoppedAt: time('stopped_at'),
  },
  (table) => [index('webhooks_set_by').on(table.setBy)],
);

/** The log of a webhook. Waiting deliveries are in the queue of outgoing messages, too. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    clubId: uuid('club_id')
      .notNull()
      .references(() => webhooks.clubId, { onDelete: 'cascade' }),
    event: text('event').$type<WebhookEvent>().notNull(),
    /** Null for a test. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    triedAt: time('tried_at'),
    /** When it is tried next; null when it is done. */
    nextAt: time('next_at'),
    isDelivered: boolean('is_delivered').notNull().default(false),
    /** A text; null unless the last attempt has failed. */
    problem: text('problem'),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_session').on(table.sessionId, table.clubId),
    index('webhook_deliveries_club').on(table.clubId, table.createdAt),
    index('webhook_deliveries_due').on(table.nextAt),
    check('webhook_deliveries_event', isOneOf(table.event, webhookEvents)),
    check('webhook_deliveries_test', sql`(${table.event} = 'test') = (${table.sessionId} is null)`),
  ],
);
