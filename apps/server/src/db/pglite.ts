import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { lockDataFolder, protectTree } from './data-folder.ts';
import type { Database, OpenDatabase } from './database.ts';
import { migrateWith, type BeforeMigration } from './migrations.ts';
import { buildTemplate, builtTemplate, unpackTemplate } from './new-database/template.ts';
import { connectionTo } from './pglite-connection.ts';
import { DatabaseFailedError, PgliteThread } from './pglite-thread.ts';
import { openPool, queryLimitMs, workOn } from './pool.ts';
import { SharedPool } from './shares/shared-pool.ts';
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

/** Whether the folder has a database; otherwise a new one is created. */
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
    // A power cut can leave an empty lock file of PostgreSQL, which would then refuse to start; our own lock guards the
    // folder.
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    return await PgliteThread.open({ folder, template: null });
  } catch (error) {
    if (error instanceof DatabaseFailedError) throw error;
    // An error with a code is the system's, such as a missing permission or a full disk.
    throw error instanceof Error && 'code' in error ? error : new DatabaseDamagedError(folder, error);
  }
}

/** For a database that only this process uses; the thread ends with the work. */
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
 * Creates the database in a temporary folder and renames it when it is completely on the disk: an interrupted start, or
 * a power cut, leaves no partial database.
 */
async function makeFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const template = builtTemplate('newest');
  if (template === null) await initialize(draft);
  else await unpackTemplate(template, draft);
  await syncTree(draft);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  await syncFolder(dirname(folder));
}

async function initialize(folder: string): Promise<void> {
  const thread = await PgliteThread.open({ folder, template: null, isDraft: true });
  await thread.close();
  protectTree(folder);
}

/** Longer than a user's query may take: on a slow card, writing the files of ten minutes takes a while. */
const checkpoint: pg.QueryConfig & { query_timeout: number } = { text: 'checkpoint', query_timeout: 120_000 };

/** A database in memory for tests, made from the template. */
export async function openPgliteInMemory(): Promise<OpenDatabase> {
  return migrated(await PgliteThread.open({ folder: null, template: await buildTemplate('newest') }), null);
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
    // Runs before the folder's lock is released.
    await thread.close();
    throw error;
  }
  // PGlite has one session. With one connection in the pool a query waits there, and that wait has a limit.
  const pool = new SharedPool({
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
