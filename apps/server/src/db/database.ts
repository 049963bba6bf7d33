import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** One type for both databases, the embedded PGlite and a PostgreSQL server; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type OpenDatabase = {
  db: Database;
  kind: 'pglite' | 'postgresql';
  /** Rejects when the database does not respond. */
  ping(): Promise<void>;
  /** Calls the listener when the embedded database has failed: from then on every query is refused. */
  onCrash(listener: (error: unknown) => void): void;
  close(): Promise<void>;
};
