import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { lockDataFolder, protectDataFolder } from '../../db/data-folder.ts';
import { listStoredTables } from '../../db/backup/stored-tables.ts';
import {
  beginReading,
  beginStoring,
  finishStoring,
  readLines,
  storeLines,
} from '../../db/backup/table-rows.ts';
import { hasUsers, remakeTables, takeMigrationTurn } from '../../db/migrations.ts';
import { DatabaseDamagedError, hasEmbeddedDatabase, openPgliteThread } from '../../db/pglite.ts';
import { connectPostgresql, countOtherConnections, snapshotOfPostgresql } from '../../db/postgresql.ts';
import {
  commitRestore,
  finishRestore,
  forgetRestoreDraft,
  makeRestoreDraft,
} from '../../db/backup/restored-folder.ts';
import { snapshotOnThread, type Snapshot } from '../../db/backup/snapshot.ts';
import type { FileStore } from '../files/files.ts';
import { readAuthSecret } from '../identity/embedded/auth-secret.ts';
import { rowsOf, type ArchiveContents } from './archive-format.ts';
import { backupFolderOf, backupName } from './backup-folder.ts';
import { loadArchive, type LoadedArchive } from './load-archive.ts';
import { checkArchive, readArchive } from './read-archive.ts';
import { announceSecret, settleSecret } from './restored-secret.ts';
import { writeArchive } from './write-archive.ts';

/** An installation that no server uses at the same time. */
export type RestoreTarget = {
  dataDir: string;
  databaseUrl: string | null;
  backupDir: string | null;
  /** AUTH_SECRET, which the secret of the backup does not replace. */
  authSecret: string | null;
  images: Pick<FileStore, 'get' | 'put' | 'has'>;
  now: () => Date;
  /** Reports the current step. */
  progress: (step: string) => void;
};

export type RestoreWishes = {
  /** Whether an installation with data may be replaced. */
  replace: boolean;
  /** Replaces the present data without a backup: the embedded database is then kept aside. */
  withoutBackup: boolean;
};

type Restored = {
  rows: number;
  images: number;
  /** The backup of the replaced data. */
  backup: string | null;
  /** The folder with the previous database. */
  keptAs: string | null;
  /** Whether logins and second factors continue, by the secret of the backup. */
  keepsLogins: boolean;
};

/** The operator must decide or stop something first; nothing was changed. */
export class RestoreRefusedError extends Error {
  override name = 'RestoreRefusedError';
}

/** The installation has users, and was not to be replaced. */
export class InstallationFilledError extends RestoreRefusedError {
  override name = 'InstallationFilledError';
}

/**
 * Puts a backup into an installation. Verifies it before anything is changed. At any moment the old state or the new
 * one is valid, even after a crash: the next start, or the next restore, finishes or undoes this one.
 */
export async function restoreArchive(
  file: string,
  target: RestoreTarget,
  wishes: RestoreWishes,
): Promise<Restored> {
  return target.databaseUrl === null
    ? restoreEmbedded(file, target, wishes)
    : restorePostgresql(file, target, target.databaseUrl, wishes);
}

async function restoreEmbedded(
  file: string,
  target: RestoreTarget,
  wishes: RestoreWishes,
): Promise<Restored> {
  const { dataDir, now, progress } = target;
  protectDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    finishRestore(dataDir);
    const isFilled = hasEmbeddedDatabase(dataDir) && (wishes.withoutBackup || (await hasData(dataDir)));
    requireReplace(isFilled, `in ${dataDir}`, wishes);
    const draft = makeRestoreDraft(dataDir);
    const loaded = await load(file, draft.folder, progress);
    let backup: string | null = null;
    try {
      if (isFilled && !wishes.withoutBackup) {
        progress('backing up what is there');
        backup = await backUpBefore(target, await embeddedSnapshot(dataDir), 'pglite');
      }
      await putImages(file, target, loaded);
    } finally {
      await loaded.database.close();
    }
    await rm(join(draft.folder, 'migrations'), { recursive: true, force: true });
    const keepAs = isFilled && wishes.withoutBackup ? `before-restore-${stampOf(now())}` : null;
    progress('putting it in place');
    const authSecret = target.authSecret === null ? loaded.authSecret : null;
    await commitRestore(dataDir, { authSecret, keepAs });
    return resultOf(target, loaded, { backup, keptAs: keepAs === null ? null : join(dataDir, keepAs) });
  } finally {
    // Forgets a restore that failed.
    finishRestore(dataDir);
    lock.release();
  }
}

const stampOf = (at: Date) => at.toISOString().replaceAll(/[:.]/g, '-');

async function load(
  file: string,
  folder: string,
  progress: RestoreTarget['progress'],
): Promise<LoadedArchive> {
  progress('verifying the backup');
  return loadArchive(file, folder);
}

async function embeddedSnapshot(dataDir: string): Promise<Snapshot> {
  return snapshotOnThread(await openPgliteThread(join(dataDir, 'database')));
}

async function hasData(dataDir: string): Promise<boolean> {
  const snapshot = await embeddedSnapshot(dataDir).catch((error: unknown) => {
    if (!(error instanceof DatabaseDamagedError)) throw error;
    throw new RestoreRefusedError(
      'The database that is there is damaged, so it can be neither read nor backed up. Add --replace --without-backup: ' +
        'its folder is then kept under another name.',
      { cause: error },
    );
  });
  try {
    return await hasUsers(snapshot.client);
  } finally {
    await snapshot.close();
  }
}

function requireReplace(isFilled: boolean, where: string, { replace }: RestoreWishes): void {
  if (!isFilled || replace) return;
  throw new InstallationFilledError(
    `The installation ${where} has data. Add --replace to replace it: a backup of it is made before.`,
  );
}

/** @throws an error that explains how to continue without a backup */
async function backUpBefore(
  target: RestoreTarget,
  snapshot: Snapshot,
  database: 'pglite' | 'postgresql',
): Promise<string> {
  const { images, now } = target;
  const file = join(backupFolderOf(target), backupName('before-restore', now()));
  try {
    const authSecret = target.authSecret ?? readAuthSecret(target.dataDir);
    await writeArchive(file, { snapshot, database, images, authSecret, now });
    // A backup of a newer version when an operator goes back to this one.
    await checkArchive(file, 'any');
  } catch (error) {
    throw new RestoreRefusedError(
      `What is there could not be backed up, and nothing was changed: ${error instanceof Error ? error.message : String(error)}\n` +
        'To replace it anyway, add --without-backup.',
      { cause: error },
    );
  }
  return file;
}

/** Images are named by their content, so existing ones need not be stored again. */
async function putImages(
  file: string,
  { images, progress }: RestoreTarget,
  contents: ArchiveContents,
): Promise<void> {
  if (contents.manifest.images.count === 0) return;
  progress('storing the images');
  await readArchive(file, {
    onImage: async (name, bytes) => {
      if (!(await images.has(name))) await images.put(name, bytes, 'image/webp');
    },
  });
}

function resultOf(
  target: RestoreTarget,
  { manifest, authSecret }: LoadedArchive,
  before: Pick<Restored, 'backup' | 'keptAs'>,
): Restored {
  const keepsLogins = target.authSecret === null || target.authSecret === authSecret;
  return { rows: rowsOf(manifest), images: manifest.images.count, keepsLogins, ...before };
}

async function restorePostgresql(
  file: string,
  target: RestoreTarget,
  databaseUrl: string,
  wishes: RestoreWishes,
): Promise<Restored> {
  const { dataDir, progress } = target;
  protectDataFolder(dataDir);
  const client = await connectPostgresql(databaseUrl);
  try {
    // A server that starts now waits here until the restore is done.
    await takeMigrationTurn(client);
    await settleSecret(dataDir, client);
    const others = await countOtherConnections(client);
    if (others > 0)
      throw new RestoreRefusedError(`${others} other connections use this database. Stop the server first.`);
    const isFilled = await hasUsers(client);
    requireReplace(isFilled, 'on the database of DATABASE_URL', wishes);
    const draft = makeRestoreDraft(dataDir);
    const loaded = await load(file, draft.folder, progress);
    let backup: string | null = null;
    try {
      if (isFilled && !wishes.withoutBackup) {
        progress('backing up what is there');
        backup = await backUpBefore(target, await snapshotOfPostgresql(databaseUrl), 'postgresql');
      }
      await putImages(file, target, loaded);
      progress('putting it in place');
      await replaceTables(client, loaded, dataDir, target.authSecret === null ? loaded.authSecret : null);
    } finally {
      await loaded.database.close();
    }
    await settleSecret(dataDir, client);
    return resultOf(target, loaded, { backup, keptAs: null });
  } finally {
    forgetRestoreDraft(dataDir);
    await client.end().catch(() => {});
  }
}

/** One transaction: tables of the newest schema with the rows of the loaded backup, or no change. */
async function replaceTables(
  client: pg.Client,
  { database }: LoadedArchive,
  dataDir: string,
  authSecret: string | null,
): Promise<void> {
  const source = database.client;
  await beginReading(source);
  await client.query('begin');
  try {
    await remakeTables(client);
    const tables = await listStoredTables(client);
    await beginStoring(client, tables);
    for (const table of tables) {
      const columns = table.columns.map(({ name }) => name);
      const store = storeLines(client, table, columns);
      for await (const lines of readLines(source, table.name, columns))
        for (const line of lines) await store.add(line);
      await store.end();
    }
    await finishStoring(client, tables);
    await announceSecret(dataDir, client, authSecret);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await source.query('rollback');
}
