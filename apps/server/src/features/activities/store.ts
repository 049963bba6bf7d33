import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Activity, WorkoutSummary } from '@boathouse/contract/activities';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { activities, sessions, users } from '../../db/tables.ts';
import { userRefColumns } from '../users/index.ts';
import type { LiveChange } from './rules.ts';

const selectActivities = (db: Database) =>
  db
    .select({
      activity: activities,
      user: userRefColumns,
      session: { _id: sessions.id, title: sessions.title, workoutItems: sessions.workoutItems },
    })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .innerJoin(sessions, eq(sessions.id, activities.sessionId));

type Row = {
  activity: typeof activities.$inferSelect;
  user: Activity['user'];
  session: Activity['session'];
};

function activityOf({ activity, user, session }: Row): Activity {
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

async function findOne(db: Database, where: SQL | undefined): Promise<Activity | null> {
  const [row] = await selectActivities(db).where(where);
  return row ? activityOf(row) : null;
}

export const findActivity = (db: Database, id: string) => findOne(db, eq(activities.id, id));

export const findActivityInProgress = (db: Database, userId: string) =>
  findOne(db, and(eq(activities.userId, userId), eq(activities.isCompleted, false)));

export const findActivityOfItem = (
  db: Database,
  item: { userId: string; sessionId: string; workoutItemIndex: number },
) =>
  findOne(
    db,
    and(
      eq(activities.userId, item.userId),
      eq(activities.sessionId, item.sessionId),
      eq(activities.workoutItemIndex, item.workoutItemIndex),
    ),
  );

/** In the order they were begun. */
export async function listActivitiesOfSession(db: Database, sessionId: string): Promise<Activity[]> {
  const rows = await selectActivities(db)
    .where(eq(activities.sessionId, sessionId))
    .orderBy(asc(activities.createdAt), asc(activities.id));
  return rows.map(activityOf);
}

/** Null when one of the two unique rules (one in progress a user, one activity an item) stands against it. */
export async function insertActivity(
  db: Database,
  item: { userId: string; sessionId: string; workoutItemIndex: number },
): Promise<string | null> {
  const [row] = await db
    .insert(activities)
    .values({ id: newId(), ...item })
    .onConflictDoNothing()
    .returning({ id: activities.id });
  return row?.id ?? null;
}

/** Merges live fields; false when the activity is complete (or gone), which a merge never undoes. */
export async function updateActivityInProgress(
  db: Database,
  id: string,
  change: LiveChange,
  completion?: { summary: WorkoutSummary | null },
): Promise<boolean> {
  const values = completion
    ? { ...change, summary: completion.summary, isCompleted: true, completedAt: new Date() }
    : change;
  if (Object.keys(values).length === 0) return true;
  const rows = await db
    .update(activities)
    .set(values)
    .where(and(eq(activities.id, id), eq(activities.isCompleted, false)))
    .returning({ id: activities.id });
  return rows.length > 0;
}

/** The one figure that the monitor adds a minute after the end. */
export async function updateRecoveryHeartRate(db: Database, id: string, heartRateBpm: number): Promise<void> {
  await db
    .update(activities)
    .set({
      summary: sql`jsonb_set(${activities.summary}, '{recoveryHeartRate}', ${heartRateBpm}::text::jsonb)`,
    })
    .where(and(eq(activities.id, id), sql`${activities.summary} is not null`));
}
