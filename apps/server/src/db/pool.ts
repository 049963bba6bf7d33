import { once } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database, OpenDatabase } from './database.ts';
import { databaseFailureOf, NoConnectionError } from './failures.ts';

/** How long a query waits for a connection, and how long for its result. Migrations have no limit. */
export const queryLimitMs = 10_000;

/** The database behind a pool of connections. */
export function openPool(pool: pg.Pool): Pick<OpenDatabase, 'db' | 'ping' | 'close'> {
  // Without listeners a connection that breaks would end this process: one in the pool, or one in use between two queries.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    db: databaseOf(pool),
    ping: async () => void (await pool.query('select 1')),
    close: () => endPool(pool),
  };
}

function databaseOf(pool: pg.Pool): Database {
  const db: Database = drizzle({ client: pool });
  // drizzle's own leaks the connection when "begin" fails, returns one to the pool in the middle of a
  // transaction when "rollback" fails, and then reports that failure instead of its reason.
  db.transaction = async (run, config) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new NoConnectionError(error);
    });
    let isBroken = false;
    let reason: { error: unknown } | undefined;
    try {
      const connected: Database = drizzle({ client });
      return await connected.transaction(async (tx) => {
        try {
          return await run(tx);
        } catch (error) {
          reason = { error };
          // A "rollback" would wait as long again; without its connection the server rolls back by itself.
          if (databaseFailureOf(error) === 'unavailable') void client.end();
          throw error;
        }
      }, config);
    } catch (error) {
      const first = reason ? reason.error : error;
      isBroken = databaseFailureOf(first) === 'unavailable';
      throw first;
    } finally {
      client.release(isBroken || client.getTransactionStatus() !== 'I');
    }
  };
  return db;
}

/** Completes waiting queries first: the pool would drop them when it ends. */
async function endPool(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await once(pool, 'release');
  await pool.end();
}
