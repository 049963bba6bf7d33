import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Database, OpenDatabase } from './database.ts';
import { migrateWith, type BeforeMigration } from './migrations.ts';
import { openPool, queryLimitMs, workOn } from './pool.ts';
import { SharedPool } from './shares/shared-pool.ts';
import { snapshotOn, type Snapshot } from './backup/snapshot.ts';

/** The server does not answer, or refuses the login. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
  constructor(cause: unknown) {
    // If the host has several addresses, the error has a reason for each.
    const reasons = cause instanceof AggregateError ? cause.errors : [cause];
    const words = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    super(`The database of DATABASE_URL cannot be used: ${words.join('; ')}`, { cause });
  }
}

/**
 * @param before is called before an older database with users is migrated
 * @throws DatabaseUnreachableError, NewerDatabaseError, MigrationFailedError
 */
export async function openPostgresql(
  databaseUrl: string,
  { limitMs = queryLimitMs, before }: { limitMs?: number; before?: BeforeMigration | undefined } = {},
): Promise<OpenDatabase> {
  const connection = { connectionString: databaseUrl, connectionTimeoutMillis: limitMs };
  await migrateWith(await connectPostgresql(databaseUrl, limitMs), before);
  const pool = new SharedPool({
    ...connection,
    query_timeout: limitMs,
    // The server cancels the query first, which leaves the connection usable.
    statement_timeout: limitMs * 0.95,
    // PostgreSQL compiles queries with a high estimated cost, which takes 30 ms: longer than any query of this server.
    // By default it also estimates for spinning disks, and reads all users to join some hundred. `options` in the
    // address win.
    options: '-c jit=off -c random_page_cost=1.1',
    max: 10,
  });
  return {
    ...openPool(pool),
    kind: 'postgresql',
    onCrash: () => {},
    checkpoint: async () => {},
    snapshot: () => snapshotOfPostgresql(databaseUrl),
    takeJob: async (job) => {
      const client = await connectPostgresql(databaseUrl, limitMs);
      if (await tryTurn(client, job)) return { end: () => client.end() };
      await client.end();
      return null;
    },
  };
}

/**
 * Opens one connection, whose queries have no limit of time.
 * @throws DatabaseUnreachableError
 */
export async function connectPostgresql(databaseUrl: string, limitMs = queryLimitMs): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: limitMs });
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachableError(error);
  });
  // A connection that breaks also fails the query that uses it.
  client.on('error', () => {});
  return client;
}

/** @throws DatabaseUnreachableError */
export async function workOnPostgresql<T>(
  databaseUrl: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return workOn(await connectPostgresql(databaseUrl), work);
}

const TurnRow = z.tuple([z.object({ taken: z.boolean() })]);

/** Takes a lock that ends with the connection; returns false if another connection has it. */
async function tryTurn(client: pg.Client, job: number): Promise<boolean> {
  const [{ taken }] = TurnRow.parse(
    (await client.query('select pg_try_advisory_lock($1, 0) as taken', [job])).rows,
  );
  return taken;
}

const CountRow = z.tuple([z.object({ count: z.int() })]);

/** A connection that its client has closed is counted until its process on the server has ended. */
const connectionsEndWithinMs = 5_000;

/** Counts the connections to this database besides this one; waits for connections that are ending. */
export async function countOtherConnections(client: pg.ClientBase): Promise<number> {
  const begunMs = performance.now();
  let count = await countConnections(client);
  while (count > 0 && performance.now() - begunMs < connectionsEndWithinMs) {
    await pause(100);
    count = await countConnections(client);
  }
  return count;
}

async function countConnections(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  const [{ count }] = CountRow.parse(rows);
  return count;
}

/** @throws DatabaseUnreachableError */
export async function snapshotOfPostgresql(databaseUrl: string): Promise<Snapshot> {
  const client = await connectPostgresql(databaseUrl);
  return snapshotOn(client, () => client.end());
}
