import { and, asc, desc, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Stroke } from '@boathouse/contract/strokes';
import type { Database } from '../../../db/database.ts';
import { packStrokes, unpackStrokes, type StoredStroke } from '../../../infra/packed-strokes.ts';
import type { AddedByFile } from '../../../db/imports/stored-shapes.ts';
import type { StrokeChunk } from '../../../db/stroke-chunk.ts';
import { activities, importCompletions, strokeChunks } from '../../../db/tables.ts';
import { chunksToMerge, smallChunksMax } from './rules.ts';

/**
 * Locks the strokes of the athlete's activity until the end of the transaction, so that two batches at once are
 * stored one after the other. Returns how many are stored, and whether it has a result; null if the athlete does not
 * have such an activity, or no longer has it.
 */
export async function lockStrokes(
  tx: Database,
  activityId: string,
  athleteId: string,
): Promise<{ count: number; isCompleted: boolean } | null> {
  const [row] = await tx
    .select({ count: activities.strokeCount, isCompleted: activities.isCompleted })
    .from(activities)
    .where(
      and(
        eq(activities.id, activityId),
        eq(activities.userId, athleteId),
        // Entered results have no strokes.
        ne(activities.source, 'entered'),
      ),
    )
    .for('update');
  return row ?? null;
}

/** Returns the data that imports have added to a live row. */
export async function findAddedByFiles(db: Database, activityId: string): Promise<AddedByFile> {
  const rows = await db
    .select({ added: importCompletions.added })
    .from(importCompletions)
    .where(eq(importCompletions.activityId, activityId));
  return rows.reduce<AddedByFile>((all, { added }) => ({ ...all, ...added }), {});
}

/** Deletes the strokes that an import has added to a row that had none; lock the count before the call. */
export async function deleteFileStrokes(tx: Database, activityId: string): Promise<void> {
  await tx.delete(strokeChunks).where(eq(strokeChunks.activityId, activityId));
  await tx.update(activities).set({ strokeCount: 0 }).where(eq(activities.id, activityId));
  await tx
    .update(importCompletions)
    .set({ added: sql`${importCompletions.added} - 'strokes'` })
    .where(eq(importCompletions.activityId, activityId));
}

/** Null if there is no such activity. */
export async function findStrokesState(
  db: Database,
  activityId: string,
): Promise<{ count: number; isComplete: boolean; heardAt: Date } | null> {
  const { strokeCount: count, isCompleted: isComplete, heardAt } = activities;
  const [row] = await db
    .select({ count, isComplete, heardAt })
    .from(activities)
    .where(eq(activities.id, activityId));
  return row ?? null;
}

/** The first sequence number of the chunk that contains `from`, or of the last chunk before it; found by the index. */
const chunkWith = (activityId: string, from: number) =>
  sql`coalesce((select max(held.first) from ${strokeChunks} held
    where held.activity_id = ${activityId} and held.first <= ${from}), 0)`;

/** Returns up to `count` stored strokes from the sequence number `from` on. Reads only their chunks. */
export async function listStrokes(
  db: Database,
  activityId: string,
  from: number,
  count: number,
): Promise<StoredStroke[]> {
  const chunks = await db
    .select()
    .from(strokeChunks)
    .where(
      and(
        eq(strokeChunks.activityId, activityId),
        gte(strokeChunks.first, chunkWith(activityId, from)),
        lt(strokeChunks.first, from + count),
      ),
    )
    .orderBy(asc(strokeChunks.first));
  const start = from - (chunks[0]?.first ?? from);
  return chunks.flatMap(({ packed }) => unpackStrokes(packed)).slice(start, start + count);
}

/** Chunks read at once: some hundred strokes. */
const chunksAtOnce = 8;

/**
 * Yields the chunks of an activity in order, from the one that contains the sequence number `from`; reads a few at a
 * time.
 */
export async function* chunksFrom(
  db: Database,
  activityId: string,
  from: number,
): AsyncGenerator<StrokeChunk, void, undefined> {
  let start: SQL | number = chunkWith(activityId, from);
  for (;;) {
    const chunks: StrokeChunk[] = await db
      .select({ first: strokeChunks.first, count: strokeChunks.count, packed: strokeChunks.packed })
      .from(strokeChunks)
      .where(and(eq(strokeChunks.activityId, activityId), gte(strokeChunks.first, start)))
      .orderBy(asc(strokeChunks.first))
      .limit(chunksAtOnce);
    yield* chunks;
    const last = chunks.at(-1);
    if (last === undefined || chunks.length < chunksAtOnce) return;
    start = last.first + last.count;
  }
}

/** Yields all stored strokes in order, a chunk at a time. */
export async function* strokesInBatches(
  db: Database,
  activityId: string,
): AsyncGenerator<StoredStroke[], void, undefined> {
  for await (const { packed } of chunksFrom(db, activityId, 0)) yield unpackStrokes(packed);
}

/** Stores strokes at the sequence number `first`; lock the count before the call. */
export async function insertStrokes(
  tx: Database,
  activityId: string,
  first: number,
  strokes: readonly Stroke[],
): Promise<void> {
  await insertChunk(tx, activityId, first, strokes);
  await tx
    .update(activities)
    .set({ strokeCount: first + strokes.length, heardAt: new Date() })
    .where(eq(activities.id, activityId));
  await mergeSmallChunks(tx, activityId);
}

async function insertChunk(
  tx: Database,
  activityId: string,
  first: number,
  strokes: readonly Stroke[],
): Promise<void> {
  await tx
    .insert(strokeChunks)
    .values({ activityId, first, count: strokes.length, packed: packStrokes(strokes) });
}

async function mergeSmallChunks(tx: Database, activityId: string): Promise<void> {
  const newest = await tx
    .select({ first: strokeChunks.first, count: strokeChunks.count })
    .from(strokeChunks)
    .where(eq(strokeChunks.activityId, activityId))
    .orderBy(desc(strokeChunks.first))
    .limit(smallChunksMax);
  const chunks = newest.toReversed();
  const merging = chunksToMerge(chunks.map(({ count }) => count));
  const merged = chunks.slice(chunks.length - merging);
  const first = merged[0]?.first;
  if (first === undefined) return;
  const count = merged.reduce((sum, chunk) => sum + chunk.count, 0);
  const strokes = await listStrokes(tx, activityId, first, count);
  await tx
    .delete(strokeChunks)
    .where(and(eq(strokeChunks.activityId, activityId), gte(strokeChunks.first, first)));
  await insertChunk(tx, activityId, first, strokes);
}
