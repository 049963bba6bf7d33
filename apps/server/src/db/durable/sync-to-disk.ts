import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// A power cut loses everything that the operating system has not written to the disk yet. The fsync of a file covers
// its bytes; its name (a creation, renaming or removal) belongs to the folder, which needs its own fsync.

/** NTFS writes its names to the disk in order by itself, and Windows cannot open a folder for it. */
const foldersCanSync = process.platform !== 'win32';

/** Some network file systems have no fsync of folders; PostgreSQL accepts the same two errors (`fsync_fname_ext`). */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'EBADF');
}

/** Waits until the names in a folder are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (!foldersCanSync) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    await handle.close();
  }
}

/** Blocks until the names in a folder are on the disk. */
export function syncFolderNow(folder: string): void {
  if (!foldersCanSync) return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Blocks until the names of folders that `mkdir` has made are on the disk. A parent that the user may write to but not
 * list cannot be opened for it; the operating system writes it later.
 * @param first the outermost new folder, as `mkdir` returns it; undefined when there was none to make
 */
export function syncNewFolders(first: string | undefined, last: string): void {
  if (first === undefined) return;
  for (let folder = last; folder.length >= first.length; folder = dirname(folder)) {
    try {
      syncFolderNow(dirname(folder));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error;
    }
  }
}

/** More at a time would gain nothing: Node has four threads for files, and the file system joins waiting syncs. */
const concurrentFiles = 16;

/** Waits until all files of a folder, and all names in it and below, are on the disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const waiting = entries.values();
  const work = async () => {
    for (const entry of waiting) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory()) await syncFolder(path);
      else if (entry.isFile()) await syncFile(path);
    }
  };
  await Promise.all(Array.from({ length: concurrentFiles }, work));
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  // Windows flushes only a file that is open for writing.
  const handle: FileHandle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
