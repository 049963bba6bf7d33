import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { OpenDatabase } from './database.ts';
import { migrationsFolder, refuseNewer } from './migrations.ts';
import * as tables from './tables.ts';

/** Any number that no other program on the same server takes for its own lock. */
const migrationLock = 7_211_985;

/** Several processes may start at once: one migrates, the others wait for it. */
export async function openPostgresql(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 10_000 });
  // Without a listener an idle connection that the server ends would end this process.
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
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
