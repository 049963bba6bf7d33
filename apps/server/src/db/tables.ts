import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
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
  activitySources,
  activityVisibilities,
  heartRateSources,
  machines,
  type ActivitySource,
  type ActivityVisibility,
  type HeartRateSource,
  type Machine,
  type WorkoutSummary,
} from '@boathouse/contract/activities';
import type { WorkoutKind } from '@boathouse/contract/activities/past';
import type { NotificationKind } from '@boathouse/contract/notifications';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { reportCases } from './administration/report-tables.ts';
import { clubs, sessions } from './club-tables.ts';
import { bytes, isOneOf, time } from './columns.ts';
import { sameRowQuestionsOf } from './imports/question-table.ts';
import type { AddedByFile } from './imports/stored-shapes.ts';
import { imports } from './imports/tables.ts';
import { rowMovesOf } from './moves/tables.ts';
import { raceAttemptsOf } from './races/tables.ts';
import { singleResultsOf } from './racing/single-results.ts';
import { uploadsOf } from './sync/tables.ts';
import { tagsOf } from './tags/tables.ts';
import { users } from './user-tables.ts';

export * from './administration/report-tables.ts';
export * from './administration/tables.ts';
export * from './club-tables.ts';
export * from './identity-tables.ts';
export * from './images/tables.ts';
export * from './imports/tables.ts';
export * from './outgoing/tables.ts';
export * from './races/tables.ts';
export * from './racing/test-tables.ts';
export { syncAuthorizations, syncConnections } from './sync/tables.ts';
export * from './user-tables.ts';

/** Times in seconds, distances in meters, paces in seconds per 500 m, power in watts. */
export const activities = pgTable(
  'activities',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** The text of the workout when it began: a session's item may be edited later. */
    workout: text('workout').notNull(),
    /**
     * The plan that the server read from the text when it began; null if unreadable, and in activities older than this
     * column.
     */
    plan: jsonb('plan').$type<WorkoutPlan>(),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    workoutItemIndex: smallint('workout_item_index'),
    /** Null if the session decides. */
    visibility: text('visibility').$type<ActivityVisibility>(),
    source: text('source').$type<ActivitySource>().notNull().default('monitor'),
    /** The user who typed in an entered result; null for any other result, and after that user is deleted. */
    enteredBy: uuid('entered_by').references(() => users.id, { onDelete: 'set null' }),
    machine: text('machine').$type<Machine>().notNull().default('rower'),
    isCompleted: boolean('is_completed').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    completedAt: time('completed_at'),
    /** The athlete's local calendar day of the start; in UTC if the page did not send its time zone. */
    day: date('day', { mode: 'string' })
      .notNull()
      .default(sql`(now() at time zone 'UTC')::date`),
    elapsedTime: doublePrecision('elapsed_time').notNull().default(0),
    currentPace: doublePrecision('current_pace'),
    averagePace: doublePrecision('average_pace'),
    distance: doublePrecision('distance').notNull().default(0),
    /** In a result, this and the calories are null if a part of the row is missing. */
    strokeRate: smallint('stroke_rate').default(0),
    workoutType: smallint('workout_type'),
    heartRate: smallint('heart_rate'),
    /** Null without heart rates, and in activities older than this column. */
    heartRateSource: text('heart_rate_source').$type<HeartRateSource>(),
    dragFactor: smallint('drag_factor').notNull().default(0),
    averagePower: doublePrecision('average_power'),
    /** Null until a request sends them. */
    totalCalories: doublePrecision('total_calories'),
    summary: jsonb('summary').$type<WorkoutSummary>(),
    /** How many strokes are stored: the sequence number of the next one. */
    strokeCount: integer('stroke_count').notNull().default(0),
    /** The device that rows it; null if unknown. */
    owner: uuid('owner'),
    /** When values or strokes last arrived. */
    heardAt: time('heard_at').notNull().defaultNow(),
    /** When its result was last withdrawn; null if that never happened. */
    reopenedAt: time('reopened_at'),
    /** Whether the result is shorter than its workout item. */
    isPartial: boolean('is_partial').notNull().default(false),
    /** Whether its athlete left the workout on the monitor and began another: they may row the item again. */
    isLeft: boolean('is_left').notNull().default(false),
    /** The first stroke, by the server's clock: no later than the first sample allows. Null before it. */
    rowingSince: time('rowing_since'),
    /** Seconds from the common start to the first stroke; null without one. */
    startOffset: doublePrecision('start_offset'),
    // The figures of a result, for the indexes of histories: null while in progress, so that a sample changes no index.
    pastDistance: doublePrecision('past_distance').generatedAlwaysAs(
      sql`case when is_completed then distance end`,
    ),
    pastElapsedTime: doublePrecision('past_elapsed_time').generatedAlwaysAs(
      sql`case when is_completed then elapsed_time end`,
    ),
    pastAveragePace: doublePrecision('past_average_pace').generatedAlwaysAs(
      sql`case when is_completed then average_pace end`,
    ),
    /** `WorkoutKind`: by the monitor's workout type (packages/pm5, `WorkoutType`), otherwise by the plan. */
    pastKind: text('past_kind')
      .$type<WorkoutKind>()
      .generatedAlwaysAs(
        sql`case when is_completed then case
          when workout_type in (0, 1) then 'open'
          when workout_type in (2, 3) then 'distance'
          when workout_type in (4, 5) then 'time'
          when workout_type = 10 then 'calories'
          when workout_type in (6, 7, 8, 9, 12) then 'intervals'
          when workout_type is null then case jsonb_array_length(plan -> 'pieces')
            when 0 then 'open' when 1 then plan #>> '{pieces,0,kind}' else case when plan is not null then 'intervals' end
          end
        end end`,
      ),
    /**
     * Title and text of the workout for searches: folded like names, and without spaces, so that "4x500m" and "4 x 500
     * m" match.
     */
    pastText: text('past_text').generatedAlwaysAs(
      sql`case when is_completed then replace(public.folded_name(title || chr(10) || workout), ' ', '') end`,
    ),
  },
  (table) => [
    uniqueIndex('activities_one_in_progress')
      .on(table.userId)
      .where(sql`not ${table.isCompleted}`),
    // Except activities that the athlete left on the monitor, and an entered result, which the monitor's replaces.
    uniqueIndex('activities_one_of_item')
      .on(table.userId, table.sessionId, table.workoutItemIndex)
      .where(sql`not ${table.isLeft} and ${table.source} <> 'entered'`),
    uniqueIndex('activities_one_entered_of_item')
      .on(table.userId, table.sessionId, table.workoutItemIndex)
      .where(sql`${table.source} = 'entered' and ${table.sessionId} is not null`),
    // Used to delete the user who entered it.
    index('activities_entered_by')
      .on(table.enteredBy)
      .where(sql`${table.enteredBy} is not null`),
    index('activities_session').on(table.sessionId, table.workoutItemIndex),
    // Used to delete a user: the other indexes by user are partial.
    index('activities_user').on(table.userId),
    // Feeds and the history select from a user's results, and the pace of a period from its days: each reads only its
    // index, because a row with its splits is large and a user's rows are far apart.
    index('activities_past')
      .on(
        table.userId,
        table.createdAt,
        table.id,
        table.sessionId,
        table.visibility,
        table.pastDistance,
        table.pastElapsedTime,
        table.pastAveragePace,
        table.isPartial,
        table.source,
        table.machine,
        table.pastKind,
        table.pastText,
      )
      .where(sql`${table.isCompleted}`),
    // Used to find possible copies of a row: they overlap in time.
    index('activities_ended')
      .on(table.userId, table.completedAt, table.createdAt)
      .where(sql`${table.isCompleted}`),
    index('activities_past_days')
      .on(table.userId, table.day, table.machine, table.pastDistance, table.pastElapsedTime)
      .where(sql`${table.isCompleted} and ${table.source} <> 'simulated'`),
    check('activities_completed_at', sql`${table.isCompleted} = (${table.completedAt} is not null)`),
    check('activities_session_item', sql`(${table.sessionId} is null) = (${table.workoutItemIndex} is null)`),
    check(
      'activities_visibility',
      sql`case when ${table.sessionId} is null then coalesce(${isOneOf(table.visibility, activityVisibilities)}, false)
        else ${table.visibility} is null end`,
    ),
    check('activities_source', isOneOf(table.source, activitySources)),
    check('activities_machine', isOneOf(table.machine, machines)),
    check('activities_heart_rate_source', isOneOf(table.heartRateSource, heartRateSources)),
  ],
);

/**
 * Strokes of an activity, many in a row; `infra/packed-strokes.ts` packs them. Sequences count from 0 over the
 * activity.
 */
export const strokeChunks = pgTable(
  'stroke_chunks',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** Sequence of its first stroke. */
    first: integer('first').notNull(),
    count: smallint('count').notNull(),
    packed: bytes('packed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.activityId, table.first] })],
);

/**
 * A user's totals of a day on one machine, updated with each completion so that statistics stay fast as the history grows.
 * Simulated ergs do not count. Meters, seconds, kilocalories.
 */
export const activityDays = pgTable(
  'activity_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    machine: text('machine').$type<Machine>().notNull(),
    count: integer('count').notNull(),
    meters: doublePrecision('meters').notNull(),
    timeSec: doublePrecision('time_sec').notNull(),
    calories: doublePrecision('calories').notNull(),
    /** How many of the activities have no known calories. */
    withoutCalories: integer('without_calories').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.machine] }),
    check('activity_days_machine', isOneOf(table.machine, machines)),
  ],
);

/**
 * Whole results over a ranked piece, written with the completion: the first of a piece is a user's personal best. A
 * result that is deleted or corrected so leaves the next best in its place.
 */
export const rankedResults = pgTable(
  'ranked_results',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    piece: text('piece').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    machine: text('machine').$type<Machine>().notNull(),
    /** Seconds per 500 m: sorts results over a distance and over a time in the same way. */
    pace: doublePrecision('pace').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.piece] }),
    index('ranked_results_best').on(table.userId, table.machine, table.piece, table.pace, table.activityId),
    check('ranked_results_machine', isOneOf(table.machine, machines)),
  ],
);

export const singleResults = singleResultsOf(() => activities.id);

/** The source of an activity from a file. */
export const activityOrigins = pgTable(
  'activity_origins',
  {
    activityId: uuid('activity_id')
      .primaryKey()
      .references(() => activities.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    importId: uuid('import_id').references(() => imports.id, { onDelete: 'set null' }),
    fileName: text('file_name').notNull(),
    /** The app or device that wrote the file, under its own name. */
    app: text('app'),
    /** The workout's number in the Concept2 Logbook: a user has it once. */
    logbookId: text('logbook_id'),
    /** The file may not contain them individually. */
    strokeCount: integer('stroke_count'),
    restDistance: doublePrecision('rest_distance'),
    /** Whether it gave only the day: the time of day of its activity is then meaningless. */
    isDayOnly: boolean('is_day_only').notNull().default(false),
    /** Whether its date had no zone, so that a zone was assumed. Null if that was not stored. */
    isWallClock: boolean('is_wall_clock'),
  },
  (table) => [
    uniqueIndex('activity_origins_logbook').on(table.userId, table.logbookId),
    index('activity_origins_import').on(table.importId),
  ],
);

/** The data that an import added to a live row that lacked it. */
export const importCompletions = pgTable(
  'import_completions',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    added: jsonb('added').$type<AddedByFile>().notNull(),
    /** The row's result at that time; a row that was reopened has another result. */
    completedAt: time('completed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.activityId] }),
    index('import_completions_activity').on(table.activityId),
  ],
);

/** Stores that an athlete has refused the result entered for them: the newest one of each item. Meters, seconds. */
export const entryRefusals = pgTable(
  'entry_refusals',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    workoutItemIndex: smallint('workout_item_index').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    distance: doublePrecision('distance').notNull(),
    elapsedTime: doublePrecision('elapsed_time').notNull(),
    reason: text('reason').notNull(),
    refusedAt: time('refused_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.workoutItemIndex, table.userId] }),
    // This index serves the deletion of a user.
    index('entry_refusals_user').on(table.userId),
  ],
);

/** Private notes of athletes on their activities: no one else reads them. */
export const activityNotes = pgTable('activity_notes', {
  activityId: uuid('activity_id')
    .primaryKey()
    .references(() => activities.id, { onDelete: 'cascade' }),
  note: text('note').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** Comments on activities, and replies, which refer to their comment. */
export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    commentId: uuid('comment_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Emptied when it is removed. */
    message: text('message').notNull(),
    removedAt: time('removed_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('comments_activity').on(table.activityId, table.createdAt),
    index('comments_comment').on(table.commentId),
    index('comments_user').on(table.userId),
  ],
);

export const likes = pgTable(
  'likes',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.userId] }),
    index('likes_user').on(table.userId),
  ],
);

/**
 * Notifications of members: written in the transaction that causes them, and deleted with their subject. Whether
 * the member may still read one is decided when it is read.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    /** The recipient. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /**
     * Identifies the occurrence: if it happens again, such as a like that is removed and added again, it is the same
     * row.
     */
    occurrence: text('occurrence').notNull(),
    /** Rows of the same line are shown together. */
    line: text('line').notNull(),
    /** The user who did it. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'cascade' }),
    activityId: uuid('activity_id').references(() => activities.id, { onDelete: 'cascade' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    clubId: uuid('club_id').references(() => clubs.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    reportCaseId: uuid('report_case_id').references(() => reportCases.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
    /** It must still be mailed. */
    isToMail: boolean('is_to_mail').notNull(),
  },
  (table) => [
    uniqueIndex('notifications_occurrence').on(table.userId, table.occurrence),
    index('notifications_user_created').on(table.userId, table.createdAt, table.id),
    index('notifications_unread')
      .on(table.userId, table.createdAt)
      .where(sql`${table.readAt} is null`),
    index('notifications_to_mail')
      .on(table.userId)
      .where(sql`${table.isToMail}`),
    index('notifications_created').on(table.createdAt),
    // These indexes serve the deletion of their subjects.
    index('notifications_actor').on(table.actorId),
    index('notifications_activity').on(table.activityId),
    index('notifications_comment').on(table.commentId),
    index('notifications_club').on(table.clubId),
    index('notifications_session').on(table.sessionId),
    index('notifications_report_case').on(table.reportCaseId),
  ],
);

/** The queue of activities to send to services, and the outcome of each. */
export const syncUploads = uploadsOf(() => activities.id);

/** Activities that are probably one row, until their athlete decides. */
export const sameRowQuestions = sameRowQuestionsOf(() => activities.id);

/** Words by which athletes find their activities again: no one else sees them. */
export const activityTags = tagsOf(() => activities.id);
export const rowMoves = rowMovesOf(() => activities.id);
/** Rows and entered results of the lanes of races. */
export const raceAttempts = raceAttemptsOf(() => activities.id);
