import { join } from 'node:path';
import { snapshotOn } from '../../db/backup/snapshot.ts';
import type { BeforeMigration } from '../../db/migrations.ts';
import type { FileStore } from '../files/files.ts';
import {
  backupFolderOf,
  backupName,
  isBackupDraft,
  removeOldDrafts,
  tidyUpdateCopies,
} from './backup-folder.ts';
import { checkArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

/** There is no backup to return to, so the database is not migrated. */
export class BackupBeforeUpdateError extends Error {
  override name = 'BackupBeforeUpdateError';
  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The database needs an update, and the backup before it failed: ${reason}\n` +
        `Nothing was changed, and the version of Boathouse that ran before still works. The backup is to be ${file}: make ` +
        'space there, or set BACKUP_DIR to another folder, and start again.',
      { cause },
    );
  }
}

type Options = {
  images: Pick<FileStore, 'get'>;
  authSecretOf: () => string;
  now: () => Date;
  log: Record<'info' | 'warn', (fields: object, message: string) => void>;
};

/**
 * Makes the backup with which each update of an installation with users begins. Deletes the backups that it makes
 * superfluous; a backup that can't be deleted stays.
 */
export function backupBeforeMigration(
  config: { databaseUrl: string | null; dataDir: string; backupDir: string | null },
  { images, authSecretOf, now, log }: Options,
): BeforeMigration {
  const database = config.databaseUrl === null ? 'pglite' : 'postgresql';
  return async (client, from) => {
    const folder = backupFolderOf(config);
    const file = join(folder, backupName('before-update', now()));
    try {
      log.info({ file, schema: from.tag }, 'making a backup before the update of the database');
      const snapshot = await snapshotOn(client, async () => {});
      await writeArchive(file, { snapshot, database, images, authSecret: authSecretOf(), now });
      await checkArchive(file);
    } catch (error) {
      throw new BackupBeforeUpdateError(file, error);
    }
    try {
      await removeOldDrafts(folder, isBackupDraft, now());
      const deleted = await tidyUpdateCopies(folder);
      if (deleted.length > 0) log.info({ deleted }, 'deleted old backups before updates');
    } catch (error) {
      // The new backup is good, so the update continues.
      log.warn({ err: error, folder }, 'could not delete old backups before updates');
    }
    return file;
  };
}
