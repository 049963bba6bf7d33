import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { tokenScopes, type TokenScope } from '@boathouse/contract/auth/tokens';
import type { MailKind } from '@boathouse/contract/notifications';
import { goalPeriods, type GoalPeriod } from '@boathouse/contract/statistics/goals';
import type { Visibility } from '@boathouse/contract/users';
import { firstDays, type FirstDay } from '@boathouse/contract/week';
import { isOneOf, nameParts, time } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** The uid at the identity provider. */
    uid: text('uid').notNull().unique(),
    displayName: text('display_name').notNull(),
    iconUrl: text('icon_url'),
    bannerUrl: text('banner_url'),
    themeColor: smallint('theme_color').notNull().default(0),
    tintColor: smallint('tint_color').notNull().default(0),
    /** The first day of the user's weeks; null until they choose one. */
    firstDay: text('first_day').$type<FirstDay>(),
    /** The audience of the profile and the activities. */
    visibility: text('visibility').$type<Visibility>().notNull().default('everyone'),
    trainingPartnerId: uuid('training_partner_id').references((): AnyPgColumn => users.id, {
      onDelete: 'set null',
    }),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Represents a user who deleted their account: a record without a login that others can't find or open. */
    isFormer: boolean('is_former').notNull().default(false),
    /** Has hidden the first steps. */
    hidesFirstSteps: boolean('hides_first_steps').notNull().default(false),
    /** Rows in one race without an account: the code of an entry is their only login (decision 099). */
    isGuest: boolean('is_guest').notNull().default(false),
    /** Administers the installation, not a club. */
    isAdministrator: boolean('is_administrator').notNull().default(false),
    /** When an administrator locked the account; null while it may log in. */
    lockedAt: time('locked_at'),
  },
  (table) => [
    // Deleting a user looks for users who chose them.
    index('users_training_partner')
      .on(table.trainingPartnerId)
      .where(sql`${table.trainingPartnerId} is not null`),
    // The list of athletes reads the newest users among those whom everyone may see.
    index('users_newest')
      .on(table.createdAt, table.id)
      .where(sql`${table.visibility} = 'everyone' and not ${table.isFormer}`),
    // Guests whose entry is deleted are looked for every hour.
    index('users_guests')
      .on(table.id)
      .where(sql`${table.isGuest}`),
    // The few administrators are counted before one is removed.
    index('users_administrators')
      .on(table.id)
      .where(sql`${table.isAdministrator}`),
    check('users_first_day', isOneOf(table.firstDay, firstDays)),
  ],
);

export const userNameParts = pgTable(
  'user_name_parts',
  nameParts(() => users.id),
  (table) => [
    primaryKey({ columns: [table.id, table.part] }),
    index('user_name_parts_search').on(table.rank, table.part, table.id),
  ],
);

export const follows = pgTable(
  'follows',
  {
    followerId: uuid('follower_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    followeeId: uuid('followee_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.followerId, table.followeeId] }),
    index('follows_followee').on(table.followeeId, table.followerId),
    check('follows_not_oneself', sql`${table.followerId} <> ${table.followeeId}`),
  ],
);

/** A user whom another one has blocked. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The blocker saw the user when they blocked them. A name in the list must not disclose that a hidden user exists. */
    isNamed: boolean('is_named').notNull().default(true),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked').on(table.blockedId, table.blockerId),
    check('blocks_not_oneself', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
);

/**
 * Ids of activities that their athlete has discarded, so that a late request does not begin one again. They refer to no
 * activity: it is deleted, or has never begun.
 */
export const discardedActivities = pgTable(
  'discarded_activities',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    activityId: uuid('activity_id').notNull(),
    discardedAt: time('discarded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.activityId] }),
    index('discarded_activities_discarded').on(table.discardedAt),
  ],
);

/** The key of a user's calendar address, which opens their sessions without a login; only its digest is stored. */
export const calendarKeys = pgTable('calendar_keys', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  digest: text('digest').notNull().unique(),
  createdAt: time('created_at').notNull(),
});

/** Logins of guests, which a code of a race day begins; only the digests of their cookies are stored. */
export const guestLogins = pgTable(
  'guest_logins',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull().unique(),
    createdAt: time('created_at').notNull(),
    endsAt: time('ends_at').notNull(),
  },
  (table) => [index('guest_logins_user').on(table.userId), index('guest_logins_ends').on(table.endsAt)],
);

/** Access tokens of programs; only their digests are stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    digest: text('digest').notNull().unique(),
    createdAt: time('created_at').notNull(),
    /** It is in UTC, and null if it was never used. */
    lastUsedOn: date('last_used_on', { mode: 'string' }),
    /** When it expires; null if it never does. */
    endsAt: time('ends_at'),
  },
  (table) => [
    index('access_tokens_user').on(table.userId),
    check(
      'access_tokens_scopes',
      sql`${table.scopes} <@ array[${sql.raw(tokenScopes.map((scope) => `'${scope}'`).join(', '))}] and cardinality(${table.scopes}) > 0`,
    ),
  ],
);

/**
 * The address at which a login's browser gets messages while its pages are closed (RFC 8030), and the keys that encrypt
 * them for it.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    /** It is not always stored: a hosted provider's logins are not. */
    loginId: text('login_id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The public key of the server that the browser subscribed to. */
    serverKey: text('server_key').notNull(),
    createdAt: time('created_at').notNull(),
    /** When the login ends by itself; null when each use extends it. */
    endsAt: time('ends_at'),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_endpoint').on(table.endpoint),
  ],
);

/** A user's goal for a week, a month or a season, with its first and last day. */
export const goals = pgTable(
  'goals',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    period: text('period').$type<GoalPeriod>().notNull(),
    meters: integer('meters').notNull(),
    fromDay: date('from_day', { mode: 'string' }),
    toDay: date('to_day', { mode: 'string' }),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('goals_period', isOneOf(table.period, goalPeriods)),
    check('goals_meters', sql`${table.meters} > 0`),
    check(
      'goals_season',
      sql`(${table.period} = 'season') = (${table.fromDay} is not null and ${table.toDay} is not null and ${table.fromDay} <= ${table.toDay})`,
    ),
  ],
);

/**
 * The kinds of notifications that are mailed to a member, and the mails of the last hour; without a row, none are
 * mailed.
 */
export const notificationMails = pgTable('notification_mails', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  kinds: text('kinds').array().$type<MailKind[]>().notNull(),
  /** The locale and zone of the browser in which the kinds were chosen: mails use them for times. Null: UTC. */
  timeZone: text('time_zone'),
  locale: text('locale'),
  /** When the hour began in which `mails` were sent. */
  hourBeganAt: time('hour_began_at').notNull().defaultNow(),
  mails: smallint('mails').notNull().default(0),
});
