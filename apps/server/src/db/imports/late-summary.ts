import type { WorkoutSummary } from '@boathouse/contract/activities';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { importCompletions, type activities } from '../tables.ts';
import type { AddedByFile } from './stored-shapes.ts';

type Row = Pick<typeof activities.$inferSelect, 'id' | 'completedAt' | 'heartRate' | 'summary'>;
type Given = { heartRate?: number | null | undefined; summary: WorkoutSummary | null };
/** Of a row's result. */
type Kept = { heartRate?: number; splits?: WorkoutSummary['splits'] };

/**
 * Returns what a locked row keeps of files when the monitor's own summary replaces its result: only what the monitor does not have.
 * What it has is no longer noted as added by a file, so that neither an undone import nor an edited result changes it.
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
