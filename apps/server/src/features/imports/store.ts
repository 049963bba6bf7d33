import { and, asc, between, count, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { WorkoutSummary } from '@boathouse/contract/activities';
import { importLimits, type ImportRecord } from '@boathouse/contract/activities/imports';
import type { Database } from '../../db/database.ts';
import { activities, activityNotes, activityOrigins, imports, strokeChunks } from '../../db/tables.ts';
import type { Completed } from '../statistics/index.ts';
import { monitorEndMs, type FileWorkout, type Identity } from './rules.ts';

export type Known = Identity & { id: string; title: string };

type Wanted = {
  /** Milliseconds; null if no workout has a date. */
  span: readonly [from: number, to: number] | null;
  logbookIds: readonly string[];
  timeZone: string;
};

/** A row without a file says when it began; with pauses it may have ended hours later. */
const aroundMs = 24 * 3_600_000;

/** Returns the completed activities of a user that workouts of a span or of the Logbook's numbers can be the same as. */
export async function listKnown(
  db: Database,
  userId: string,
  { span, logbookIds, timeZone }: Wanted,
): Promise<Known[]> {
  const { id, title, machine, source, createdAt, completedAt, elapsedTime, distance } = activities;
  const isInSpan =
    span === null
      ? undefined
      : between(createdAt, new Date(span[0] - aroundMs), new Date(span[1] + aroundMs));
  const isNamed = sql`${activityOrigins.logbookId} = any(${sql.param([...logbookIds])}::text[])`;
  const rows = await db
    .select({
      id,
      title,
      machine,
      source,
      createdAt,
      completedAt,
      elapsedTime,
      distance,
      restSec: sql<number>`coalesce((select sum((split ->> 'restTime')::float8)
        from jsonb_array_elements(${activities.summary} -> 'splits') split), 0)`,
      logged: sql<Pick<WorkoutSummary, 'logEntryDate' | 'logEntryTime'> | null>`jsonb_build_object(
        'logEntryDate', ${activities.summary} -> 'logEntryDate', 'logEntryTime', ${activities.summary} -> 'logEntryTime')`,
      logbookId: activityOrigins.logbookId,
    })
    .from(activities)
    .leftJoin(activityOrigins, eq(activityOrigins.activityId, activities.id))
    .where(
      and(
        eq(activities.userId, userId),
        eq(activities.isCompleted, true),
        ne(source, 'simulated'),
        or(isInSpan, isNamed),
      ),
    );
  return rows.map((row) => {
    const ends =
      row.source === 'file'
        ? [row.completedAt?.getTime() ?? null]
        : [
            row.completedAt?.getTime() ?? null,
            row.createdAt.getTime() + (row.elapsedTime + row.restSec) * 1_000,
            monitorEndMs(row.logged, timeZone),
          ];
    return { ...row, endsMs: ends.filter((endMs) => endMs !== null) };
  });
}

/** A workout with what was chosen where its file does not say it. */
export type StoredWorkout = Omit<FileWorkout, 'machine' | 'startedMs'> &
  Completed & { id: string; startedMs: number; isPartial: boolean; fileName: string };

/** Returns false if the import is stored already. */
export async function insertImport(
  tx: Database,
  made: { id: string; userId: string; fileNames: string[]; count: number; createdAt: Date },
): Promise<boolean> {
  const rows = await tx.insert(imports).values(made).onConflictDoNothing().returning({ id: imports.id });
  return rows.length > 0;
}

/** A statement's parameter is one text, however many rows it has: composing it of values would take most of the time. */
const rowsAtOnce = 250;
/** Of 64 strokes, with force curves up to 20 kB. */
const chunksAtOnce = 100;

/** Stores workouts as activities, with their strokes, notes and origins; the caller counts and ranks them. */
export async function insertWorkouts(
  tx: Database,
  importId: string,
  workouts: readonly StoredWorkout[],
): Promise<void> {
  for (let start = 0; start < workouts.length; start += rowsAtOnce) {
    const some = workouts.slice(start, start + rowsAtOnce);
    await insertActivities(tx, some);
    await tx.insert(activityOrigins).values(
      some.map(({ id, userId, fileName, app, logbookId, rowedStrokes, restDistance }) => ({
        activityId: id,
        userId,
        importId,
        fileName,
        app,
        logbookId,
        strokeCount: rowedStrokes,
        restDistance,
      })),
    );
    const notes = some.flatMap(({ id, comments }) =>
      comments === null ? [] : [{ activityId: id, note: comments, updatedAt: new Date() }],
    );
    if (notes.length > 0) await tx.insert(activityNotes).values(notes);
    const chunks = some.flatMap(({ id, chunks: of }) => of.map((chunk) => ({ activityId: id, ...chunk })));
    for (let first = 0; first < chunks.length; first += chunksAtOnce) {
      await tx.insert(strokeChunks).values(chunks.slice(first, first + chunksAtOnce));
    }
  }
}

async function insertActivities(tx: Database, workouts: readonly StoredWorkout[]): Promise<void> {
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
  await tx.execute(sql`
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
      total_calories float8, summary jsonb, stroke_count int, is_partial bool)`);
}

const selectRecords = (db: Database) =>
  db
    .select({
      _id: imports.id,
      files: imports.fileNames,
      createdAt: imports.createdAt,
      undoneAt: imports.undoneAt,
      stored: imports.count,
      left: count(activityOrigins.activityId),
    })
    .from(imports)
    .leftJoin(activityOrigins, eq(activityOrigins.importId, imports.id))
    .groupBy(imports.id);

type RecordRow = Awaited<ReturnType<typeof selectRecords>>[number];

const recordOf = ({ undoneAt: _undoneAt, createdAt, ...row }: RecordRow): ImportRecord => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Null if the user has stored no such import. */
export async function findImport(
  db: Database,
  userId: string,
  id: string,
): Promise<{ record: ImportRecord; isUndone: boolean } | null> {
  const [row] = await selectRecords(db).where(and(eq(imports.id, id), eq(imports.userId, userId)));
  return row === undefined ? null : { record: recordOf(row), isUndone: row.undoneAt !== null };
}

/** Newest first, without those that are undone. */
export async function listImports(db: Database, userId: string): Promise<ImportRecord[]> {
  const rows = await selectRecords(db)
    .where(and(eq(imports.userId, userId), isNull(imports.undoneAt)))
    .orderBy(desc(imports.createdAt), asc(imports.id))
    .limit(importLimits.listedMax);
  return rows.map(recordOf);
}

/** Notes that a user's import is undone, and deletes its activities. Returns them as they counted. */
export async function deleteActivitiesOfImport(
  tx: Database,
  userId: string,
  id: string,
  undoneAt: Date,
): Promise<Completed[]> {
  const ofUser = and(eq(imports.id, id), eq(imports.userId, userId));
  await tx.update(imports).set({ undoneAt }).where(ofUser);
  const stored = tx
    .select({ id: activityOrigins.activityId })
    .from(activityOrigins)
    .where(and(eq(activityOrigins.importId, id), eq(activityOrigins.userId, userId)));
  const { userId: athlete, day, distance, elapsedTime, totalCalories, source, machine } = activities;
  return tx
    .delete(activities)
    .where(inArray(activities.id, stored))
    .returning({ userId: athlete, day, distance, elapsedTime, totalCalories, source, machine });
}
