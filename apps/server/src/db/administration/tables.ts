import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** Settings that administrators make for the whole installation. A setting without a row has its default. */
export const installationSettings = pgTable('installation_settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  changedAt: time('changed_at').notNull(),
});

/** Links with which users sign up if sign-up is not open; only the digest of their key is stored. */
export const signUpInvitations = pgTable(
  'sign_up_invitations',
  {
    id: uuid('id').primaryKey(),
    digest: text('digest').notNull().unique(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** How many users may still sign up by it; null is any number. */
    usesLeft: integer('uses_left'),
    /** How many have. */
    uses: integer('uses').notNull().default(0),
  },
  (table) => [
    index('sign_up_invitations_creator').on(table.createdBy),
    index('sign_up_invitations_expires').on(table.expiresAt),
  ],
);

/**
 * Actions of administrators. Names are copied, and refer to no user: an entry does not change when the user is renamed
 * or deleted.
 */
export const administrationLog = pgTable(
  'administration_log',
  {
    id: uuid('id').primaryKey(),
    at: time('at').notNull(),
    /** Null is the operator, by a command. */
    actorName: text('actor_name'),
    action: text('action').notNull(),
    /** The user or thing concerned; null is the installation. */
    subjectName: text('subject_name'),
    /** It holds, for example, the new value of a setting. */
    detail: text('detail'),
  },
  (table) => [index('administration_log_at').on(table.at, table.id)],
);
