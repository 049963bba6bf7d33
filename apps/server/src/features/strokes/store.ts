import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Stroke } from '@boathouse/contract/strokes';
import type { Database } from '../../db/database.ts';
import { activities, strokeChunks } from '../../db/tables.ts';
import { chunksToMerge, packStrokes, unpackStrokes, type StoredStroke } from './rules.ts';

/**
 * Locks the strokes of the athlete's activity until the end of the transaction, so that two batches at once are stored one
 * after the other. Returns how many are stored; null if the athlete has no such activity (any more).
 */
export async function lockStrokeCount(
  tx: Database,
  activityId: string,
  athleteId: string,
): Promise<number | null> {
  const [row] = await tx
    .select({ count: activities.strokeCount })
    .from(activities)
    .where(and(eq(activities.id, activityId), eq(activities.userId, athleteId)))
    .for('update');
  return row?.count ?? null;
}

/** The stored strokes from the sequence `from` on, in order. */
export async function listStrokes(db: Database, activityId: string, from = 0): Promise<StoredStroke[]> {
  const chunks = await db
    .select()
    .from(strokeChunks)
    .where(
      and(
        eq(strokeChunks.activityId, activityId),
        sql`${strokeChunks.first} + ${strokeChunks.count} > ${from}`,
      ),
    )
    .orderBy(asc(strokeChunks.first));
  const first = chunks[0]?.first ?? from;
  return chunks.flatMap(({ packed }) => unpackStrokes(packed)).slice(from - first);
}

/** Chunks read at once: some thousand strokes. */
const chunksAtOnce = 4;

/** Yields all stored strokes in order, a few chunks at a time. */
export async function* strokesInBatches(
  db: Database,
  activityId: string,
): AsyncGenerator<StoredStroke[], void, undefined> {
  for (let from = 0; ;) {
    const chunks = await db
      .select()
      .from(strokeChunks)
      .where(and(eq(strokeChunks.activityId, activityId), gte(strokeChunks.first, from)))
      .orderBy(asc(strokeChunks.first))
      .limit(chunksAtOnce);
    for (const { packed } of chunks) yield unpackStrokes(packed);
    const last = chunks.at(-1);
    if (last === undefined || chunks.length < chunksAtOnce) return;
    from = last.first + last.count;
  }
}

/** Stores strokes at the sequence `first`; call it with the count locked. */
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
  const chunks = await tx
    .select({ first: strokeChunks.first, count: strokeChunks.count })
    .from(strokeChunks)
    .where(eq(strokeChunks.activityId, activityId))
    .orderBy(asc(strokeChunks.first));
  const merging = chunksToMerge(chunks.map(({ count }) => count));
  const first = chunks.at(-merging)?.first;
  if (merging === 0 || first === undefined) return;
  const strokes = await listStrokes(tx, activityId, first);
  await tx
    .delete(strokeChunks)
    .where(and(eq(strokeChunks.activityId, activityId), gte(strokeChunks.first, first)));
  await insertChunk(tx, activityId, first, strokes);
}
