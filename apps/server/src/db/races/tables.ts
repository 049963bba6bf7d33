import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import {
  juniorNames,
  weighings,
  type JuniorNames,
  type RaceMedals,
  type RaceRules,
  type Weighing,
} from '@boathouse/contract/races';
import {
  attemptOutcomes,
  attemptSources,
  raceRounds,
  raceStates,
  setLaneStates,
  type AttemptOutcome,
  type RaceRound,
  type RaceState,
  type SetLaneState,
} from '@boathouse/contract/races/race';
import type { RaceRecord } from '@boathouse/contract/races/results';
import { clubs, sessions } from '../club-tables.ts';
import { isOneOf, time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** A race day of a club. */
export const raceEvents = pgTable(
  'race_events',
  {
    id: uuid('id').primaryKey(),
    clubId: uuid('club_id')
      .notNull()
      .references(() => clubs.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    timeZone: text('time_zone').notNull(),
    lanes: smallint('lanes').notNull(),
    closedLanes: smallint('closed_lanes').array().notNull(),
    minutesBetween: smallint('minutes_between').notNull(),
    juniorNames: text('junior_names').$type<JuniorNames>().notNull(),
    protestMinutes: smallint('protest_minutes').notNull(),
    medals: jsonb('medals')
      .$type<RaceMedals>()
      .notNull()
      .default({ places: 3, minStarters: 1, isOneFewer: false }),
    isPublished: boolean('is_published').notNull().default(false),
    /** The digest of the public page's key. */
    pageDigest: text('page_digest').unique(),
    pageAt: time('page_at'),
    /** The one page that calls, starts and ends races. */
    controlUserId: uuid('control_user_id').references(() => users.id, { onDelete: 'set null' }),
    controlDevice: uuid('control_device'),
    controlAt: time('control_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('race_events_club').on(table.clubId, table.day),
    check('race_events_lanes', sql`${table.lanes} between 1 and 40`),
    check('race_events_junior_names', isOneOf(table.juniorNames, juniorNames)),
  ],
);

/** Members who enter and confirm results without being admins. */
export const raceJudges = pgTable(
  'race_judges',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => raceEvents.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('race_judges_user').on(table.userId),
  ],
);

export const raceCategories = pgTable(
  'race_categories',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => raceEvents.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    position: smallint('position').notNull(),
    rules: jsonb('rules').$type<RaceRules>().notNull(),
  },
  (table) => [index('race_categories_event').on(table.eventId)],
);

export const raceEntries = pgTable(
  'race_entries',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => raceEvents.id, { onDelete: 'cascade' }),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => raceCategories.id, { onDelete: 'cascade' }),
    /** Null for a guest, and after the account is deleted; the club's results keep the name. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    bib: text('bib').notNull(),
    club: text('club').notNull(),
    team: text('team').notNull(),
    birthYear: smallint('birth_year'),
    sex: text('sex').$type<'female' | 'male'>(),
    /** Tenths of a second. */
    seedTenths: integer('seed_tenths'),
    /** Whether the weigh-in was passed. No weight is stored. */
    weighed: text('weighed').$type<Weighing>().notNull().default('none'),
    weighedAt: time('weighed_at'),
    isScratched: boolean('is_scratched').notNull().default(false),
    /** How often a code was made for it; 0 without one. The code follows from this number and the installation's secret. */
    codeNumber: smallint('code_number').notNull().default(0),
    /** The keyed digest of the code. */
    codeDigest: text('code_digest').unique(),
    /** When its user entered the code; null without a user, and for a member whom the club entered. */
    claimedAt: time('claimed_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('race_entries_bib')
      .on(table.eventId, table.bib)
      .where(sql`${table.bib} <> ''`),
    index('race_entries_category').on(table.categoryId),
    index('race_entries_user').on(table.userId),
    check('race_entries_weighed', isOneOf(table.weighed, weighings)),
  ],
);

export const races = pgTable(
  'races',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => raceEvents.id, { onDelete: 'cascade' }),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => raceCategories.id, { onDelete: 'cascade' }),
    round: text('round').$type<RaceRound>().notNull(),
    number: smallint('number').notNull(),
    startsAt: time('starts_at').notNull(),
    /** `running` is never stored: it follows from `started` and the moment of ROW, so it needs no timer. */
    state: text('state').$type<RaceState>().notNull().default('draft'),
    version: integer('version').notNull().default(0),
    provisionalAt: time('provisional_at'),
    officialAt: time('official_at'),
    officialBy: uuid('official_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('races_number').on(table.categoryId, table.round, table.number),
    index('races_event').on(table.eventId, table.startsAt),
    index('races_official_by').on(table.officialBy),
    check('races_round', isOneOf(table.round, raceRounds)),
    check('races_state', isOneOf(table.state, raceStates)),
  ],
);

/** One start of a race, rowed in its own session. */
export const raceRuns = pgTable(
  'race_runs',
  {
    id: uuid('id').primaryKey(),
    raceId: uuid('race_id')
      .notNull()
      .references(() => races.id, { onDelete: 'cascade' }),
    number: smallint('number').notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    prepareAt: time('prepare_at'),
    readyAt: time('ready_at'),
    attentionAt: time('attention_at'),
    rowAt: time('row_at'),
    /** Why the run does not count; null if it does. */
    stopKind: text('stop_kind').$type<'falseStart' | 'stopped' | 'rerow'>(),
    stopReason: text('stop_reason').notNull().default(''),
    stopLanes: smallint('stop_lanes').array().notNull().default([]),
    stoppedAt: time('stopped_at'),
  },
  (table) => [
    uniqueIndex('race_runs_number').on(table.raceId, table.number),
    uniqueIndex('race_runs_session').on(table.sessionId),
  ],
);

export const raceLanes = pgTable(
  'race_lanes',
  {
    raceId: uuid('race_id')
      .notNull()
      .references(() => races.id, { onDelete: 'cascade' }),
    lane: smallint('lane').notNull(),
    /** Null: empty. */
    entryId: uuid('entry_id').references(() => raceEntries.id, { onDelete: 'set null' }),
    state: text('state').$type<SetLaneState>().notNull().default('entered'),
    /** The attempt that an official chose, or that the official result uses; null while the rule decides. */
    validAttemptId: uuid('valid_attempt_id'),
    chosenBy: uuid('chosen_by').references(() => users.id, { onDelete: 'set null' }),
    chosenReason: text('chosen_reason').notNull().default(''),
    /** The record that the result was when it became official. */
    records: jsonb('records').$type<RaceRecord[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.raceId, table.lane] }),
    index('race_lanes_entry').on(table.entryId),
    index('race_lanes_chosen_by').on(table.chosenBy),
    check('race_lanes_state', isOneOf(table.state, setLaneStates)),
  ],
);

/** Returns the table of attempts; it refers to the activities that monitors rowed. */
export function raceAttemptsOf(activityId: () => AnyPgColumn) {
  return pgTable(
    'race_attempts',
    {
      id: uuid('id').primaryKey(),
      raceId: uuid('race_id')
        .notNull()
        .references(() => races.id, { onDelete: 'cascade' }),
      /** Null if the attempt was entered for a race that was not called here. */
      runId: uuid('run_id').references(() => raceRuns.id, { onDelete: 'cascade' }),
      /** The lane and the athlete: a swap corrects these, but never the figures. */
      lane: smallint('lane').notNull(),
      entryId: uuid('entry_id').references(() => raceEntries.id, { onDelete: 'set null' }),
      source: text('source').$type<(typeof attemptSources)[number]>().notNull(),
      activityId: uuid('activity_id').references(activityId, { onDelete: 'set null' }),
      tenths: integer('tenths'),
      meters: integer('meters'),
      strokeRate: smallint('stroke_rate'),
      splits: jsonb('splits').$type<{ tenths: number; meters: number }[]>().notNull(),
      outcome: text('outcome').$type<AttemptOutcome>().notNull(),
      penaltyTenths: integer('penalty_tenths').notNull().default(0),
      note: text('note').notNull().default(''),
      enteredBy: uuid('entered_by').references(() => users.id, { onDelete: 'set null' }),
      confirmedBy: uuid('confirmed_by').references(() => users.id, { onDelete: 'set null' }),
      confirmedAt: time('confirmed_at'),
      voidReason: text('void_reason'),
      createdAt: time('created_at').notNull(),
    },
    (table) => [
      index('race_attempts_race').on(table.raceId),
      index('race_attempts_activity').on(table.activityId),
      index('race_attempts_entry').on(table.entryId),
      index('race_attempts_entered_by').on(table.enteredBy),
      index('race_attempts_confirmed_by').on(table.confirmedBy),
      check('race_attempts_source', isOneOf(table.source, attemptSources)),
      check('race_attempts_outcome', isOneOf(table.outcome, attemptOutcomes)),
    ],
  );
}

/** Each action of a race day, with its user. Rows are only added. */
export const raceLog = pgTable(
  'race_log',
  {
    /** The id of the action, by which a repeated one is recognized. */
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => raceEvents.id, { onDelete: 'cascade' }),
    raceId: uuid('race_id').references(() => races.id, { onDelete: 'cascade' }),
    at: time('at').notNull(),
    /** Null for the server, or for a deleted account (`isByUser`). */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    isByUser: boolean('is_by_user').notNull(),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('race_log_event').on(table.eventId, table.at, table.id),
    index('race_log_race').on(table.raceId),
    index('race_log_user').on(table.userId),
  ],
);
