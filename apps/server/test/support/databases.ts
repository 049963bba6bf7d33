import { randomBytes } from 'node:crypto';
import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import * as z from 'zod/mini';
import type { Database, OpenDatabase } from '../../src/db/database.ts';
import { PgliteThread } from '../../src/db/pglite-thread.ts';
import { buildTemplate } from '../../src/db/new-database/template.ts';
import { openPgliteInMemory } from '../../src/db/pglite.ts';
import { openPostgresql } from '../../src/db/postgresql.ts';
import * as tables from '../../src/db/tables.ts';

/** A server on which the tests may create databases. */
const testServer = inject('testDatabaseServer');
const serversAreRequired = process.env['REQUIRE_SERVERS'] === '1';

async function hasPostgresql(): Promise<boolean> {
  const client = new pg.Client({ connectionString: `${testServer}/postgres`, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

export const isPostgresqlAvailable = await hasPostgresql();
if (!isPostgresqlAvailable) {
  const message = `PostgreSQL cannot be reached at ${testServer}: its tests are SKIPPED`;
  if (serversAreRequired) throw new Error(`${message}, and REQUIRE_SERVERS=1 forbids that`);
  console.warn(`\n*** ${message} ***\n`);
}

/** Creates a migrated database on the PostgreSQL server. Closing it drops the database. */
export async function openTestPostgresql(): Promise<OpenDatabase & { url: string }> {
  const { url, drop } = await createTestPostgresql();
  const database = await openPostgresql(url);
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Creates an empty database on the PostgreSQL server, without tables. */
export async function createTestPostgresql(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${inject('testDatabases')}${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  // No test cuts the power of this server, and waiting for its disk is most of a commit.
  await onServer(`alter database ${name} set synchronous_commit = off`);
  return {
    url: `${testServer}/${name}`,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${testServer}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

type BareDatabase = { connect(): Promise<pg.Client>; close(): Promise<void> };

/** Opens an embedded database in memory. Without a template, initdb runs in WebAssembly, which takes seconds. */
export async function openBarePglite(template: string | null): Promise<BareDatabase> {
  const thread = await PgliteThread.open({ folder: null, template });
  return {
    connect: async () => {
      const stream = () => thread.connect();
      const client = new pg.Client({ stream, user: 'postgres', database: 'postgres', ssl: false });
      await client.connect();
      return client;
    },
    close: () => thread.close(),
  };
}

/** Opens an embedded database in memory, without tables. */
async function openPgliteWithoutTables(): Promise<BareDatabase> {
  return openBarePglite(await buildTemplate('empty'));
}

export const onPostgresql = describe.skipIf(!isPostgresqlAvailable);

/** An empty database of each kind, for tests of migrations: `test.each`. */
export const emptyDatabases: ReadonlyArray<{ name: string; open(): Promise<BareDatabase> }> = [
  { name: 'PGlite', open: openPgliteWithoutTables },
  ...(isPostgresqlAvailable ? [{ name: 'PostgreSQL', open: openPostgresqlWithoutTables }] : []),
];

async function openPostgresqlWithoutTables(): Promise<BareDatabase> {
  const { url, drop } = await createTestPostgresql();
  return {
    connect: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    },
    close: drop,
  };
}

const FilledSchema = z.object({ rows: z.tuple([z.object({ filled: z.array(z.boolean()) })]) });
const allTables = Object.values(tables).filter((table) => is(table, PgTable));

/** Deletes all rows. Truncating makes new files for each table, and PostgreSQL waits for its disk. */
async function empty(db: Database): Promise<void> {
  const filled = sql.join(
    allTables.map((table) => sql`exists (select from ${table})`),
    sql`, `,
  );
  const [{ filled: isFilled }] = FilledSchema.parse(
    await db.execute(sql`select array[${filled}] as filled`),
  ).rows;
  await db.transaction(async (tx) => {
    // Without foreign keys, in any order.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [index, table] of allTables.entries()) if (isFilled[index]) await tx.delete(table);
  });
}

/**
 * Returns databases that, when closed, are emptied and kept for the next describe block of this process: opening one
 * takes more than a second of processor time. A test that changes the schema changes it back.
 */
function reusing(open: () => Promise<OpenDatabase>): () => Promise<OpenDatabase> {
  const idle: OpenDatabase[] = [];
  return async () => {
    const database = idle.pop() ?? (await open());
    const close = async () => {
      await empty(database.db);
      idle.push(database);
    };
    return { ...database, close };
  };
}

const openEmptyPglite = reusing(() => openPgliteInMemory());
const openEmptyPostgresql = reusing(openTestPostgresql);

/** Opens an empty embedded database for the tests of a describe block. */
export function usePglite(): () => OpenDatabase {
  return useDatabase(openEmptyPglite);
}

function useDatabase(open: () => Promise<OpenDatabase>): () => OpenDatabase {
  let database: OpenDatabase | undefined;
  beforeAll(async () => {
    database = await open();
  }, 60_000);
  afterAll(() => database?.close());
  return () => {
    if (!database) throw new Error('The database is not open yet');
    return database;
  };
}

/** Runs the same tests on the embedded database and on PostgreSQL, each with a new database. */
export function onEachDatabase(title: string, tests: (database: () => OpenDatabase) => void): void {
  describe(`${title} on PGlite`, () => tests(useDatabase(openEmptyPglite)));
  onPostgresql(`${title} on PostgreSQL`, () => tests(useDatabase(openEmptyPostgresql)));
}

/**
 * For long lists of calls, whose queries the stores' tests run on both databases: on PostgreSQL, which is faster, or
 * else on PGlite.
 */
export function onOneDatabase(title: string, tests: (database: () => OpenDatabase) => void): void {
  describe(title, () => tests(useDatabase(isPostgresqlAvailable ? openEmptyPostgresql : openEmptyPglite)));
}

/**
 * Returns the number of connections to this database that wait for a lock. Not within a transaction, which reads it
 * once and then gets the same value again.
 */
export async function waitingFor(db: Database): Promise<number> {
  const waiting = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const { rows } = z.object({ rows: z.array(z.object({ count: z.int() })) }).parse(await db.execute(waiting));
  return rows[0]?.count ?? 0;
}
