import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, time } from '../columns.ts';
import type { ImportChoice, ReadEntry } from './stored-shapes.ts';
import { users } from '../user-tables.ts';

/** The workouts that users import from files, so that each import can be undone; its activities refer to it. */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The files' names on the user's device. */
    fileNames: text('file_names').array().notNull(),
    /** How many activities it has stored so far. */
    count: integer('count').notNull(),
    /** How many workouts were chosen. */
    chosen: integer('chosen').notNull(),
    /** The choice that is still to be stored; null when it is done. */
    choice: jsonb('choice').$type<ImportChoice>(),
    /** How many live rows it has completed so far. */
    completed: integer('completed').notNull().default(0),
    /** How many workouts of the choice are done, in its order. */
    done: integer('done').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** When its last workouts were stored. */
    progressAt: time('progress_at').notNull().defaultNow(),
    /** Null while some are still to be stored. */
    endedAt: time('ended_at'),
    undoneAt: time('undone_at'),
    /** Notes on omitted parts of its workouts, as texts for the user. */
    notes: text('notes').array().notNull().default([]),
  },
  (table) => [
    index('imports_user').on(table.userId, table.createdAt),
    // The few that are being stored, or were stopped.
    index('imports_open')
      .on(table.id)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** Files that were read and wait to be stored; the import then gets the same id. Removed after a while. */
export const readImports = pgTable(
  'read_imports',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileNames: text('file_names').array().notNull(),
    timeZone: text('time_zone').notNull(),
    /** The version of the stored workout: another version of the server may not understand it. */
    version: smallint('version').notNull(),
    /** How many entries it has; further rows belong to a file that was not read to its end. */
    entries: integer('entries').notNull(),
    /** Whether a date has no zone. */
    hasWallClock: boolean('has_wall_clock').notNull(),
    /** The approximate size of its strokes and entries. */
    bytes: integer('bytes').notNull(),
    readAt: time('read_at').notNull(),
    keptUntil: time('kept_until').notNull(),
  },
  (table) => [index('read_imports_user').on(table.userId), index('read_imports_kept').on(table.keptUntil)],
);

/** A workout of the files, or a problem of one. */
export const readEntries = pgTable(
  'read_entries',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => readImports.id, { onDelete: 'cascade' }),
    index: integer('index').notNull(),
    entry: jsonb('entry').$type<ReadEntry>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.index] })],
);

/** Strokes of the workouts, as `stroke_chunks` has them. */
export const readStrokes = pgTable(
  'read_strokes',
  {
    importId: uuid('import_id').notNull(),
    index: integer('index').notNull(),
    first: integer('first').notNull(),
    count: smallint('count').notNull(),
    packed: bytes('packed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.index, table.first] }),
    foreignKey({
      columns: [table.importId, table.index],
      foreignColumns: [readEntries.importId, readEntries.index],
    }).onDelete('cascade'),
  ],
);
