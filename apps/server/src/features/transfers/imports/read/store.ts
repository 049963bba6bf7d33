import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  not,
  notExists,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { deleteInBatches } from '../../../../db/delete-in-batches.ts';
import type { StrokeChunk } from '../../../../db/stroke-chunk.ts';
import type { ReadEntry } from '../../../../db/imports/stored-shapes.ts';
import { imports, readEntries, readImports, readStrokes, strokeChunks } from '../../../../db/tables.ts';

/** Increase it when `ReadEntry` changes: older read files must then be read again. */
const entryVersion = 3;

export type ReadImport = Omit<typeof readImports.$inferSelect, 'version'>;

/** Whether the user has begun to store it. */
const isBegun = (db: Database) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(imports)
      .where(eq(imports.id, readImports.id)),
  );

/** Returns a user's read import that is not being stored yet; null if there is none, or if it has expired. */
export async function findReadImport(
  db: Database,
  userId: string,
  id: string,
  now: Date,
): Promise<ReadImport | null> {
  const [row] = await db
    .select()
    .from(readImports)
    .where(
      and(
        eq(readImports.id, id),
        eq(readImports.userId, userId),
        eq(readImports.version, entryVersion),
        gt(readImports.keptUntil, now),
        not(isBegun(db)),
      ),
    );
  return row ?? null;
}

/** Stores a read import without its entries, replacing an earlier version of it. */
export async function putReadImport(db: Database, { id, ...read }: ReadImport): Promise<void> {
  const stored = { ...read, version: entryVersion };
  await db
    .insert(readImports)
    .values({ id, ...stored })
    .onConflictDoUpdate({ target: readImports.id, set: stored });
}

export async function keepReadImport(db: Database, id: string, keptUntil: Date): Promise<void> {
  await db.update(readImports).set({ keptUntil }).where(eq(readImports.id, id));
}

/** Limit of one statement, whose parameter is one text. */
const entriesAtOnce = 200;
/** 64 strokes, with force curves up to 20 kB. */
const chunksAtOnce = 50;

/** Stores entries from the index `first` on, in batches; the caller counts them in the import when all are stored. */
export async function insertReadEntries(
  db: Database,
  importId: string,
  first: number,
  entries: ReadonlyArray<{ entry: ReadEntry; chunks: readonly StrokeChunk[] }>,
): Promise<void> {
  await db.delete(readEntries).where(and(eq(readEntries.importId, importId), gte(readEntries.index, first)));
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const some = entries
      .slice(start, start + entriesAtOnce)
      .map(({ entry, chunks }, place) => ({ index: first + start + place, entry, chunks }));
    const rows = JSON.stringify(
      some.map(({ index, entry }) => ({ index, entry })),
      (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value),
    );
    await db.execute(sql`insert into ${readEntries} (import_id, index, entry)
      select ${importId}::uuid, index, entry from jsonb_to_recordset(${rows}::jsonb) as made(index int, entry jsonb)`);
    const chunks = some.flatMap(({ index, chunks: of }) =>
      of.map((chunk) => ({ importId, index, ...chunk })),
    );
    for (let from = 0; from < chunks.length; from += chunksAtOnce) {
      await db.insert(readStrokes).values(chunks.slice(from, from + chunksAtOnce));
    }
  }
}

/** Returns a text without characters that PostgreSQL can't store: U+0000, and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Yields the entries of an import from the first to the one before `end`, in batches. */
export async function* readEntriesBefore(
  db: Database,
  importId: string,
  end: number,
): AsyncGenerator<Array<{ index: number; entry: ReadEntry }>, void, undefined> {
  for (let from = 0; from < end; from += entriesAtOnce) {
    const { index, entry } = readEntries;
    yield await db
      .select({ index, entry })
      .from(readEntries)
      .where(
        and(
          eq(readEntries.importId, importId),
          gte(index, from),
          lt(index, Math.min(end, from + entriesAtOnce)),
        ),
      )
      .orderBy(asc(index));
  }
}

/**
 * Returns entries by their indexes; none for a deleted import, or for one that another version of the server has read.
 */
export async function findReadEntries(
  db: Database,
  importId: string,
  indexes: readonly number[],
): Promise<Map<number, ReadEntry>> {
  const { index, entry } = readEntries;
  const rows = await db
    .select({ index, entry })
    .from(readEntries)
    .innerJoin(
      readImports,
      and(eq(readImports.id, readEntries.importId), eq(readImports.version, entryVersion)),
    )
    .where(and(eq(readEntries.importId, importId), inArray(index, [...indexes])));
  return new Map(rows.map((row) => [row.index, row.entry]));
}

/** The statement that stores the strokes of entries as those of activities. */
export function strokesMoved(
  importId: string,
  moved: ReadonlyArray<{ index: number; activityId: string }>,
): SQL {
  const rows = JSON.stringify(moved.map(({ index, activityId }) => ({ index, activity_id: activityId })));
  return sql`insert into ${strokeChunks} (activity_id, first, count, packed)
    select moved.activity_id, read.first, read.count, read.packed
    from jsonb_to_recordset(${rows}::jsonb) as moved(index int, activity_id uuid)
    join ${readStrokes} read on read.import_id = ${importId}::uuid and read.index = moved.index`;
}

/** Returns the chunks of strokes of an entry, in order. */
export async function listReadStrokes(db: Database, importId: string, index: number): Promise<Uint8Array[]> {
  const rows = await db
    .select({ packed: readStrokes.packed })
    .from(readStrokes)
    .where(and(eq(readStrokes.importId, importId), eq(readStrokes.index, index)))
    .orderBy(asc(readStrokes.first));
  return rows.map(({ packed }) => packed);
}

/** Deletes read entries, some rows at a time. */
export async function deleteReadImport(db: Database, id: string): Promise<void> {
  await deleteInBatches(db, readStrokes, eq(readStrokes.importId, id));
  await deleteInBatches(db, readEntries, eq(readEntries.importId, id));
  await db.delete(readImports).where(eq(readImports.id, id));
}

type Bounds = { perUser: number; bytesPerUser: number; bytes: number };

/** Returns the read imports that exceed the number or size limits besides the newest: per user, and for all users. */
export async function listTooMany(db: Database, userId: string, bounds: Bounds): Promise<string[]> {
  const waiting = await db
    .select({ id: readImports.id, of: readImports.userId, bytes: readImports.bytes })
    .from(readImports)
    .where(not(isBegun(db)))
    .orderBy(desc(readImports.readAt), desc(readImports.id));
  let [own, ownBytes, bytes] = [0, 0, 0];
  return waiting.flatMap((each, place) => {
    const isOwn = each.of === userId;
    own += isOwn ? 1 : 0;
    ownBytes += isOwn ? each.bytes : 0;
    bytes += each.bytes;
    const isTooMany = isOwn && (own > bounds.perUser || ownBytes > bounds.bytesPerUser);
    return place > 0 && (isTooMany || bytes > bounds.bytes) ? [each.id] : [];
  });
}

/** Deletes expired entries; an import that can't be continued then ends. */
export async function sweepReadImports(db: Database, now: Date): Promise<void> {
  const ended = await db
    .select({ id: readImports.id })
    .from(readImports)
    .where(lt(readImports.keptUntil, now));
  for (const { id } of ended) await deleteReadImport(db, id);
  await db
    .update(imports)
    .set({ endedAt: now, choice: null })
    .where(
      and(
        isNull(imports.endedAt),
        notExists(
          db
            .select({ one: sql`1` })
            .from(readImports)
            .where(eq(readImports.id, imports.id)),
        ),
      ),
    );
}
