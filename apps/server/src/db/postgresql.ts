import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { OpenDatabase } from './database.ts';
import { migrationsFolder, refuseNewer } from './migrations.ts';
import * as tables from './tables.ts';

/** Any number that no other program on the same server takes for its own lock. */
const migrationLock = 7_211_985;

/** The server does not answer, or does not let us in. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
  constructor(cause: unknown) {
    // Of a host with several addresses each has its own reason.
    const reasons = cause instanceof AggregateError ? cause.errors : [cause];
    const words = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    super(`The database of DATABASE_URL cannot be used: ${words.join('; ')}`, { cause });
  }
}

/**
 * Several processes may start at once: one migrates, the others wait for it.
 * @throws DatabaseUnreachableError, NewerDatabaseError
 */
export async function openPostgresql(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 10_000 });
  // Without a listener an idle connection that the server ends would end this process.
  pool.on('error', () => {});
  try {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnreachableError(error);
    });
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      const db = drizzle({ client, schema: tables });
      await refuseNewer(db);
      await migrate(db, { migrationsFolder });
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    db: drizzle({ client: pool, schema: tables }),
    kind: 'postgresql',
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}
