import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import {
  activities,
  activityNotes,
  activityOrigins,
  importCompletions,
  imports,
  strokeChunks,
} from '../../../../db/tables.ts';
import type { StrokeChunk } from '../../../../db/stroke-chunk.ts';
import type { AddedByFile } from '../../../../db/imports/stored-shapes.ts';

/*
 * A result of a service can be edited there after it was imported. Its figures can't be changed here, so the service's
 * figures win; the athlete's own text here stays.
 */

type Activity = typeof activities.$inferSelect;
/** When the import of a result was stored; null if unknown. */
type ImportSpan = { from: Date; until: Date } | null;

/** Returns which results of the Logbook the user has imported from there, or has completed a live row with, and still has. */
export async function listImportedIds(
  db: Database,
  userId: string,
  logbookIds: readonly string[],
): Promise<Set<string>> {
  if (logbookIds.length === 0) return new Set();
  const rows = await db
    .select({ logbookId: activityOrigins.logbookId })
    .from(activityOrigins)
    .innerJoin(activities, eq(activities.id, activityOrigins.activityId))
    .where(
      and(
        eq(activityOrigins.userId, userId),
        eq(activities.source, 'sync'),
        sql`${activityOrigins.logbookId} = any(${sql.param([...logbookIds])}::text[])`,
      ),
    );
  const completing = await db
    .select({ logbookId: logbookIdOfCompletion })
    .from(importCompletions)
    .innerJoin(activities, eq(activities.id, importCompletions.activityId))
    .where(
      and(
        eq(activities.userId, userId),
        sql`${logbookIdOfCompletion} = any(${sql.param([...logbookIds])}::text[])`,
      ),
    );
  return new Set([...rows, ...completing].flatMap(({ logbookId }) => logbookId ?? []));
}

const logbookIdOfCompletion = sql<string | null>`${importCompletions.added} ->> 'logbookId'`;

/**
 * Locks a live row of the user that a result of the Logbook has completed, until the end of the transaction; null if it
 * is deleted, or was reopened since.
 */
export async function lockCompleted(
  tx: Database,
  userId: string,
  logbookId: string | null,
): Promise<{ activity: Activity; importId: string; added: AddedByFile } | null> {
  if (logbookId === null) return null;
  const { importId, added } = importCompletions;
  const [row] = await tx
    .select({ activity: activities, importId, added })
    .from(importCompletions)
    .innerJoin(activities, eq(activities.id, importCompletions.activityId))
    .where(
      and(
        eq(activities.userId, userId),
        eq(activities.source, 'monitor'),
        eq(activities.isCompleted, true),
        eq(activities.completedAt, importCompletions.completedAt),
        eq(logbookIdOfCompletion, logbookId),
      ),
    )
    .for('update', { of: activities });
  return row ?? null;
}

/** Locks an imported result of the user until the end of the transaction; null if it is deleted. */
export async function lockImported(
  tx: Database,
  userId: string,
  logbookId: string | null,
): Promise<{ activity: Activity; importedAt: ImportSpan } | null> {
  if (logbookId === null) return null;
  const [row] = await tx
    .select({ activity: activities, importedAt: imports.createdAt, importedUntil: imports.progressAt })
    .from(activities)
    .innerJoin(activityOrigins, eq(activityOrigins.activityId, activities.id))
    .leftJoin(imports, eq(imports.id, activityOrigins.importId))
    .where(
      and(
        eq(activities.userId, userId),
        eq(activities.source, 'sync'),
        eq(activities.isCompleted, true),
        eq(activityOrigins.userId, userId),
        eq(activityOrigins.logbookId, logbookId),
      ),
    )
    .for('update', { of: activities });
  if (row === undefined) return null;
  const { activity, importedAt, importedUntil } = row;
  const isImportKnown = importedAt !== null && importedUntil !== null;
  return { activity, importedAt: isImportKnown ? { from: importedAt, until: importedUntil } : null };
}

/** Returns the packed strokes of an activity, in order. */
export async function listPackedStrokes(tx: Database, activityId: string): Promise<StrokeChunk[]> {
  const { first, count, packed } = strokeChunks;
  return tx
    .select({ first, count, packed })
    .from(strokeChunks)
    .where(eq(strokeChunks.activityId, activityId))
    .orderBy(asc(first));
}

type Change = Partial<typeof activities.$inferInsert>;

type Edited = {
  change: Change;
  origin: Partial<
    Pick<
      typeof activityOrigins.$inferInsert,
      'app' | 'strokeCount' | 'restDistance' | 'isDayOnly' | 'isWallClock'
    >
  >;
  /** The strokes that replace the stored ones; null leaves them. */
  strokes: readonly StrokeChunk[] | null;
};

/** Changes a locked result; the caller counts and ranks it. */
export async function updateImported(
  tx: Database,
  activityId: string,
  { change, origin, strokes }: Edited,
): Promise<void> {
  await tx.update(activities).set(change).where(eq(activities.id, activityId));
  await tx.update(activityOrigins).set(origin).where(eq(activityOrigins.activityId, activityId));
  if (strokes !== null) await putStrokes(tx, activityId, strokes);
}

/**
 * Changes the data that a file has added to a locked live row. `strokes` replace the stored ones; null leaves them.
 */
export async function updateCompleted(
  tx: Database,
  { activityId, importId }: { activityId: string; importId: string },
  { change, added, strokes }: { change: Change; added: AddedByFile; strokes: readonly StrokeChunk[] | null },
): Promise<void> {
  await tx.update(activities).set(change).where(eq(activities.id, activityId));
  await tx
    .update(importCompletions)
    .set({ added })
    .where(and(eq(importCompletions.importId, importId), eq(importCompletions.activityId, activityId)));
  if (strokes !== null) await putStrokes(tx, activityId, strokes);
}

async function putStrokes(tx: Database, activityId: string, strokes: readonly StrokeChunk[]): Promise<void> {
  await tx.delete(strokeChunks).where(eq(strokeChunks.activityId, activityId));
  for (const chunk of strokes) await tx.insert(strokeChunks).values({ activityId, ...chunk });
}

/**
 * If the athlete has not changed the service's comment here, it is updated from there: a change here has its own time,
 * after the import's. A comment that was deleted here is not restored.
 */
export async function updateImportedNote(
  tx: Database,
  activityId: string,
  comments: string | null,
  importedAt: ImportSpan,
): Promise<void> {
  const [stored] = await tx.select().from(activityNotes).where(eq(activityNotes.activityId, activityId));
  const isOfImport =
    stored !== undefined &&
    importedAt !== null &&
    stored.updatedAt >= importedAt.from &&
    stored.updatedAt <= importedAt.until;
  if (!isOfImport || stored.note === comments) return;
  const ofActivity = eq(activityNotes.activityId, activityId);
  if (comments === null) await tx.delete(activityNotes).where(ofActivity);
  else await tx.update(activityNotes).set({ note: comments }).where(ofActivity);
}
