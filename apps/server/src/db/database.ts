import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Snapshot } from './backup/snapshot.ts';

/** One type for both databases, the embedded PGlite and a PostgreSQL server; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type OpenDatabase = {
  db: Database;
  kind: 'pglite' | 'postgresql';
  /** Rejects when the database does not respond. */
  ping(): Promise<void>;
  /** Calls the listener with the seconds that each query took on its connection. */
  onQuery(listener: (sec: number) => void): void;
  /** The connections of this process, the unused ones, and the queries that wait for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Calls the listener when the embedded database has failed: after that every query is refused. */
  onCrash(listener: (error: unknown) => void): void;
  /**
   * Writes the embedded database's tables to their files, so that its log can be reused: without its background
   * processes PostgreSQL does so only when it stops, and the log would grow until then. A server does it by itself.
   */
  checkpoint(): Promise<void>;
  /** Opens all tables as they are at this moment, so that they can be read slowly. */
  snapshot(): Promise<Snapshot>;
  /** Acquires a job that only one process of the installation runs at a time; null if another has it. */
  takeJob(job: number): Promise<{ end(): Promise<void> } | null>;
  close(): Promise<void>;
};
