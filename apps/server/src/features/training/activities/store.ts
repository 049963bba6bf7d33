import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type {
  Activity,
  ActivityVisibility,
  ListedActivity,
  OwnActivity,
  WorkoutSummary,
} from '@boathouse/contract/activities';
import { limits, serverLimits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import type { Database } from '../../../db/database.ts';
import { activities, sessions, starts, users } from '../../../db/tables.ts';
import type { Completed } from '../statistics/index.ts';
import { isActivityOpenTo, isSessionManagedBy } from '../../sessions/sessions/index.ts';
import { userRefColumns } from '../../people/users/index.ts';
import { queueLateValues, queueUploads } from './uploads/store.ts';
import type { UserRef } from '@boathouse/contract/users';
import { activityOf, firstStrokeBefore, type StoredChange } from './rules.ts';

/** Besides the columns of an activity: its athlete, the user who entered it, and its session. */
export const activityRefs = {
  user: userRefColumns,
  enteredBy: sql<UserRef | null>`(
    select jsonb_build_object('_id', enterer.id, 'displayName', enterer.display_name, 'iconURL', enterer.icon_url)
    from ${users} as enterer where enterer.id = ${activities.enteredBy})`,
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
    .select({ activity: activities, ...activityRefs })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .leftJoin(sessions, eq(sessions.id, activities.sessionId));

/** The splits are left out. */
export const listedColumns = {
  ...getTableColumns(activities),
  summary: sql<ListedActivity['summary']>`${activities.summary} - 'splits'`,
};

/** For lists. */
const selectActivities = (db: Database) =>
  db
    .select({ activity: listedColumns, ...activityRefs })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .leftJoin(sessions, eq(sessions.id, activities.sessionId));

export async function mayReadActivity(db: Database, id: string, viewerId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: activities.id })
    .from(activities)
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(eq(activities.id, id), isActivityOpenTo(viewerId)));
  return row !== undefined;
}

export async function findActivity(db: Database, id: string): Promise<Activity | null> {
  const [row] = await selectActivity(db).where(eq(activities.id, id));
  return row ? activityOf(row) : null;
}

export type RowedActivity = { userId: string; sessionId: string | null; isCompleted: boolean };

/** Returns the athletes and sessions of the activities; null for one without a session. */
export async function findRowedByIds(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, RowedActivity>> {
  const { id, userId, sessionId, isCompleted } = activities;
  const rows = await db
    .select({ id, userId, sessionId, isCompleted })
    .from(activities)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

async function findOne(db: Database, where: SQL | undefined): Promise<OwnActivity | null> {
  const [row] = await selectActivity(db).where(where);
  return row ? { ...activityOf(row), owner: row.activity.owner } : null;
}

/** For its athlete only: with the owner. */
export function findOwnActivity(db: Database, id: string) {
  return findOne(db, eq(activities.id, id));
}

export function findActivityInProgress(db: Database, userId: string) {
  return findOne(db, and(eq(activities.userId, userId), eq(activities.isCompleted, false)));
}

type Item = Pick<typeof activities.$inferSelect, 'userId' | 'sessionId' | 'workoutItemIndex'>;

/**
 * The user's activity for an item: there is at most one in addition to those that were left and the entered one. Null
 * for a workout without a session, which may be rowed any number of times.
 */
export async function findActivityOfItem(
  db: Database,
  { userId, sessionId, workoutItemIndex }: Item,
): Promise<OwnActivity | null> {
  if (sessionId === null || workoutItemIndex === null) return null;
  return findOne(
    db,
    and(
      eq(activities.userId, userId),
      eq(activities.sessionId, sessionId),
      eq(activities.workoutItemIndex, workoutItemIndex),
      eq(activities.isLeft, false),
      ne(activities.source, 'entered'),
    ),
  );
}

/** Returns a user's activities without a session that began in [from, to), earliest first. */
export async function listActivitiesWithoutSession(
  db: Database,
  userId: string,
  [from, to]: readonly [Date, Date],
) {
  const { id: _id, title, createdAt, isCompleted } = activities;
  const rows = await db
    .select({ _id, title, createdAt, isCompleted })
    .from(activities)
    .where(
      and(
        eq(activities.userId, userId),
        isNull(activities.sessionId),
        gte(activities.createdAt, from),
        lt(activities.createdAt, to),
      ),
    )
    .orderBy(asc(activities.createdAt), asc(activities.id))
    .limit(limits.listedMax);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
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

/** Returns activities with their splits, by id. */
export async function listOwnActivities(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Activity>> {
  if (ids.length === 0) return new Map();
  const rows = await selectActivity(db).where(inArray(activities.id, [...ids]));
  return new Map(rows.map((row) => [row.activity.id, activityOf(row)]));
}

/** The rowed workout: an item of a session, or a workout without one. */
export type Begun = Pick<typeof activities.$inferSelect, 'title' | 'workout' | 'plan'> &
  (
    | { sessionId: string; workoutItemIndex: number; visibility: null }
    | { sessionId: null; workoutItemIndex: null; visibility: ActivityVisibility }
  );

/**
 * Returns null if a unique rule refuses it: one id, one activity in progress per user, one per user and item that was
 * not left.
 */
export async function insertActivity(
  db: Database,
  begun: Begun &
    Pick<typeof activities.$inferInsert, 'id' | 'createdAt' | 'userId' | 'owner' | 'machine' | 'day'>,
): Promise<string | null> {
  const [row] = await db
    .insert(activities)
    .values({ ...begun, heardAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: activities.id });
  return row?.id ?? null;
}

const isInProgress = (id: string) => and(eq(activities.id, id), eq(activities.isCompleted, false));
/** Sets the owner if there is none. */
const ownerOr = (given: string | null) => sql`coalesce(${activities.owner}, ${given}::uuid)`;

/**
 * Merges live fields; returns false if the activity is complete (a merge never undoes that), deleted, or owned by
 * another device than `owner`.
 */
export async function updateActivityInProgress(
  db: Database,
  id: string,
  change: StoredChange,
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

/**
 * Stores the newest samples of activities in progress, by activity; does not change completed ones. Never moves
 * `heardAt` back. Returns those that now have an offset to a common start and had none before, and the sessions with
 * activities whose first stroke has become known or has changed.
 */
export async function updateFromSamples(
  db: Database,
  samples: ReadonlyMap<string, StoredSample>,
): Promise<{ started: string[]; begunIn: string[] }> {
  if (samples.size === 0) return { started: [], begunIn: [] };
  // One parameter, however many samples: composing a statement of ten values each took most of a room's processor time.
  const rows = JSON.stringify(
    Array.from(samples, ([id, { sample, receivedAt }]) => ({
      id,
      heard_at: receivedAt,
      elapsed_time: sample.elapsedTime,
      distance: sample.distance,
      current_pace: sample.currentPace,
      average_pace: sample.averagePace,
      stroke_rate: sample.strokeRate,
      heart_rate: sample.heartRate,
      is_simulated: sample.isSimulated,
      since: firstStrokeBefore(sample, receivedAt),
    })),
  );
  // Each sample limits the first stroke from above; a sample with less time than before belongs to a restarted row.
  const rowingSince = sql`case when sample.elapsed_time = 0 then null
    when sample.elapsed_time < before.elapsed_time - 1 then coalesce(sample.since, before.rowing_since)
    else least(before.rowing_since, sample.since) end`;
  const sinceStart = sql`extract(epoch from ${rowingSince} - start.start_at)::float8`;
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
      source: sql`case when sample.is_simulated then 'simulated' else 'monitor' end`,
      rowingSince,
      startOffset: sql`(
          select ${sinceStart} from ${starts} as start where start.session_id = before.session_id
            and start.workout_item_index = before.workout_item_index
            and ${countsFromStart(sinceStart)})`,
    })
    .from(
      sql`jsonb_to_recordset(${rows}::jsonb) as sample(
          id uuid, heard_at timestamptz, elapsed_time float8, distance float8, current_pace float8, average_pace float8,
          stroke_rate int2, heart_rate int2, is_simulated bool, since timestamptz)
          join ${activities} as before on before.id = sample.id`,
    )
    .where(and(eq(activities.id, sql`sample.id`), eq(activities.isCompleted, false)))
    .returning({
      id: activities.id,
      sessionId: activities.sessionId,
      isStarted: sql<boolean>`before.start_offset is null and ${activities.startOffset} is not null`,
      isBegun: sql<boolean>`${activities.rowingSince} is not null and ${activities.rowingSince} is distinct from before.rowing_since`,
    });
  const begun = updated.flatMap(({ sessionId, isBegun }) => (isBegun && sessionId !== null ? sessionId : []));
  return {
    started: updated.filter(({ isStarted }) => isStarted).map(({ id }) => id),
    begunIn: [...new Set(begun)],
  };
}

/** Whether a first stroke this many seconds after a common start belongs to its field. */
export function countsFromStart(sinceStart: SQL): SQL {
  return sql`${sinceStart} > ${-limits.earlyStartMs / 1000} and ${sinceStart} < ${serverLimits.commonStartMs / 1000}`;
}

/** Returns false when the activity is complete or deleted. */
export async function updateOwner(db: Database, id: string, owner: string): Promise<boolean> {
  const rows = await db
    .update(activities)
    .set({ owner })
    .where(isInProgress(id))
    .returning({ id: activities.id });
  return rows.length > 0;
}

/**
 * Locks an activity until the end of the transaction; null if it is deleted. With `athleteId`, also null if it no
 * longer belongs to that user: a deleted user's result may have passed to an anonymous record.
 */
export async function lockActivity(tx: Database, id: string, athleteId: string | null = null) {
  const [row] = await tx
    .select({ activity: activities, session: sessions, isFormer: users.isFormer })
    .from(activities)
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .innerJoin(users, eq(users.id, activities.userId))
    .where(and(eq(activities.id, id), athleteId === null ? undefined : eq(activities.userId, athleteId)))
    .for('update', { of: activities });
  if (!row) return null;
  const { activity, session, isFormer } = row;
  const isSessionDeleted = (session?.deletedAt ?? null) !== null;
  return { ...activity, isSessionDeleted, isAthleteGone: isFormer };
}

type Result = {
  change: StoredChange;
  summary: WorkoutSummary | null;
  day: string;
  isPartial: boolean;
  isLeft: boolean;
  completedAt: Date;
  owner: string | null;
};

/**
 * Completes an activity, or replaces its result, and queues it for services; lock it before the call. Returns its
 * counted values.
 */
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
      source: activities.source,
      machine: activities.machine,
    });
  if (!row) throw new Error('A locked activity is gone');
  const now = new Date();
  await queueUploads(tx, { ...row, activityId: id }, now);
  await queueLateValues(tx, id, now);
  return row;
}

/**
 * Puts a completed activity back in progress; lock the activity before the call. Returns false if its athlete has
 * another one in progress.
 */
export async function reopenActivity(
  tx: Database,
  { id, userId, completedAt }: Pick<typeof activities.$inferSelect, 'id' | 'userId' | 'completedAt'>,
): Promise<boolean> {
  const other = tx
    .select({ one: sql`1` })
    .from(activities)
    .where(and(eq(activities.userId, userId), eq(activities.isCompleted, false)));
  // Later than the withdrawn result, so that pages can see which of two states is newer.
  const heardAt = new Date(Math.max(Date.now(), (completedAt?.getTime() ?? 0) + 1));
  const rows = await tx
    .update(activities)
    .set({
      isCompleted: false,
      completedAt: null,
      summary: null,
      isPartial: false,
      isLeft: false,
      heardAt,
      reopenedAt: heardAt,
    })
    .where(and(eq(activities.id, id), notExists(other)))
    .returning({ id: activities.id });
  return rows.length > 0;
}

/**
 * Deletes an activity and its strokes; false if it is completed or deleted. With `heardBefore`, also returns false if a
 * message has come since then, or if it ever had a result.
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

export async function deleteActivity(tx: Database, id: string): Promise<void> {
  await tx.delete(activities).where(eq(activities.id, id));
}

/** Returns the activities in progress in a session, by id. */
export function listInProgressOfSession(db: Database, sessionId: string) {
  const { id, userId, distance } = activities;
  return db
    .select({ id, userId, distance })
    .from(activities)
    .where(and(eq(activities.sessionId, sessionId), eq(activities.isCompleted, false)))
    .orderBy(id);
}

/** Whether the user manages the activity's session. */
export async function managesSessionOf(db: Database, id: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(eq(activities.id, id), isSessionManagedBy(userId)));
  return row !== undefined;
}

/** Stores the recovery heart rate of the athlete's activity, which the monitor sends a minute after the end. */
export async function updateRecoveryHeartRate(
  db: Database,
  id: string,
  athleteId: string,
  heartRateBpm: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(activities)
      .set({
        summary: sql`jsonb_set(${activities.summary}, '{recoveryHeartRate}', ${heartRateBpm}::text::jsonb)`,
      })
      .where(
        and(
          eq(activities.id, id),
          eq(activities.userId, athleteId),
          // A repeated request changes nothing.
          sql`(${activities.summary} ->> 'recoveryHeartRate') is distinct from ${heartRateBpm}::text`,
          sql`${activities.summary} is not null`,
        ),
      )
      .returning({ id: activities.id });
    if (rows.length > 0) await queueLateValues(tx, id, new Date());
  });
}
