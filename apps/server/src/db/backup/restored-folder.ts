import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { syncFolderNow, syncTree } from '../durable/sync-to-disk.ts';

/*
 * A restore of the embedded database prepares a folder, renames it to `restore-ready`, and then moves its parts into
 * place. The rename decides: before it the old data is valid, after it the new, even if the process ends in between.
 */

const draftOf = (dataDir: string) => join(dataDir, 'restore-draft');
const readyOf = (dataDir: string) => join(dataDir, 'restore-ready');
const noteName = 'restore.json';

const NoteSchema = z.object({
  /** The folder for the data that is replaced; null deletes it. */
  keepAs: z.nullable(z.string().check(z.regex(/^before-restore-[0-9TZ-]+$/))),
});

/** Empties the folder in which a restore prepares its database. The caller has the lock of the data folder. */
export function makeRestoreDraft(dataDir: string): { folder: string } {
  forgetRestoreDraft(dataDir);
  const folder = draftOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { folder };
}

export function forgetRestoreDraft(dataDir: string): void {
  rmSync(draftOf(dataDir), { recursive: true, force: true });
}

/** Replaces database and secret by those of the draft; the old ones go into the folder `keepAs` or are deleted. */
export async function commitRestore(
  dataDir: string,
  { authSecret, keepAs }: { authSecret: string | null; keepAs: string | null },
): Promise<void> {
  const draft = draftOf(dataDir);
  if (authSecret !== null) writeFileSync(join(draft, 'auth-secret'), authSecret, { mode: 0o600 });
  writeFileSync(join(draft, noteName), JSON.stringify({ keepAs }), { mode: 0o600 });
  await syncTree(draft);
  renameSync(draft, readyOf(dataDir));
  syncFolderNow(dataDir);
  finishRestore(dataDir);
}

/**
 * Finishes or undoes a restore that was interrupted, and deletes copies that a backup has left behind. The caller has
 * the lock of the data folder.
 */
export function finishRestore(dataDir: string): void {
  forgetRestoreDraft(dataDir);
  if (existsSync(dataDir)) {
    for (const name of readdirSync(dataDir)) {
      if (name.startsWith(copyPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
  const ready = readyOf(dataDir);
  const replaced = join(dataDir, 'restore-replaced');
  // Written before the folder gets its name; deleted only when everything else is in place.
  if (existsSync(join(ready, noteName))) {
    const { keepAs } = NoteSchema.parse(JSON.parse(readFileSync(join(ready, noteName), 'utf8')));
    const old = keepAs === null ? replaced : join(dataDir, keepAs);
    mkdirSync(old, { recursive: true, mode: 0o700 });
    putInPlace(join(ready, 'database'), join(dataDir, 'database'), old);
    putSecretInPlace(join(ready, 'auth-secret'), join(dataDir, 'auth-secret'), old);
    syncFolderNow(old);
    syncFolderNow(dataDir);
    rmSync(join(ready, noteName));
  }
  rmSync(ready, { recursive: true, force: true });
  rmSync(replaced, { recursive: true, force: true });
}

function putInPlace(from: string, to: string, old: string): void {
  if (!existsSync(from)) return;
  if (existsSync(to)) renameSync(to, join(old, 'database'));
  renameSync(from, to);
  syncFolderNow(dirname(to));
}

/** The old secret is copied first: without a secret the next start would make a new one. */
function putSecretInPlace(from: string, to: string, old: string): void {
  if (!existsSync(from)) return;
  if (existsSync(to)) copyFileSync(to, join(old, 'auth-secret'));
  renameSync(from, to);
}

/** Begins the names of copies of the database that backups read from. */
export const copyPrefix = 'backup-copy-';
/**
 * Begins the names of folders in which a command verifies a backup, even while the server of the data folder starts.
 */
export const verifyPrefix = 'backup-verify-';
