import type pg from 'pg';
import type { PgliteThread } from './pglite-thread.ts';

/** Options that `pg` would otherwise read from the environment. */
export function connectionTo(thread: PgliteThread): pg.ClientConfig {
  return {
    stream: () => thread.connect(),
    host: 'in this process',
    port: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  };
}
