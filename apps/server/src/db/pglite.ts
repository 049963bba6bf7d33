import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { OpenDatabase } from './database.ts';
import { listMigrations, migrateWith, migrationsFolder } from './migrations.ts';
import { PgliteThread } from './pglite-thread.ts';
import { limits, openPool } from './pool.ts';

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
  constructor(folder: string) {
    super(
      `Another Boathouse is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

/** It cannot be made or written to. */
export class DataFolderUnusableError extends Error {
  override name = 'DataFolderUnusableError';
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The data folder ${folder} cannot be used (DATA_DIR): ${reason}`, { cause });
  }
}

/** A lock that nothing refers to would be collected as garbage, and its folder be free to destroy. */
const heldLocks = new Set<DatabaseSync>();

/**
 * PGlite does not guard its folder: two processes in it would destroy it. The operating system holds this lock (an
 * exclusive lock on a small SQLite file) and gives it back when the process ends, however it ends.
 * @throws DataFolderInUseError, DataFolderUnusableError
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const lock = openLockFile(dataDir);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DataFolderInUseError(dataDir);
  }
  heldLocks.add(lock);
  return {
    release: () => {
      heldLocks.delete(lock);
      lock.close();
    },
  };
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true });
    return new DatabaseSync(join(dataDir, 'in-use.lock'));
  } catch (error) {
    throw new DataFolderUnusableError(dataDir, error);
  }
}

/** The embedded database in `dataDir`/database, owned by this process until closed. */
export async function openPglite(dataDir: string): Promise<OpenDatabase> {
  const lock = lockDataFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    const isNew = !existsSync(folder) || readdirSync(folder).length === 0;
    if (isNew) await makeFolder(folder);
    const opened = await migrated(await PgliteThread.open({ folder, template: null }));
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

/** Made beside its place and then renamed into it: a start that is cut off leaves no half-made database. */
async function makeFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const thread = await PgliteThread.open({ folder: draft, template: null });
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

/** A database in memory for tests, made from a template in `templateFolder`. */
export async function openPgliteInMemory(
  templateFolder = join(tmpdir(), 'boathouse-templates'),
): Promise<OpenDatabase> {
  return migrated(await PgliteThread.open({ folder: null, template: await templateFile(templateFolder) }));
}

async function migrated(thread: PgliteThread): Promise<OpenDatabase> {
  try {
    await migrateOn(thread);
  } catch (error) {
    // Before the folder's lock is given back.
    await thread.close();
    throw error;
  }
  // PGlite has one session. With one connection in the pool a query waits there, where its wait has a limit.
  const pool = new pg.Pool({ ...connectionTo(thread), ...limits, max: 1, idleTimeoutMillis: 0 });
  const opened = openPool(pool);
  return {
    ...opened,
    kind: 'pglite',
    onCrash: (listener) => thread.onCrash(listener),
    close: async () => {
      await opened.close();
      await thread.close();
    },
  };
}

async function migrateOn(thread: PgliteThread): Promise<void> {
  const client = new pg.Client(connectionTo(thread));
  await client.connect();
  await migrateWith(client);
}

/** Everything that `pg` would look for in the environment otherwise. */
const connectionTo = (thread: PgliteThread): pg.ClientConfig => ({
  stream: () => thread.connect(),
  host: 'in this process',
  port: 0,
  user: 'postgres',
  database: 'postgres',
  ssl: false,
});

/**
 * Initialising an empty database takes seconds (it runs initdb in WebAssembly); loading a dump takes a fraction. The
 * dump, already migrated, is made once per version of PGlite and of the migrations.
 */
async function templateFile(folder: string): Promise<string> {
  // Holds the version; it is not one of the files that the package exports.
  const engine = new URL('../package.json', import.meta.resolve('@electric-sql/pglite/pglite.wasm'));
  const key = createHash('sha256').update(readFileSync(engine));
  for (const { tag } of listMigrations()) key.update(readFileSync(join(migrationsFolder, `${tag}.sql`)));
  const path = join(folder, `pglite-${key.digest('hex').slice(0, 16)}.tar.gz`);
  if (!existsSync(path)) await makeTemplate(path);
  return path;
}

async function makeTemplate(path: string): Promise<void> {
  const thread = await PgliteThread.open({ folder: null, template: null });
  await migrateOn(thread);
  const dump = await thread.dump();
  await thread.close();
  mkdirSync(dirname(path), { recursive: true });
  // Renamed into place: another process making the same template never reads half of it.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, dump);
  renameSync(draft, path);
}
