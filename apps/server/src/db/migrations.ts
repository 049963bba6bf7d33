import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import * as z from 'zod/mini';

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

const JournalSchema = z.object({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });

type Migration = { tag: string; at: number };

export function listMigrations(folder = migrationsFolder): Migration[] {
  return readJournal(folder).map(({ tag, when }) => ({ tag, at: when }));
}

function readJournal(folder: string) {
  const journal: unknown = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8'));
  return JournalSchema.parse(journal).entries;
}

/** The schema of a database: its last migration. `tag` is null for a migration that this program does not know. */
type SchemaVersion = { tag: string | null; at: number; hash: string };

export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  /** @param backup the newest migration that this version can restore, if it is known */
  constructor(backup: string | null = null) {
    super(
      'This database was written by a newer Boathouse. Start that version, or restore an older backup' +
        (backup === null ? '.' : `:\n  npm run ops -- restore ${backup} --replace`),
    );
  }
}

/** A migration did not succeed. All of them run in one transaction, so a failure leaves the database unchanged. */
export class MigrationFailedError extends Error {
  override name = 'MigrationFailedError';
  constructor(from: SchemaVersion, backup: string | null, cause: unknown) {
    const reason = databaseMessageOf(cause);
    super(
      `The database could not be updated, and is unchanged (schema ${from.tag ?? 'unknown'}): ${reason}\n` +
        'Start the version of Boathouse that ran before: it works as it did. Then report this message.' +
        (backup === null ? '' : `\nThe backup made before the update is ${backup}.`),
      { cause },
    );
  }
}

function databaseMessageOf(error: unknown): string {
  const first = error instanceof DrizzleQueryError ? error.cause : error;
  return first instanceof Error ? first.message : String(first);
}

const PresentRow = z.tuple([z.object({ present: z.boolean() })]);
const LedgerRows = z.array(z.object({ hash: z.string(), at: z.string() }));

async function isPresent(client: pg.ClientBase, query: string): Promise<boolean> {
  const [{ present }] = PresentRow.parse((await client.query(`select ${query} as present`)).rows);
  return present;
}

/** Returns the schema of a database, or null for one without tables. */
export async function schemaOf(client: pg.ClientBase): Promise<SchemaVersion | null> {
  if (!(await isPresent(client, `to_regclass('drizzle.__drizzle_migrations') is not null`))) return null;
  const { rows } = await client.query(
    'select hash, created_at::text as at from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  const [last] = LedgerRows.parse(rows);
  if (last === undefined) return null;
  const at = Number(last.at);
  return { tag: listMigrations().find((migration) => migration.at === at)?.tag ?? null, at, hash: last.hash };
}

/** Returns the newest schema that this program knows. */
export function newestSchemaAt(): number {
  return Math.max(0, ...listMigrations().map(({ at }) => at));
}

/** Returns the digest of a migration as the ledger has it. */
export function hashOfMigration(tag: string): string {
  return createHash('sha256')
    .update(readFileSync(`${migrationsFolder}/${tag}.sql`, 'utf8'))
    .digest('hex');
}

/** Whether any account exists: such a database gets a backup before it changes. */
export async function hasUsers(client: pg.ClientBase): Promise<boolean> {
  for (const table of ['users', 'auth_users']) {
    const isThere = await isPresent(client, `to_regclass('public.${table}') is not null`);
    if (isThere && (await isPresent(client, `exists (select from public.${table})`))) return true;
  }
  return false;
}

/** An arbitrary number that no other program on the same server uses for a lock. */
const migrationLock = 7_211_985;

/** Waits for the lock to migrate or to restore a database; the lock ends with the connection. */
export async function takeMigrationTurn(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
}

/**
 * Makes a backup of a database with users that is about to be migrated, and returns its name.
 * @throws to leave the database as it is
 */
export type BeforeMigration = (client: pg.Client, from: SchemaVersion) => Promise<string | null>;

/**
 * Migrates the tables over a separate connection, and ends it. Several processes may start at once: one migrates, the
 * others wait for it.
 * @throws NewerDatabaseError, MigrationFailedError, and what `before` throws
 */
export async function migrateWith(client: pg.Client, before?: BeforeMigration): Promise<void> {
  // A connection that breaks also fails the query that uses it.
  client.on('error', () => {});
  try {
    await takeMigrationTurn(client);
    const from = await schemaOf(client);
    if (from === null) return await migrateOn(client);
    if (from.at > newestSchemaAt()) throw new NewerDatabaseError();
    if (from.at === newestSchemaAt()) return;
    const backup = before !== undefined && (await hasUsers(client)) ? await before(client, from) : null;
    await migrateOn(client).catch((error: unknown) => {
      throw new MigrationFailedError(from, backup, error);
    });
  } finally {
    // Releases the lock too.
    await client.end();
  }
}

/** Runs the migrations of a folder that the database does not have yet, in one transaction. */
export async function migrateOn(client: pg.Client, folder = migrationsFolder): Promise<void> {
  await migrate(drizzle({ client }), { migrationsFolder: folder });
}

/**
 * Drops all tables and functions, of any version, and creates the tables again, in the transaction that the caller has
 * begun.
 */
export async function remakeTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(ownObjects);
  for (const { drop } of DropRows.parse(rows)) await client.query(drop);
  await client.query('drop schema if exists drizzle cascade');
  await client.query('create schema drizzle');
  await client.query(ledgerTable);
  for (const { tag, at } of listMigrations()) {
    const text = readFileSync(`${migrationsFolder}/${tag}.sql`, 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await client.query(statement);
    const ledger = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)';
    await client.query(ledger, [hashOfMigration(tag), at]);
  }
}

const DropRows = z.array(z.object({ drop: z.string() }));

/** As drizzle makes it. */
const ledgerTable =
  'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)';

/** Tables of an extension are not included. */
const ownObjects = `
  select format('drop table if exists public.%I cascade', relname) as drop from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all
  select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;

const markPrefix = 'restore ';
const CommentRow = z.tuple([z.object({ comment: z.nullable(z.string()) })]);

/** Notes a restore in the database, within its transaction. */
export async function writeRestoreMark(client: pg.ClientBase, mark: string): Promise<void> {
  const comment = client.escapeLiteral(`${markPrefix}${mark}`);
  await client.query(`comment on table drizzle.__drizzle_migrations is ${comment}`);
}

/** Returns the mark of the last restore, or null. */
export async function readRestoreMark(client: pg.ClientBase): Promise<string | null> {
  const query = `select obj_description(to_regclass('drizzle.__drizzle_migrations'), 'pg_class') as comment`;
  const [{ comment }] = CommentRow.parse((await client.query(query)).rows);
  return comment?.startsWith(markPrefix) ? comment.slice(markPrefix.length) : null;
}

/** Makes a folder with the migrations up to a moment, to fill a database of an earlier version. */
export function copyMigrationsUntil(at: number, folder: string): void {
  const entries = readJournal(migrationsFolder).filter(({ when }) => when <= at);
  mkdirSync(`${folder}/meta`, { recursive: true });
  writeFileSync(
    `${folder}/meta/_journal.json`,
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  for (const { tag } of entries) copyFileSync(`${migrationsFolder}/${tag}.sql`, `${folder}/${tag}.sql`);
}

const RowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });

/** Returns the rows of raw SQL: both drivers return `rows`, but the shared database type does not declare it. */
export function rowsOf(result: unknown): Array<Record<string, unknown>> {
  return RowsSchema.parse(result).rows;
}
