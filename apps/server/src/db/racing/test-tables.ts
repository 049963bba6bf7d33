import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { machines, type Machine } from '@boathouse/contract/activities';
import { categorySexes, type CategorySex } from '@boathouse/contract/racing/categories';
import { pieceKinds, type PieceKind } from '@boathouse/contract/racing/pieces';
import { countedResults, type CountedResult } from '@boathouse/contract/racing/tests';
import { clubs, sessions, squads } from '../club-tables.ts';
import { isOneOf, time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** Tests of clubs. They read the stored results: a test has no copies. */
export const tests = pgTable(
  'tests',
  {
    id: uuid('id').primaryKey(),
    clubId: uuid('club_id')
      .notNull()
      .references(() => clubs.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    kind: text('kind').$type<PieceKind>().notNull(),
    /** Meters for a distance, seconds for a time. */
    amount: integer('amount').notNull(),
    machine: text('machine').$type<Machine>().notNull(),
    opensAt: time('opens_at').notNull(),
    closesAt: time('closes_at').notNull(),
    counts: text('counts').$type<CountedResult>().notNull(),
    /** Strokes a minute; null without a limit. */
    rateMax: smallint('rate_max'),
    squadId: uuid('squad_id').references(() => squads.id, { onDelete: 'set null' }),
    /** The test's workout item; null if any row of the piece counts. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    workoutItemIndex: smallint('workout_item_index'),
  },
  (table) => [
    index('tests_club').on(table.clubId, table.closesAt),
    index('tests_squad')
      .on(table.squadId)
      .where(sql`${table.squadId} is not null`),
    index('tests_session')
      .on(table.sessionId)
      .where(sql`${table.sessionId} is not null`),
    check('tests_kind', isOneOf(table.kind, pieceKinds)),
    check('tests_machine', isOneOf(table.machine, machines)),
    check('tests_counts', isOneOf(table.counts, countedResults)),
    check('tests_session_item', sql`(${table.sessionId} is null) = (${table.workoutItemIndex} is null)`),
  ],
);

/** The weights of athletes for a test. Private: no other user reads it. */
export const testWeights = pgTable(
  'test_weights',
  {
    testId: uuid('test_id')
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The unit is a tenth of a kilogram. */
    weightHg: smallint('weight_hg').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.testId, table.userId] }),
    // Used to delete a user.
    index('test_weights_user').on(table.userId),
  ],
);

/** The facts behind an athlete's categories. Private: no other user reads it. */
export const athleteCategories = pgTable(
  'athlete_categories',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    sex: text('sex').$type<CategorySex>(),
    birthYear: smallint('birth_year'),
  },
  (table) => [check('athlete_categories_sex', isOneOf(table.sex, categorySexes))],
);

/** Records that a club had before its results were stored here. */
export const recordsByHand = pgTable(
  'records_by_hand',
  {
    id: uuid('id').primaryKey(),
    clubId: uuid('club_id')
      .notNull()
      .references(() => clubs.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PieceKind>().notNull(),
    amount: integer('amount').notNull(),
    machine: text('machine').$type<Machine>().notNull(),
    /** Tenths of a second over a distance, meters in a time. */
    score: integer('score').notNull(),
    sex: text('sex').$type<CategorySex>(),
    /** The youngest age of the age group. */
    ageGroup: smallint('age_group'),
    holder: text('holder').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    note: text('note').notNull(),
  },
  (table) => [
    index('records_by_hand_club').on(table.clubId, table.machine, table.kind, table.amount),
    check('records_by_hand_kind', isOneOf(table.kind, pieceKinds)),
    check('records_by_hand_machine', isOneOf(table.machine, machines)),
    check('records_by_hand_sex', isOneOf(table.sex, categorySexes)),
  ],
);
