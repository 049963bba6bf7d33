import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type {
  Activity,
  ActivitySortField,
  ListedActivity,
  OwnActivity,
  WorkoutSummary,
} from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import type { Database } from '../../db/database.ts';
import { offsetOf, type Page } from '../../db/paging.ts';
import { activities, sessions, starts, users } from '../../db/tables.ts';
import type { Completed } from '../statistics/index.ts';
import { isSessionReadableBy } from '../sessions/index.ts';
import { userRefColumns } from '../users/index.ts';
import { firstStrokeBefore, type LiveChange } from './rules.ts';

const refs = {
  user: userRefColumns,
  session: {
    _id: sessions.id,
    title: sessions.title,
    workoutItems: sessions.workoutItems,
    isDeleted: sql<boolean>`${sessions.deletedAt} is not null`,
  },
};

/** For one activity, with its splits. */
const selectActivity = (db: Database) =>
  db
    .select({ activity: activities, ...refs })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .innerJoin(sessions, eq(sessions.id, activities.sessionId));

const listedColumns = {
  ...getTableColumns(activities),
  summary: sql<ListedActivity['summary']>`${activities.summary} - 'splits'`,
};

/** For lists. Other stores add what they join and their order, and map each row with `activityOf`. */
export function selectActivities(db: Database) {
  return db
    .select({ activity: listedColumns, ...refs })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .innerJoin(sessions, eq(sessions.id, activities.sessionId));
}

type Row<S> = {
  activity: Omit<typeof activities.$inferSelect, 'summary'> & { summary: S };
  user: Activity['user'];
  session: Activity['session'];
};

export function activityOf<S>({
  activity,
  user,
  session,
}: Row<S>): Omit<ListedActivity, 'summary'> & { summary: S } {
  return {
    _id: activity.id,
    user,
    session,
    workoutItemIndex: activity.workoutItemIndex,
    isCompleted: activity.isCompleted,
    createdAt: activity.createdAt.toISOString(),
    completedAt: activity.completedAt?.toISOString() ?? null,
    elapsedTime: activity.elapsedTime,
    currentPace: activity.currentPace,
    averagePace: activity.averagePace,
    distance: activity.distance,
    strokeRate: activity.strokeRate,
    workoutType: activity.workoutType,
    heartRate: activity.heartRate,
    dragFactor: activity.dragFactor,
    averagePower: activity.averagePower,
    totalCalories: activity.totalCalories,
    isSimulated: activity.isSimulated,
    summary: activity.summary,
    isPartial: activity.isPartial,
    heardAt: activity.heardAt.toISOString(),
    startOffset: activity.startOffset,
  };
}

/** SESS-11 on `activities` joined with `sessions`: users who may read the session, and always the athlete. */
export function isActivityReadableBy(viewerId: string): SQL {
  return sql`(${activities.userId} = ${viewerId} or ${isSessionReadableBy(viewerId)})`;
}

export async function mayReadActivity(db: Database, id: string, viewerId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(eq(activities.id, id), isActivityReadableBy(viewerId)));
  return row !== undefined;
}

export async function findActivity(db: Database, id: string): Promise<Activity | null> {
  const [row] = await selectActivity(db).where(eq(activities.id, id));
  return row ? activityOf(row) : null;
}

async function findOne(db: Database, where: SQL | undefined): Promise<OwnActivity | null> {
  const [row] = await selectActivity(db).where(where);
  return row ? { ...activityOf(row), owner: row.activity.owner } : null;
}

/** For its athlete alone: with the owner. */
export function findOwnActivity(db: Database, id: string) {
  return findOne(db, eq(activities.id, id));
}

export function findActivityInProgress(db: Database, userId: string) {
  return findOne(db, and(eq(activities.userId, userId), eq(activities.isCompleted, false)));
}

export function findActivityOfItem(
  db: Database,
  item: { userId: string; sessionId: string; workoutItemIndex: number },
) {
  return findOne(
    db,
    and(
      eq(activities.userId, item.userId),
      eq(activities.sessionId, item.sessionId),
      eq(activities.workoutItemIndex, item.workoutItemIndex),
    ),
  );
}

/** Sorted by start. */
export async function listActivitiesOfSession(db: Database, sessionId: string): Promise<ListedActivity[]> {
  const rows = await selectActivities(db)
    .where(eq(activities.sessionId, sessionId))
    .orderBy(asc(activities.createdAt), asc(activities.id));
  return rows.map(activityOf);
}

export async function listActivitiesByIds(db: Database, ids: readonly string[]): Promise<ListedActivity[]> {
  if (ids.length === 0) return [];
  const rows = await selectActivities(db).where(inArray(activities.id, [...ids]));
  return rows.map(activityOf);
}

/** Returns null if a unique rule refuses it: one id, one activity in progress a user, one activity a user and item. */
export async function insertActivity(
  db: Database,
  item: {
    id: string;
    createdAt: Date;
    userId: string;
    sessionId: string;
    workoutItemIndex: number;
    owner: string | null;
  },
): Promise<string | null> {
  const [row] = await db
    .insert(activities)
    .values({ ...item, heardAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: activities.id });
  return row?.id ?? null;
}

const isInProgress = (id: string) => and(eq(activities.id, id), eq(activities.isCompleted, false));
/** Becomes the owner if there is none. */
const ownerOr = (given: string | null) => sql`coalesce(${activities.owner}, ${given}::uuid)`;

/**
 * Merges live fields; false when the activity is complete, which a merge never undoes, gone, or owned by another device
 * than `owner`.
 */
export async function updateActivityInProgress(
  db: Database,
  id: string,
  change: LiveChange,
  owner: string | null = null,
): Promise<boolean> {
  const rows = await db
    .update(activities)
    .set({ ...change, heardAt: new Date(), owner: ownerOr(owner) })
    .where(
      and(
        isInProgress(id),
        owner === null ? undefined : or(isNull(activities.owner), eq(activities.owner, owner)),
      ),
    )
    .returning({ id: activities.id });
  return rows.length > 0;
}

export type StoredSample = { sample: LiveSample; receivedAt: Date };

/** Ten values per row: PostgreSQL allows at most 65,535 parameters per statement. */
const samplesPerUpdate = 5_000;

/**
 * Stores the newest samples of activities in progress, by activity; leaves completed ones as they are. An activity that was
 * heard of since, by another call, keeps that time. Returns those that have an offset to a common start now and had none before.
 */
export async function updateFromSamples(
  db: Database,
  samples: ReadonlyMap<string, StoredSample>,
): Promise<string[]> {
  const rows = [...samples].map(([id, { sample, receivedAt }]) => {
    const { elapsedTime, distance, currentPace, averagePace, strokeRate, heartRate, isSimulated } = sample;
    const since = firstStrokeBefore(sample, receivedAt)?.toISOString() ?? null;
    return sql`(${id}::uuid, ${receivedAt.toISOString()}::timestamptz, ${elapsedTime}::float8, ${distance}::float8,
      ${currentPace}::float8, ${averagePace}::float8, ${strokeRate}::int2, ${heartRate}::int2, ${isSimulated}::bool,
      ${since}::timestamptz)`;
  });
  // Each sample bounds the first stroke from above; one of less time than before is of a restarted row.
  const rowingSince = sql`case when sample.elapsed_time = 0 then null
    when sample.elapsed_time < before.elapsed_time - 1 then coalesce(sample.since, before.rowing_since)
    else least(before.rowing_since, sample.since) end`;
  const sinceStart = sql`extract(epoch from ${rowingSince} - start.start_at)::float8`;
  const started: string[] = [];
  for (let start = 0; start < rows.length; start += samplesPerUpdate) {
    const updated = await db
      .update(activities)
      .set({
        heardAt: sql`greatest(before.heard_at, sample.heard_at)`,
        elapsedTime: sql`sample.elapsed_time`,
        distance: sql`sample.distance`,
        currentPace: sql`sample.current_pace`,
        averagePace: sql`sample.average_pace`,
        strokeRate: sql`sample.stroke_rate`,
        heartRate: sql`sample.heart_rate`,
        isSimulated: sql`sample.is_simulated`,
        rowingSince,
        startOffset: sql`(
          select ${sinceStart} from ${starts} as start where start.session_id = before.session_id
            and start.workout_item_index = before.workout_item_index
            and abs(${sinceStart}) < ${limits.commonStartMs / 1000})`,
      })
      .from(
        sql`(values ${sql.join(rows.slice(start, start + samplesPerUpdate), sql`, `)}) as sample(
          id, heard_at, elapsed_time, distance, current_pace, average_pace, stroke_rate, heart_rate, is_simulated, since)
          join ${activities} as before on before.id = sample.id`,
      )
      .where(and(eq(activities.id, sql`sample.id`), eq(activities.isCompleted, false)))
      .returning({
        id: activities.id,
        isStarted: sql<boolean>`before.start_offset is null and ${activities.startOffset} is not null`,
      });
    started.push(...updated.filter(({ isStarted }) => isStarted).map(({ id }) => id));
  }
  return started;
}

/** Returns false when the activity is complete or gone. */
export async function updateOwner(db: Database, id: string, owner: string): Promise<boolean> {
  const rows = await db
    .update(activities)
    .set({ owner })
    .where(isInProgress(id))
    .returning({ id: activities.id });
  return rows.length > 0;
}

/** Locks an activity until the end of the transaction; null if it is gone. */
export async function lockActivity(tx: Database, id: string) {
  const [row] = await tx
    .select({ activity: activities, session: sessions })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(eq(activities.id, id))
    .for('update', { of: activities });
  if (!row) return null;
  const { activity, session } = row;
  const workoutItem = session.workoutItems[activity.workoutItemIndex] ?? '';
  return { ...activity, workoutItem, isSessionDeleted: session.deletedAt !== null };
}

type Result = {
  change: LiveChange;
  summary: WorkoutSummary | null;
  day: string;
  isPartial: boolean;
  completedAt: Date;
  owner: string | null;
};

/** Completes an activity, or replaces its result; call it with the activity locked. Returns it as it counts. */
export async function updateResult(tx: Database, id: string, result: Result): Promise<Completed> {
  const { change, owner, ...rest } = result;
  const [row] = await tx
    .update(activities)
    .set({ ...change, ...rest, isCompleted: true, owner: ownerOr(owner) })
    .where(eq(activities.id, id))
    .returning({
      userId: activities.userId,
      day: activities.day,
      distance: activities.distance,
      elapsedTime: activities.elapsedTime,
      totalCalories: activities.totalCalories,
      isSimulated: activities.isSimulated,
    });
  if (!row) throw new Error('A locked activity is gone');
  return row;
}

/**
 * Puts a completed activity back in progress; call it with the activity locked. Returns false if its athlete has another
 * one in progress.
 */
export async function reopenActivity(
  tx: Database,
  { id, userId, completedAt }: Pick<typeof activities.$inferSelect, 'id' | 'userId' | 'completedAt'>,
): Promise<boolean> {
  const other = tx
    .select({ one: sql`1` })
    .from(activities)
    .where(and(eq(activities.userId, userId), eq(activities.isCompleted, false)));
  // Later than the result that it takes back, so that pages can tell which of two states is newer.
  const heardAt = new Date(Math.max(Date.now(), (completedAt?.getTime() ?? 0) + 1));
  const rows = await tx
    .update(activities)
    .set({
      isCompleted: false,
      completedAt: null,
      summary: null,
      isPartial: false,
      heardAt,
      reopenedAt: heardAt,
    })
    .where(and(eq(activities.id, id), notExists(other)))
    .returning({ id: activities.id });
  return rows.length > 0;
}

/**
 * Deletes an activity and its strokes; false if it is completed or gone. With `heardBefore` also if it was heard of then or
 * later, or ever had a result.
 */
export async function deleteActivityInProgress(
  db: Database,
  id: string,
  heardBefore: Date | null = null,
): Promise<boolean> {
  const isRemovable =
    heardBefore === null
      ? undefined
      : and(lt(activities.heardAt, heardBefore), isNull(activities.reopenedAt));
  const rows = await db
    .delete(activities)
    .where(and(isInProgress(id), isRemovable))
    .returning({ id: activities.id });
  return rows.length > 0;
}

/** Whether the user hosts the activity's session. */
export async function isHostOfActivity(db: Database, id: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(eq(activities.id, id), eq(sessions.hostUserId, userId)));
  return row !== undefined;
}

/** Stores the recovery heart rate, which the monitor sends a minute after the end. */
export async function updateRecoveryHeartRate(db: Database, id: string, heartRateBpm: number): Promise<void> {
  await db
    .update(activities)
    .set({
      summary: sql`jsonb_set(${activities.summary}, '{recoveryHeartRate}', ${heartRateBpm}::text::jsonb)`,
    })
    .where(and(eq(activities.id, id), sql`${activities.summary} is not null`));
}

/** Inclusive bounds. `eq` compares rounded to whole metres or seconds. */
type FigureFilter = { gte?: number | undefined; lte?: number | undefined; eq?: number | undefined };

type ActivitySearch = Page & {
  distance: FigureFilter;
  elapsedTime: FigureFilter;
  sort: { field: ActivitySortField; descending: boolean };
};

type FigureColumn = typeof activities.distance | typeof activities.elapsedTime;

function figureIs(column: FigureColumn, wanted: FigureFilter): SQL | undefined {
  const whole = wanted.eq === undefined ? null : Math.round(wanted.eq);
  return and(
    wanted.gte === undefined ? undefined : gte(column, wanted.gte),
    wanted.lte === undefined ? undefined : lte(column, wanted.lte),
    whole === null ? undefined : and(gte(column, whole - 0.5), lt(column, whole + 0.5)),
  );
}

const isPastWorkout = (userId: string, { distance, elapsedTime }: ActivitySearch) =>
  and(
    eq(activities.userId, userId),
    eq(activities.isCompleted, true),
    figureIs(activities.distance, distance),
    figureIs(activities.elapsedTime, elapsedTime),
  );

/**
 * Orders equal values by start. Partial results are last, except by date, and so are activities without a pace, in both
 * directions.
 */
function orderOf({ field, descending }: ActivitySearch['sort']): SQL[] {
  const direction = descending ? desc : asc;
  const byField =
    field === 'averagePace' ? sql`${direction(activities[field])} nulls last` : direction(activities[field]);
  const wholeFirst = field === 'createdAt' ? [] : [asc(activities.isPartial)];
  return [...wholeFirst, byField, direction(activities.createdAt), direction(activities.id)];
}

/** Returns one page of a user's completed activities, and the count over all pages. */
export async function searchPastActivities(
  db: Database,
  userId: string,
  search: ActivitySearch,
): Promise<{ count: number; activities: ListedActivity[] }> {
  const isFound = isPastWorkout(userId, search);
  const [count, rows] = await Promise.all([
    db.$count(activities, isFound),
    selectActivities(db)
      .where(isFound)
      .orderBy(...orderOf(search.sort))
      .limit(search.pagesize)
      .offset(offsetOf(search)),
  ]);
  return { count, activities: rows.map(activityOf) };
}
