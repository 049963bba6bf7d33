import { and, asc, eq, sql } from 'drizzle-orm';
import type { ActivityOrigin, WorkoutSummary } from '@boathouse/contract/activities';
import type { Database } from '../../../../db/database.ts';
import type { AddedByFile } from '../../../../db/imports/stored-shapes.ts';
import { activityOrigins, importCompletions, type activities } from '../../../../db/tables.ts';
import { listTags } from '../tags/store.ts';

/** Returns the source of an activity from a file; null for any other. */
export async function findOrigin(db: Database, activityId: string): Promise<ActivityOrigin | null> {
  const { fileName, app, logbookId } = activityOrigins;
  const [row] = await db
    .select({ fileName, app, logbookId })
    .from(activityOrigins)
    .where(eq(activityOrigins.activityId, activityId));
  return row ?? null;
}

/** Returns the names of the files that have completed a live row, the first import first. */
async function listCompletingFiles(db: Database, activityId: string): Promise<string[]> {
  const { fileName, importId } = importCompletions;
  const rows = await db
    .selectDistinct({ fileName, importId })
    .from(importCompletions)
    .where(eq(importCompletions.activityId, activityId))
    .orderBy(asc(importId));
  return rows.map((row) => row.fileName);
}

export const noOwnParts = { origin: null, completedFrom: [], tags: [] };

/** Returns the fields of an activity that only its athlete sees. */
export async function findOwnParts(db: Database, activityId: string) {
  const [origin, completedFrom, tags] = await Promise.all([
    findOrigin(db, activityId),
    listCompletingFiles(db, activityId),
    listTags(db, activityId),
  ]);
  return { origin, completedFrom, tags };
}

type Row = Pick<typeof activities.$inferSelect, 'id' | 'completedAt' | 'heartRate' | 'summary'>;
type Given = { heartRate?: number | null | undefined; summary: WorkoutSummary | null };
/** The result of the row. */
type Kept = { heartRate?: number; splits?: WorkoutSummary['splits'] };

/**
 * Returns the data of files that a locked row keeps when the monitor's own summary replaces its result: only data
 * that the monitor lacks. The other data no longer counts as added by a file, so that neither an undone import nor an
 * edited result changes it.
 */
export async function keptOfFiles(tx: Database, row: Row, given: Given): Promise<Kept> {
  if (row.completedAt === null) return {};
  const isOfRow = and(
    eq(importCompletions.activityId, row.id),
    eq(importCompletions.completedAt, row.completedAt),
  );
  const found = await tx.select({ added: importCompletions.added }).from(importCompletions).where(isOfRow);
  const isAdded = (part: keyof AddedByFile) => found.some(({ added }) => added[part] !== undefined);
  const kept: Kept = {};
  const replaced: Array<keyof AddedByFile> = [];
  if (isAdded('intervals')) {
    if (given.summary?.splits.length === 0) kept.splits = row.summary?.splits ?? [];
    else replaced.push('intervals');
  }
  if (isAdded('heartRate')) {
    if (given.heartRate) replaced.push('heartRate');
    else if (row.heartRate !== null) kept.heartRate = row.heartRate;
  }
  if (replaced.length > 0) {
    const added = sql<AddedByFile>`${importCompletions.added} - ${sql.param(replaced)}::text[]`;
    await tx.update(importCompletions).set({ added }).where(isOfRow);
  }
  return kept;
}
