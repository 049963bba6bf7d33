import { sql, type SQLWrapper } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Runs statements that write as one: one answer to wait for, where each of them alone would be waited for. None sees what
 * another writes, and no two may write the same row. References between their rows are checked when all are written.
 */
export async function writeTogether(db: Database, statements: readonly SQLWrapper[]): Promise<void> {
  if (statements.length === 0) return;
  const parts = statements.map(
    (each, place) => sql`${sql.identifier(`part_${place}`)} as (${each.getSQL()})`,
  );
  await db.execute(sql`with ${sql.join(parts, sql`, `)} select`);
}
