import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveContents } from './archive-format.ts';
import { loadArchive } from './load-archive.ts';

/**
 * Proves that a backup can be restored, by restoring it into a new database in a folder of `within`, which is deleted.
 * @param prefix begins the name of that folder
 * @throws ArchiveDamagedError, ArchiveNewerError, ArchiveFileError, DiskFullError
 */
export async function verifyArchive(file: string, within: string, prefix: string): Promise<ArchiveContents> {
  await mkdir(within, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(within, prefix));
  try {
    const { database, header, manifest } = await loadArchive(file, folder);
    await database.close();
    return { header, manifest };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
