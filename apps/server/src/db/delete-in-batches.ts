import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Rows of one statement: it takes some milliseconds, during which the embedded database serves no one else. */
const batchRows = 500;

/** Deletes rows in short statements, so that a large backlog can be deleted too. */
export async function deleteInBatches(db: Database, table: PgTable, where: SQL): Promise<void> {
  let deleted: unknown[];
  do {
    deleted = await db
      .delete(table)
      .where(sql`ctid = any(array(select ctid from ${table} where ${where} limit ${batchRows}))`)
      .returning({ row: sql`1` });
  } while (deleted.length === batchRows);
}
