import { and, asc, desc, eq, getTableColumns, gte, lt, lte, sql, type SQL } from 'drizzle-orm';
import type {
  Activity,
  ActivitySortField,
  ListedActivity,
  WorkoutSummary,
} from '@boathouse/contract/activities';
import type { Database } from '../../db/database.ts';
import { offsetOf, type Page } from '../../db/paging.ts';
import { activities, sessions, users } from '../../db/tables.ts';
import type { Completed } from '../statistics/index.ts';
import { isSessionReadableBy } from '../sessions/index.ts';
import { userRefColumns } from '../users/index.ts';
import type { LiveChange } from './rules.ts';

const refs = {
  user: userRefColumns,
  session: { _id: sessions.id, title: sessions.title, workoutItems: sessions.workoutItems },
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

async function findOne(db: Database, where: SQL | undefined): Promise<Activity | null> {
  const [row] = await selectActivity(db).where(where);
  return row ? activityOf(row) : null;
}

export function findActivity(db: Database, id: string) {
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

/** Returns null if a unique rule refuses it: one id, one activity in progress a user, one activity a user and item. */
export async function insertActivity(
  db: Database,
  item: { id: string; createdAt: Date; userId: string; sessionId: string; workoutItemIndex: number },
): Promise<string | null> {
  const [row] = await db
    .insert(activities)
    .values(item)
    .onConflictDoNothing()
    .returning({ id: activities.id });
  return row?.id ?? null;
}

/** Merges live fields; false when the activity is complete (or gone), which a merge never undoes. */
export async function updateActivityInProgress(
  db: Database,
  id: string,
  change: LiveChange,
): Promise<boolean> {
  if (Object.keys(change).length === 0) return true;
  const rows = await db
    .update(activities)
    .set(change)
    .where(isInProgress(id))
    .returning({ id: activities.id });
  return rows.length > 0;
}

const isInProgress = (id: string) => and(eq(activities.id, id), eq(activities.isCompleted, false));

/** Completes an activity and returns it as it counts; null when it is already complete or deleted. */
export async function updateToCompleted(
  db: Database,
  id: string,
  completion: { change: LiveChange; summary: WorkoutSummary | null; day: string },
): Promise<Completed | null> {
  const { change, summary, day } = completion;
  const [row] = await db
    .update(activities)
    .set({ ...change, summary, day, isCompleted: true, completedAt: new Date() })
    .where(isInProgress(id))
    .returning({
      userId: activities.userId,
      day: activities.day,
      distance: activities.distance,
      elapsedTime: activities.elapsedTime,
      totalCalories: activities.totalCalories,
      isSimulated: activities.isSimulated,
    });
  return row ?? null;
}

/** Deletes an activity and its strokes; false if it is completed or gone. */
export async function deleteActivityInProgress(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(activities).where(isInProgress(id)).returning({ id: activities.id });
  return rows.length > 0;
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

export type ActivitySearch = Page & {
  distance: FigureFilter;
  elapsedTime: FigureFilter;
  sort: { field: ActivitySortField; descending: boolean };
};

function figureIs(
  column: typeof activities.distance | typeof activities.elapsedTime,
  wanted: FigureFilter,
): SQL | undefined {
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

/** Orders equal values by start. Activities without a pace are last in both directions. */
function orderOf({ field, descending }: ActivitySearch['sort']): SQL[] {
  const direction = descending ? desc : asc;
  const byField =
    field === 'averagePace' ? sql`${direction(activities[field])} nulls last` : direction(activities[field]);
  return [byField, direction(activities.createdAt), direction(activities.id)];
}

/** Returns one page of a user's completed activities. */
export async function listPastActivities(
  db: Database,
  userId: string,
  search: ActivitySearch,
): Promise<ListedActivity[]> {
  const rows = await selectActivities(db)
    .where(isPastWorkout(userId, search))
    .orderBy(...orderOf(search.sort))
    .limit(search.pagesize)
    .offset(offsetOf(search));
  return rows.map(activityOf);
}

/** Returns the count over all pages. */
export async function countPastActivities(
  db: Database,
  userId: string,
  search: ActivitySearch,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(activities)
    .where(isPastWorkout(userId, search));
  return row?.count ?? 0;
}
