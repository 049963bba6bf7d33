import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { lockDataFolder, protectTree } from './data-folder.ts';
import type { Database, OpenDatabase } from './database.ts';
import { listMigrations, migrateWith, migrationsFolder, type BeforeMigration } from './migrations.ts';
import { connectionTo } from './pglite-connection.ts';
import { DatabaseFailedError, PgliteThread } from './pglite-thread.ts';
import { openPool, queryLimitMs, workOn } from './pool.ts';
import { finishRestore } from './backup/restored-folder.ts';
import { snapshotInPool, snapshotOfFolder } from './backup/snapshot.ts';
import { syncFolder, syncTree } from './durable/sync-to-disk.ts';

/**
 * The embedded database in `dataDir`/database, owned by this process until closed.
 * @param before is called before an older database with users is migrated
 */
export async function openPglite(dataDir: string, before?: BeforeMigration): Promise<OpenDatabase> {
  const lock = lockDataFolder(dataDir);
  try {
    finishRestore(dataDir);
    const folder = join(dataDir, 'database');
    if (!hasEmbeddedDatabase(dataDir)) await makeFolder(folder);
    const opened = await migrated(await openPgliteThread(folder), folder, before);
    return {
      ...opened,
      close: async () => {
        await opened.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Whether the folder has a database: a new one is made otherwise. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  const folder = join(dataDir, 'database');
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** PostgreSQL does not start on the folder's files, such as after a disk failure or an incomplete copy. */
export class DatabaseDamagedError extends Error {
  override name = 'DatabaseDamagedError';
  constructor(folder: string, cause: unknown) {
    super(`The database in ${folder} is damaged. Restore a backup.`, { cause });
  }
}

/** @throws DatabaseDamagedError */
export async function openPgliteThread(folder: string): Promise<PgliteThread> {
  try {
    // A power cut can leave PostgreSQL's own lock without content, and it would refuse to start; ours guards the folder.
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    return await PgliteThread.open({ folder, template: null });
  } catch (error) {
    if (error instanceof DatabaseFailedError) throw error;
    // One with a code is the system's, such as a missing permission or a full disk.
    throw error instanceof Error && 'code' in error ? error : new DatabaseDamagedError(folder, error);
  }
}

/** For a database that no one else uses; the thread ends with the work. */
export async function workOnThread<T>(thread: PgliteThread, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    const client = new pg.Client(connectionTo(thread));
    client.on('error', () => {});
    await client.connect();
    return await workOn(client, work);
  } finally {
    await thread.close();
  }
}

/**
 * Creates the database in a temporary folder and renames it when all of it is on the disk: an interrupted start, or a power
 * cut, leaves no partial database.
 */
async function makeFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const thread = await PgliteThread.open({ folder: draft, template: builtTemplate(), isDraft: true });
  await thread.close();
  // The files of the template have its permissions.
  protectTree(draft);
  await syncTree(draft);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  await syncFolder(dirname(folder));
}

/** Longer than a query of a user may take: on a slow card the files of ten minutes take a while. */
const checkpoint: pg.QueryConfig & { query_timeout: number } = { text: 'checkpoint', query_timeout: 120_000 };

/** A database in memory for tests, made from the template. */
export async function openPgliteInMemory(): Promise<OpenDatabase> {
  return migrated(await PgliteThread.open({ folder: null, template: await buildTemplate() }), null);
}

/** @param folder of the database; null if it is in memory */
async function migrated(
  thread: PgliteThread,
  folder: string | null,
  before?: BeforeMigration,
): Promise<OpenDatabase> {
  try {
    await migrateThread(thread, before);
  } catch (error) {
    // Before the folder's lock is given back.
    await thread.close();
    throw error;
  }
  // PGlite has one session. With one connection in the pool a query waits there, where its wait has a limit.
  const pool = new pg.Pool({
    ...connectionTo(thread),
    connectionTimeoutMillis: queryLimitMs,
    query_timeout: queryLimitMs,
    max: 1,
    idleTimeoutMillis: 0,
  });
  const opened = openPool(pool);
  return {
    ...opened,
    kind: 'pglite',
    onCrash: (listener) => thread.onCrash(listener),
    checkpoint: async () => void (await pool.query(checkpoint)),
    snapshot: () => (folder === null ? snapshotInPool(pool) : snapshotOfFolder(pool, folder)),
    // No other process can open the database.
    takeJob: async () => ({ end: async () => {} }),
    close: async () => {
      await opened.close();
      await thread.close();
    },
  };
}

async function migrateThread(thread: PgliteThread, before?: BeforeMigration): Promise<void> {
  const client = new pg.Client(connectionTo(thread));
  await client.connect();
  await migrateWith(client, before);
}

/** Where `npm run build` puts the template. The running product reads it and writes nothing there. */
const builtTemplates = fileURLToPath(new URL('../../dist', import.meta.url));

/** Returns the path of the template, or null if it was not built. */
export function builtTemplate(): string | null {
  const path = templatePath(builtTemplates);
  return existsSync(path) ? path : null;
}

/**
 * Initializing an empty database takes seconds (it runs initdb in WebAssembly); loading a dump takes a fraction. The
 * dump, already migrated, is built once per version of PGlite and of the migrations.
 */
export async function buildTemplate(): Promise<string> {
  const path = templatePath(builtTemplates);
  if (!existsSync(path)) await makeTemplate(path);
  return path;
}

function templatePath(folder: string): string {
  // Holds the version; it is not one of the files that the package exports.
  const engine = new URL('../package.json', import.meta.resolve('@electric-sql/pglite/pglite.wasm'));
  const key = createHash('sha256').update(readFileSync(engine));
  for (const { tag } of listMigrations()) key.update(readFileSync(join(migrationsFolder, `${tag}.sql`)));
  return join(folder, `pglite-${key.digest('hex').slice(0, 16)}.tar.gz`);
}

async function makeTemplate(path: string): Promise<void> {
  const thread = await PgliteThread.open({ folder: null, template: null });
  await migrateThread(thread);
  const dump = await thread.dump();
  await thread.close();
  mkdirSync(dirname(path), { recursive: true });
  // Renamed into place: another process making the same template never reads half of it.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, dump);
  renameSync(draft, path);
}
