import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/*
 * Identity: logins and their credentials. The property names are the identity library's own; the tables are named
 * auth_* because "user" and "session" mean something else in this product.
 */
export const authUsers = pgTable('auth_users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** Begun with a PIN on a shared device. */
    isByPin: boolean('is_by_pin').notNull().default(false),
    /** When the password was last given for this login, after its begin. */
    provedAt: time('proved_at'),
    /** When a code of the second factor was last given for this login. */
    codeProvedAt: time('code_proved_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('auth_sessions_user').on(table.userId)],
);

export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: time('access_token_expires_at'),
    refreshTokenExpiresAt: time('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('auth_accounts_user').on(table.userId),
    uniqueIndex('auth_accounts_provider_account').on(table.providerId, table.accountId),
  ],
);

export const authVerifications = pgTable(
  'auth_verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('auth_verifications_identifier').on(table.identifier)],
);

/** Changes of an email that the mail sent to the old address can undo. */
export const authEmailChanges = pgTable(
  'auth_email_changes',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    /** A digest of the token in the mailed link. */
    digest: text('digest').notNull().unique(),
    /** The address before. During this time no other account may use it. */
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('auth_email_changes_user').on(table.userId),
    index('auth_email_changes_old_email').on(table.oldEmail),
    index('auth_email_changes_expires').on(table.expiresAt),
  ],
);

/** The second factor of an account with a password: a secret shared with its authenticator app (RFC 6238). */
export const authSecondFactors = pgTable('auth_second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => authUsers.id, { onDelete: 'cascade' }),
  /** Encrypted by a key that is not in the database. */
  secret: text('secret').notNull(),
  /** When the member proved that the app has the secret; null until then. */
  confirmedAt: time('confirmed_at'),
  /** The time step of the last code that was used, which is not accepted again. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: time('created_at').notNull(),
});

/** Codes that replace the authenticator app once each; only their digests are stored. */
export const authRecoveryCodes = pgTable(
  'auth_recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => authSecondFactors.userId, { onDelete: 'cascade' }),
    digest: text('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
);

/** Members in the list of a shared browser, and the PIN with which each logs in only there. */
export const authDeviceMembers = pgTable(
  'auth_device_members',
  {
    id: uuid('id').primaryKey(),
    /** A digest of the secret in the browser's cookie. */
    device: text('device').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    /** The member's newest login there. If the login ends elsewhere, this row ends; if it ends there, the row stays. */
    loginId: text('login_id').notNull(),
    userAgent: text('user_agent'),
    /**
     * A hash that can't be checked without the cookie's secret; null means that the member logs in with the password.
     */
    pin: text('pin'),
    /** Since the last correct one. */
    wrongPins: integer('wrong_pins').notNull().default(0),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (table) => [
    uniqueIndex('auth_device_members_device_user').on(table.device, table.userId),
    index('auth_device_members_user').on(table.userId),
  ],
);

/** Attempts counted against guessing and flooding, over all processes; expired rows are ignored. */
export const authAttempts = pgTable(
  'auth_attempts',
  {
    /** A digest: no email or IP address is stored here. */
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    /** No try is allowed before this. */
    nextAt: time('next_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('auth_attempts_expires').on(table.expiresAt)],
);
