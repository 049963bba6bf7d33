import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { lockDataFolder, protectTree } from './data-folder.ts';
import type { OpenDatabase } from './database.ts';
import { listMigrations, migrateWith, migrationsFolder } from './migrations.ts';
import { PgliteThread } from './pglite-thread.ts';
import { openPool, queryLimitMs } from './pool.ts';

/** The embedded database in `dataDir`/database, owned by this process until closed. */
export async function openPglite(dataDir: string): Promise<OpenDatabase> {
  const lock = lockDataFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    const isNew = !existsSync(folder) || readdirSync(folder).length === 0;
    if (isNew) await makeFolder(folder);
    const opened = await migrated(await openThread(folder));
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

/** PostgreSQL does not start on the folder's files, such as after a disk failure or an incomplete copy. */
export class DatabaseDamagedError extends Error {
  override name = 'DatabaseDamagedError';
  constructor(folder: string, cause: unknown) {
    super(`The database in ${folder} is damaged. Restore a backup.`, { cause });
  }
}

async function openThread(folder: string): Promise<PgliteThread> {
  try {
    return await PgliteThread.open({ folder, template: null });
  } catch (error) {
    // One with a code is the system's, such as a missing permission or a full disk.
    throw error instanceof Error && 'code' in error ? error : new DatabaseDamagedError(folder, error);
  }
}

/** Creates the database in a temporary folder and renames it: an interrupted start leaves no partial database. */
async function makeFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const built = templatePath(builtTemplates);
  const template = existsSync(built) ? built : null;
  const thread = await PgliteThread.open({ folder: draft, template });
  await thread.close();
  // The files of the template have its permissions.
  protectTree(draft);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

/** A database in memory for tests, made from the template. */
export async function openPgliteInMemory(): Promise<OpenDatabase> {
  return migrated(await PgliteThread.open({ folder: null, template: await buildTemplate() }));
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

/** Options that `pg` would otherwise read from the environment. */
const connectionTo = (thread: PgliteThread): pg.ClientConfig => ({
  stream: () => thread.connect(),
  host: 'in this process',
  port: 0,
  user: 'postgres',
  database: 'postgres',
  ssl: false,
});

/** Where `npm run build` puts the template. The running product reads it and writes nothing there. */
const builtTemplates = fileURLToPath(new URL('../../dist', import.meta.url));

/**
 * Initialising an empty database takes seconds (it runs initdb in WebAssembly); loading a dump takes a fraction. The
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
  await migrateOn(thread);
  const dump = await thread.dump();
  await thread.close();
  mkdirSync(dirname(path), { recursive: true });
  // Renamed into place: another process making the same template never reads half of it.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, dump);
  renameSync(draft, path);
}
