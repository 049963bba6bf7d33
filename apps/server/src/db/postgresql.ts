import pg from 'pg';
import type { OpenDatabase } from './database.ts';
import { migrateWith } from './migrations.ts';
import { openPool, queryLimitMs } from './pool.ts';

/** The server does not answer, or refuses the login. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
  constructor(cause: unknown) {
    // A host with several addresses has one reason for each.
    const reasons = cause instanceof AggregateError ? cause.errors : [cause];
    const words = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    super(`The database of DATABASE_URL cannot be used: ${words.join('; ')}`, { cause });
  }
}

/** @throws DatabaseUnreachableError, NewerDatabaseError */
export async function openPostgresql(databaseUrl: string, limitMs = queryLimitMs): Promise<OpenDatabase> {
  const connection = { connectionString: databaseUrl, connectionTimeoutMillis: limitMs };
  const client = new pg.Client(connection);
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachableError(error);
  });
  await migrateWith(client);
  const pool = new pg.Pool({
    ...connection,
    query_timeout: limitMs,
    // The server cancels the query first, which leaves the connection usable.
    statement_timeout: limitMs * 0.95,
    // Compiling a query takes longer than any of ours runs: 30 ms where PostgreSQL estimates a high cost. By default it
    // also estimates for spinning disks, and reads all users to join some hundred. `options` in the address win.
    options: '-c jit=off -c random_page_cost=1.1',
    max: 10,
  });
  return { ...openPool(pool), kind: 'postgresql', onCrash: () => {} };
}
