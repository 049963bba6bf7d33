import { and, asc, desc, eq, inArray, isNull, sql, type SQLWrapper } from 'drizzle-orm';
import { importLimits, type ImportRecord } from '@boathouse/contract/activities/imports';
import type { Database } from '../../../db/database.ts';
import type { AddedByFile, FileWorkout, ImportChoice } from '../../../db/imports/stored-shapes.ts';
import {
  activities,
  activityNotes,
  activityOrigins,
  importCompletions,
  imports,
  strokeChunks,
} from '../../../db/tables.ts';
import { tagsInserted } from '../../training/activities/index.ts';
import {
  fullChunkStrokes,
  packStrokes,
  unpackStrokes,
  type StoredStroke,
} from '../../../infra/packed-strokes.ts';
import { gainsOf, withHeartRates } from '../../training/samerows/index.ts';
import type { Completed } from '../../training/statistics/index.ts';
import { strokesInBatches } from '../../training/strokes/index.ts';
import { listReadStrokes, strokesMoved } from './read/store.ts';
import { gainsIn, type StoredWorkout } from './rules.ts';

/** Begins to store an import. @throws a duplicate's error if that has begun already */
export async function insertImport(
  db: Database,
  begun: Pick<typeof imports.$inferInsert, 'id' | 'userId' | 'fileNames' | 'notes'> & {
    choice: ImportChoice;
    now: Date;
  },
): Promise<void> {
  const { id, userId, fileNames, choice, notes, now } = begun;
  const chosen = choice.order.length;
  await db
    .insert(imports)
    .values({ id, userId, fileNames, choice, notes, chosen, count: 0, createdAt: now, progressAt: now });
}

/** Locks an import of the user with workouts to store, until the end of the transaction; null if there is none. */
export async function lockOpenImport(
  tx: Database,
  userId: string,
  id: string,
): Promise<{ choice: ImportChoice; done: number } | null> {
  const [row] = await tx
    .select({ choice: imports.choice, done: imports.done })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.userId, userId), isNull(imports.endedAt)))
    .for('update');
  return row?.choice ? { choice: row.choice, done: row.done } : null;
}

type Progress = { done: number; stored: number; completed: number; isEnd: boolean; now: Date };

/** The statement that notes how far an import is. */
export function progressNoted(
  tx: Database,
  id: string,
  { done, stored, completed, isEnd, now }: Progress,
): SQLWrapper {
  return tx
    .update(imports)
    .set({
      done,
      count: sql`${imports.count} + ${stored}`,
      completed: sql`${imports.completed} + ${completed}`,
      progressAt: now,
      ...(isEnd ? { endedAt: now, choice: null } : {}),
    })
    .where(eq(imports.id, id));
}

/** No further workout of the import is stored. */
export async function endImport(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(imports)
    .set({ endedAt: now, choice: null })
    .where(and(eq(imports.id, id), isNull(imports.endedAt)));
}

/**
 * The statements that store workouts as activities, with their notes, tags, origins and strokes; run them together with
 * the statements that count and rank them.
 */
export function workoutsInserted(
  tx: Database,
  importId: string,
  workouts: readonly StoredWorkout[],
  { tags, now }: { tags: readonly string[]; now: Date },
): SQLWrapper[] {
  if (workouts.length === 0) return [];
  const origins = workouts.map(
    ({ id, userId, fileName, app, logbookId, rowedStrokes, restDistance, isDayOnly, isWallClock }) => ({
      activityId: id,
      userId,
      importId,
      fileName,
      app,
      logbookId,
      strokeCount: rowedStrokes,
      restDistance,
      isDayOnly,
      isWallClock,
    }),
  );
  const notes = workouts.flatMap(({ id, comments }) =>
    comments === null ? [] : [{ activityId: id, note: comments, updatedAt: now }],
  );
  const moved = workouts.filter(({ strokes }) => strokes > 0);
  return [
    activitiesInserted(workouts),
    tx.insert(activityOrigins).values(origins),
    ...(notes.length > 0 ? [tx.insert(activityNotes).values(notes)] : []),
    ...tagsInserted(
      tx,
      workouts.map(({ id, userId }) => ({ id, userId, tags })),
    ),
    ...(moved.length > 0
      ? [
          strokesMoved(
            importId,
            moved.map(({ id, index }) => ({ index, activityId: id })),
          ),
        ]
      : []),
  ];
}

/** The parameter is one text for any number of rows: composing a statement of values would take most of the time. */
function activitiesInserted(workouts: readonly StoredWorkout[]): SQLWrapper {
  const rows = workouts.map((each) => ({
    id: each.id,
    user_id: each.userId,
    title: each.title,
    workout: each.workout,
    plan: each.plan,
    source: each.source,
    machine: each.machine,
    created_at: new Date(each.startedMs),
    completed_at: new Date(each.startedMs + each.durationMs),
    day: each.day,
    elapsed_time: each.elapsedTime,
    average_pace: each.averagePace,
    distance: each.distance,
    stroke_rate: each.strokeRate,
    workout_type: each.workoutType,
    heart_rate: each.heartRate,
    drag_factor: each.dragFactor,
    average_power: each.averagePower,
    total_calories: each.totalCalories,
    summary: each.summary,
    stroke_count: each.strokes,
    is_partial: each.isPartial,
  }));
  return sql`
    insert into ${activities} (id, user_id, title, workout, plan, visibility, source, machine, is_completed,
      created_at, completed_at, heard_at, day, elapsed_time, average_pace, distance, stroke_rate, workout_type,
      heart_rate, drag_factor, average_power, total_calories, summary, stroke_count, is_partial)
    select id, user_id, title, workout, nullif(plan, 'null'::jsonb), 'me', source, machine, true,
      created_at, completed_at, completed_at, day, elapsed_time, average_pace, distance, stroke_rate, workout_type,
      heart_rate, drag_factor, average_power, total_calories, summary, stroke_count, is_partial
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(
      id uuid, user_id uuid, title text, workout text, plan jsonb, source text, machine text,
      created_at timestamptz, completed_at timestamptz, day date, elapsed_time float8, average_pace float8,
      distance float8, stroke_rate int2, workout_type int2, heart_rate int2, drag_factor int2, average_power float8,
      total_calories float8, summary jsonb, stroke_count int, is_partial bool)`;
}

const selectRecords = (db: Database) =>
  db
    .select({
      _id: imports.id,
      files: imports.fileNames,
      createdAt: imports.createdAt,
      progressAt: imports.progressAt,
      endedAt: imports.endedAt,
      undoneAt: imports.undoneAt,
      chosen: imports.chosen,
      stored: imports.count,
      completed: imports.completed,
      notes: imports.notes,
      left: sql<number>`((select count(*) from ${activityOrigins} as stored where stored.import_id = ${imports.id})
        + (select count(*) from ${importCompletions} as completed where completed.import_id = ${imports.id}))::int`,
    })
    .from(imports);

type RecordRow = Awaited<ReturnType<typeof selectRecords>>[number];

/** After this long without progress, storing an import has stopped: a batch takes a fraction of a second. */
const stoppedMs = 20_000;

function recordOf(
  { undoneAt: _undoneAt, createdAt, progressAt, endedAt, ...row }: RecordRow,
  now: Date,
): ImportRecord {
  const isStopped = progressAt.getTime() < now.getTime() - stoppedMs;
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    state: endedAt !== null ? 'stored' : isStopped ? 'stopped' : 'storing',
  };
}

/** Null if the user has stored no such import. */
export async function findImport(
  db: Database,
  userId: string,
  id: string,
  now: Date,
): Promise<{ record: ImportRecord; isUndone: boolean } | null> {
  const [row] = await selectRecords(db).where(and(eq(imports.id, id), eq(imports.userId, userId)));
  return row === undefined ? null : { record: recordOf(row, now), isUndone: row.undoneAt !== null };
}

/** Newest first, without the undone ones. */
export async function listImports(db: Database, userId: string, now: Date): Promise<ImportRecord[]> {
  const rows = await selectRecords(db)
    .where(and(eq(imports.userId, userId), isNull(imports.undoneAt)))
    .orderBy(desc(imports.createdAt), asc(imports.id))
    .limit(importLimits.listedMax);
  return rows.map((row) => recordOf(row, now));
}

/** A workout of a file and the live row that it belongs to. */
type Completing = {
  index: number;
  activityId: string;
  userId: string;
  fileName: string;
  workout: FileWorkout;
};

/** Adds data to a live row that lacks it. Returns false if it lacks nothing, is reopened, or deleted. */
export async function completeActivity(
  tx: Database,
  importId: string,
  { index, activityId, userId, fileName, workout }: Completing,
): Promise<boolean> {
  const { strokeCount, heartRate, summary, source, completedAt } = activities;
  const [row] = await tx
    .select({ strokeCount, heartRate, summary, source, completedAt })
    .from(activities)
    .where(
      and(eq(activities.id, activityId), eq(activities.userId, userId), eq(activities.isCompleted, true)),
    )
    .for('update');
  if (!row?.completedAt) return false;
  const splits = row.summary?.splits.length ?? null;
  const gains = gainsOf({ ...row, strokes: row.strokeCount, splits }, gainsIn(workout));
  if (gains.length === 0) return false;
  const change: Partial<typeof activities.$inferInsert> = {};
  const added: AddedByFile = workout.logbookId === null ? {} : { logbookId: workout.logbookId };
  if (gains.includes('strokes')) {
    await tx.execute(strokesMoved(importId, [{ index, activityId }]));
    added.strokes = change.strokeCount = workout.strokes;
  }
  if (gains.includes('intervals') && row.summary !== null) {
    change.summary = { ...row.summary, splits: workout.summary.splits };
    added.intervals = true;
  }
  if (gains.includes('heartRates') && workout.heartRate !== null) {
    added.heartRate = change.heartRate = workout.heartRate;
    const ofRow = row.strokeCount === 0 ? [] : await strokesOfRow(tx, activityId);
    if (ofRow.length > 0 && ofRow.every((stroke) => stroke.heartRate === null)) {
      const ofFile = (await listReadStrokes(tx, importId, index)).flatMap(unpackStrokes);
      await replaceStrokes(tx, activityId, withHeartRates(ofRow, ofFile));
      added.strokeHeartRates = ofRow.length;
    }
  }
  await tx.update(activities).set(change).where(eq(activities.id, activityId));
  await tx
    .insert(importCompletions)
    .values({ importId, activityId, fileName, added, completedAt: row.completedAt })
    .onConflictDoUpdate({
      target: [importCompletions.importId, importCompletions.activityId],
      set: { added: sql`${importCompletions.added} || excluded.added` },
    });
  return true;
}

async function strokesOfRow(tx: Database, activityId: string): Promise<StoredStroke[]> {
  const strokes: StoredStroke[] = [];
  for await (const some of strokesInBatches(tx, activityId)) strokes.push(...some);
  return strokes;
}

/** Stores the strokes of a row again, in full chunks. */
async function replaceStrokes(tx: Database, activityId: string, strokes: StoredStroke[]): Promise<void> {
  await tx.delete(strokeChunks).where(eq(strokeChunks.activityId, activityId));
  for (let first = 0; first < strokes.length; first += fullChunkStrokes) {
    const some = strokes.slice(first, first + fullChunkStrokes);
    await tx
      .insert(strokeChunks)
      .values({ activityId, first, count: some.length, packed: packStrokes(some) });
  }
}

/** Removes an import's data from some of the live rows. Returns their ids, and whether there are more. */
export async function revertCompletions(
  tx: Database,
  importId: string,
): Promise<{ reverted: string[]; isMore: boolean }> {
  const { id, strokeCount, heartRate, summary, completedAt } = activities;
  const rows = await tx
    .select({ id, strokeCount, heartRate, summary, completedAt, completion: importCompletions })
    .from(importCompletions)
    .innerJoin(activities, eq(id, importCompletions.activityId))
    .where(eq(importCompletions.importId, importId))
    .limit(revertedAtOnce)
    .for('update');
  for (const { completion, ...row } of rows) {
    if (row.completedAt?.getTime() === completion.completedAt.getTime()) {
      await revertCompletion(tx, row, completion.added);
    }
  }
  const reverted = rows.map((row) => row.id);
  await tx
    .delete(importCompletions)
    .where(and(eq(importCompletions.importId, importId), inArray(importCompletions.activityId, reverted)));
  return { reverted, isMore: rows.length === revertedAtOnce };
}

const revertedAtOnce = 50;

type CompletedRow = Pick<typeof activities.$inferSelect, 'id' | 'strokeCount' | 'heartRate' | 'summary'>;

async function revertCompletion(tx: Database, row: CompletedRow, added: AddedByFile): Promise<void> {
  const change: Partial<typeof activities.$inferInsert> = {};
  if (added.strokes !== undefined && added.strokes === row.strokeCount) {
    await replaceStrokes(tx, row.id, []);
    change.strokeCount = 0;
  }
  if (added.intervals && row.summary !== null) change.summary = { ...row.summary, splits: [] };
  if (added.heartRate !== undefined && added.heartRate === row.heartRate) change.heartRate = null;
  const { strokeHeartRates = 0 } = added;
  if (strokeHeartRates > 0) {
    const strokes = await strokesOfRow(tx, row.id);
    await replaceStrokes(
      tx,
      row.id,
      strokes.map((stroke, at) => (at < strokeHeartRates ? { ...stroke, heartRate: null } : stroke)),
    );
  }
  if (Object.keys(change).length > 0)
    await tx.update(activities).set(change).where(eq(activities.id, row.id));
}

/**
 * Deletes some of the activities that a user's import stored; the import is undone when none remains. Returns their
 * counted values, and whether there are more.
 */
export async function deleteActivitiesOfImport(
  tx: Database,
  { userId, importId, now, rows }: { userId: string; importId: string; now: Date; rows: number },
): Promise<{ removed: Completed[]; isMore: boolean }> {
  const stored = tx
    .select({ id: activityOrigins.activityId })
    .from(activityOrigins)
    .where(and(eq(activityOrigins.importId, importId), eq(activityOrigins.userId, userId)))
    .limit(rows);
  const { userId: athlete, day, distance, elapsedTime, totalCalories, source, machine } = activities;
  const removed = await tx
    .delete(activities)
    .where(inArray(activities.id, stored))
    .returning({ userId: athlete, day, distance, elapsedTime, totalCalories, source, machine });
  const isMore = removed.length === rows;
  if (!isMore) await tx.update(imports).set({ undoneAt: now }).where(eq(imports.id, importId));
  return { removed, isMore };
}
