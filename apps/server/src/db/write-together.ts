import { sql, type SQLWrapper } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Runs independent writes as one statement: the caller waits once instead of once for each. No process sees another's
 * writes, and no two may write the same row. References between their rows are checked when all are written.
 */
export async function writeTogether(db: Database, statements: readonly SQLWrapper[]): Promise<void> {
  if (statements.length === 0) return;
  const parts = statements.map(
    (each, place) => sql`${sql.identifier(`part_${place}`)} as (${each.getSQL()})`,
  );
  await db.execute(sql`with ${sql.join(parts, sql`, `)} select`);
}
