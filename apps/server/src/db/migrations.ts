import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { Database } from './database.ts';

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

const JournalSchema = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

type Migration = { tag: string; at: number };

export function listMigrations(folder = migrationsFolder): Migration[] {
  const journal: unknown = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8'));
  return JournalSchema.parse(journal).entries.map((entry) => ({ tag: entry.tag, at: entry.when }));
}

export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  constructor() {
    super('This database was written by a newer Boathouse. Start that version, or restore an older backup.');
  }
}

/** When the last migration of this database was made (ms), or 0 for an empty one. */
async function lastMigrationAt(db: Database): Promise<number> {
  const ledger = rowsOf(
    await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as present`),
  );
  if (ledger[0]?.['present'] !== true) return 0;
  const last = rowsOf(
    await db.execute(sql`select max(created_at) as last from drizzle.__drizzle_migrations`),
  );
  return Number(last[0]?.['last'] ?? 0);
}

/** Throws NewerDatabaseError when the database knows a migration that this program does not. */
async function refuseNewer(db: Database): Promise<void> {
  const known = Math.max(0, ...listMigrations().map((migration) => migration.at));
  if ((await lastMigrationAt(db)) > known) throw new NewerDatabaseError();
}

/** An arbitrary number that no other program on the same server uses for a lock. */
const migrationLock = 7_211_985;

/**
 * Brings the tables up to date over a connection of its own, and ends it. Several processes may start at once: one
 * migrates, the others wait for it.
 * @throws NewerDatabaseError
 */
export async function migrateWith(client: pg.Client): Promise<void> {
  // A connection that breaks also fails the query that uses it.
  client.on('error', () => {});
  try {
    const db = drizzle({ client });
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await refuseNewer(db);
    await migrate(db, { migrationsFolder });
  } finally {
    // Gives the lock back too.
    await client.end();
  }
}

const RowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });

/** Returns the rows of raw SQL: both drivers return `rows`, but the shared database type does not declare it. */
export function rowsOf(result: unknown): Array<Record<string, unknown>> {
  return RowsSchema.parse(result).rows;
}
