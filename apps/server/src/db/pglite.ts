import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { OpenDatabase } from './database.ts';
import { listMigrations, migrationsFolder, refuseNewer } from './migrations.ts';
import * as tables from './tables.ts';

/** Searching by parts of names. */
export const extensions = { pg_trgm };

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
    const client = await PGlite.create(folder, { extensions });
    const opened = await prepared(client);
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
  const client = await createFromTemplate(draft);
  await client.close();
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

/** A database in memory for tests, from the same template and migrations. */
export async function openPgliteInMemory(): Promise<OpenDatabase> {
  return prepared(await createFromTemplate(undefined));
}

async function prepared(client: PGlite): Promise<OpenDatabase> {
  const db = drizzle({ client, schema: tables });
  try {
    await refuseNewer(db);
    await migrate(db, { migrationsFolder });
  } catch (error) {
    // Before the folder's lock is given back.
    await client.close();
    throw error;
  }
  return {
    db,
    kind: 'pglite',
    ping: async () => void (await client.query('select 1')),
    close: () => client.close(),
  };
}

/**
 * Making an empty database takes seconds (it runs initdb in WebAssembly); loading a dump of one takes a fraction. The
 * dump, already migrated, is made once per version of PGlite and of the migrations, in the checkout's cache folder.
 */
async function createFromTemplate(folder: string | undefined): Promise<PGlite> {
  const template = templatePath();
  if (!existsSync(template)) await makeTemplate(template);
  const loadDataDir = new Blob([readFileSync(template)]);
  return folder === undefined
    ? PGlite.create({ loadDataDir, extensions })
    : PGlite.create(folder, { loadDataDir, extensions });
}

function templatePath(): string {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const engine = readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'));
  const key = createHash('sha256').update(engine);
  for (const migration of listMigrations()) {
    key.update(readFileSync(join(migrationsFolder, `${migration.tag}.sql`)));
  }
  return join(root, '.cache', `pglite-${key.digest('hex').slice(0, 16)}.tar.gz`);
}

async function makeTemplate(path: string): Promise<void> {
  const client = await PGlite.create({ extensions });
  await migrate(drizzle({ client, schema: tables }), { migrationsFolder });
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  mkdirSync(dirname(path), { recursive: true });
  // Renamed into place: another process making the same template never reads half of it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, path);
}
