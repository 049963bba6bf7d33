import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RestoreState } from '@boathouse/contract/administration/restore';
import { copyPrefix } from '../../db/backup/restored-folder.ts';
import { HttpError } from '../../http/errors.ts';
import { ArchiveDamagedError, ArchiveFileError, ArchiveNewerError, DiskFullError } from './archive-format.ts';
import {
  InstallationFilledError,
  restoreArchive,
  RestoreRefusedError,
  type RestoreTarget,
} from './restore.ts';
import { verifyArchive } from './verify.ts';

/** The outcome of a restore that this process has begun. */
export type FirstRestoreOutcome = {
  isRestored: boolean;
  /** Why it failed, or a note for the operator. */
  problem: string | null;
};

type FirstRestoreOptions = {
  dataDir: string;
  freeBytes: () => Promise<number>;
  /** Closes the installation, puts the file in place and opens it again. */
  begin: (file: string) => void;
  /** The restore after which this installation was opened. */
  last: FirstRestoreOutcome | null;
  log: Log;
};

type Log = Record<'info' | 'error', (fields: object, message: string) => void>;

/**
 * Space that must stay free in addition to the file: the database grows, and the restore needs a multiple of the file.
 */
const reservedBytes = 64 * 1_048_576;

const uploadedFile = (dataDir: string) => join(dataDir, 'restore-upload.tar.gz');

/** Accepts a backup for an installation without users, verifies it, and puts it in place. */
export class FirstRestore {
  readonly #options: FirstRestoreOptions;
  readonly #file: string;
  #state: RestoreState;

  constructor(options: FirstRestoreOptions) {
    const { dataDir, last } = options;
    this.#options = options;
    this.#file = uploadedFile(dataDir);
    this.#state = { step: last?.isRestored === false ? 'failed' : 'none', problem: last?.problem ?? null };
  }

  state(): RestoreState {
    return this.#state;
  }

  /**
   * Stores the file; resolves when all of it is on the disk. Its verification continues after that.
   * @param bytes its size
   * @throws HttpError 400 for a file that was cut off, 409 upload_conflict, 413
   */
  async receive(body: Readable, bytes: number): Promise<RestoreState> {
    if (['receiving', 'verifying', 'restoring'].includes(this.#state.step)) {
      throw new HttpError(
        409,
        'upload_conflict',
        'Another backup is being restored here. Wait until it is done.',
      );
    }
    this.#state = { step: 'receiving', problem: null };
    try {
      const free = await this.#options.freeBytes();
      if (bytes + reservedBytes > free) throw noSpaceFor(bytes, free);
      await pipeline(body, createWriteStream(this.#file, { mode: 0o600, flush: true }));
    } catch (error) {
      await rm(this.#file, { force: true });
      const refusal = error instanceof HttpError ? error : cutOff(error);
      this.#state = { step: 'failed', problem: refusal.message };
      throw refusal;
    }
    this.#state = { step: 'verifying', problem: null };
    void this.#verify();
    return this.#state;
  }

  async #verify(): Promise<void> {
    const { dataDir, begin, log } = this.#options;
    try {
      const { header } = await verifyArchive(this.#file, dataDir, copyPrefix);
      log.info({ madeAt: header.madeAt, version: header.version }, 'an uploaded backup is verified');
      this.#state = { step: 'restoring', problem: null };
      begin(this.#file);
    } catch (error) {
      log.error({ err: error }, 'an uploaded backup cannot be restored');
      await rm(this.#file, { force: true });
      this.#state = { step: 'failed', problem: wordsOf(error, this.#file) };
    }
  }
}

/** Deletes an uploaded backup that was not put in place before the process ended. */
export async function forgetUploadedBackup(dataDir: string): Promise<void> {
  await rm(uploadedFile(dataDir), { force: true });
}

/** Puts an uploaded backup into an installation that is closed, unless it has users by now, and deletes the file. */
export async function putUploadedInPlace(
  file: string,
  target: Omit<RestoreTarget, 'progress'>,
  log: Log,
): Promise<FirstRestoreOutcome> {
  const progress = (step: string) => log.info({ step }, 'restoring an uploaded backup');
  try {
    const restored = await restoreArchive(
      file,
      { ...target, progress },
      { replace: false, withoutBackup: false },
    );
    log.info({ rows: restored.rows, images: restored.images }, 'an uploaded backup is restored');
    return { isRestored: true, problem: restored.keepsLogins ? null : otherSecret };
  } catch (error) {
    log.error({ err: error }, 'an uploaded backup was not restored');
    return { isRestored: false, problem: wordsOf(error, file) };
  } finally {
    await rm(file, { force: true });
  }
}

const otherSecret =
  'AUTH_SECRET is not the secret of the backup (auth-secret in it): codes of authenticator apps fail until it is.';

const fullDisk = "The server's disk is full. Make space there, then try again.";

/** Without the path of the file, because everyone can read it. */
function wordsOf(error: unknown, file: string): string {
  const isOfTheFile = [ArchiveDamagedError, ArchiveFileError, ArchiveNewerError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isOfTheFile) return error.message.replaceAll(file, 'This file');
  if (error instanceof DiskFullError) return fullDisk;
  if (error instanceof InstallationFilledError) {
    return 'Nothing was restored, because someone has signed up here meanwhile. The operator can replace their data: npm run ops -- restore FILE --replace.';
  }
  if (error instanceof RestoreRefusedError) return error.message;
  return "Nothing was restored. The server's log says why.";
}

const mebibyte = 1_048_576;

function noSpaceFor(bytes: number, free: number): HttpError {
  const [size, space] = [Math.ceil(bytes / mebibyte), Math.floor(free / mebibyte)];
  return new HttpError(
    413,
    'too_large',
    `This backup has ${size} MB, and the server's disk has ${space} MB free. Make space there, then try again.`,
  );
}

function cutOff(error: unknown): HttpError {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return isFull
    ? new HttpError(413, 'too_large', fullDisk)
    : new HttpError(400, 'bad_request', 'The upload ended early. Try again.');
}
