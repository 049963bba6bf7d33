import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderNow, syncNewFolders } from '../../../db/durable/sync-to-disk.ts';

/** A shorter secret is the rest of a file after a power cut: no login was signed with it. */
const leastLength = 32;

/** The data folder has no secret, and none is configured. */
class NoAuthSecretError extends Error {
  override name = 'NoAuthSecretError';
  constructor(dataDir: string) {
    super(
      `There is no secret of logins in ${dataDir}. Name the server's data folder (--data, DATA_DIR), or set AUTH_SECRET as the ` +
        'server has it.',
    );
  }
}

/** Returns the secret that a server has made in its data folder. @throws NoAuthSecretError */
export function readAuthSecret(dataDir: string): string {
  try {
    return readFileSync(secretPath(dataDir), 'utf8').trim();
  } catch {
    throw new NoAuthSecretError(dataDir);
  }
}

const secretPath = (dataDir: string) => join(dataDir, 'auth-secret');

/** Returns the secret that signs login cookies. It is created at the first start and readable only by this user. */
export function readOrMakeAuthSecret(dataDir: string): string {
  const path = secretPath(dataDir);
  const found = readSecret(path);
  if (found !== null && found.length >= leastLength) return found;

  syncNewFolders(mkdirSync(dataDir, { recursive: true }), dataDir);
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    if (found === null) placeFirst(draft, path);
    else renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolderNow(dataDir);
  return readFileSync(path, 'utf8').trim();
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** If two first starts run at once, one makes the secret and both read it. */
function placeFirst(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    // Some file systems, such as FAT, have no hard links.
    renameSync(draft, path);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
