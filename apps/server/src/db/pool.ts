import { once } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, OpenDatabase } from './database.ts';
import { databaseFailureOf, NoConnectionError } from './failures.ts';
import type { SharedPool } from './shares/shared-pool.ts';

/** How long a query waits for a connection, and how long for its result. Migrations have no limit. */
export const queryLimitMs = 10_000;

type PoolOfDatabase = Pick<OpenDatabase, 'db' | 'ping' | 'close' | 'onQuery' | 'connections'>;

/** The database behind a pool of connections. */
export function openPool(pool: SharedPool): PoolOfDatabase {
  // Without listeners a connection that breaks would end this process: one in the pool, or one in use between two queries.
  pool.on('error', () => {});
  const listeners = new Set<(sec: number) => void>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    timeQueries(client, (sec) => {
      for (const listen of listeners) listen(sec);
    });
  });
  return {
    db: databaseOf(pool),
    ping: async () => void (await pool.query('select 1')),
    close: () => endPool(pool),
    onQuery: (listener) => void listeners.add(listener),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.queued }),
  };
}

/** Calls `note` with the seconds of each query, awaited or with a callback, because `pg` has no event for it. */
function timeQueries(client: pg.PoolClient, note: (sec: number) => void): void {
  const timed = (...args: unknown[]): unknown => {
    const startMs = performance.now();
    const done = () => note((performance.now() - startMs) / 1000);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...results: unknown[]): void => {
        done();
        Reflect.apply(callback, undefined, results);
      };
    }
    const result: unknown = Reflect.apply(pg.Client.prototype.query, client, args);
    if (result instanceof Promise) result.then(done, done);
    return result;
  };
  Object.defineProperty(client, 'query', { value: timed });
}

function databaseOf(pool: pg.Pool): Database {
  const db: Database = drizzle({ client: pool });
  // drizzle's own function leaks the connection when "begin" fails, returns one to the pool in the middle of a
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

/** Runs work on a database with one connection, which closes with it. */
export async function workOn<T>(client: pg.Client, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(drizzle({ client }));
  } finally {
    await client.end();
  }
}

/** Completes waiting queries first: the pool would drop them when it ends. */
async function endPool(pool: SharedPool): Promise<void> {
  while (pool.queued > 0) await once(pool, 'release');
  await pool.end();
}
