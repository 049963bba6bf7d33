import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncNewFolders } from './durable/sync-to-disk.ts';

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
  constructor(folder: string) {
    super(
      `Another Boathouse is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

/** The folder can't be created, written to or protected. */
export class DataFolderUnusableError extends Error {
  override name = 'DataFolderUnusableError';
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The data folder ${folder} cannot be used (DATA_DIR): ${reason}`, { cause });
  }
}

/** A lock without a reference would be garbage-collected, and a second process could then destroy the folder. */
const heldLocks = new Set<DatabaseSync>();

/**
 * PGlite does not guard its folder: two processes in it would destroy it. The operating system holds this lock (an
 * exclusive lock on a small SQLite file) and releases it whenever the process ends.
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

function makeDataFolder(dataDir: string): void {
  syncNewFolders(mkdirSync(dataDir, { recursive: true, mode: 0o700 }), dataDir);
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    makeDataFolder(dataDir);
    return new DatabaseSync(join(dataDir, 'in-use.lock'));
  } catch (error) {
    throw new DataFolderUnusableError(dataDir, error);
  }
}

/**
 * Closes the data folder to other users of the machine: the folder itself, and every file of the database in it.
 * Windows has no such permissions; there a user's folders are private already.
 * @throws DataFolderUnusableError
 */
export function protectDataFolder(dataDir: string): void {
  try {
    makeDataFolder(dataDir);
    setMode(dataDir, 0o700);
    const database = join(dataDir, 'database');
    if (existsSync(database)) protectTree(database);
  } catch (error) {
    throw new DataFolderUnusableError(dataDir, error);
  }
}

export function protectTree(folder: string): void {
  setMode(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) protectTree(path);
    else if (entry.isFile()) setMode(path, 0o600);
  }
}

/** Leaves correct permissions unchanged: the files may belong to another user, as in a container's volume. */
function setMode(path: string, mode: number): void {
  if (process.platform === 'win32') return;
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
}
