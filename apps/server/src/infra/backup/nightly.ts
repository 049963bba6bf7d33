import { join } from 'node:path';
import type { OpenDatabase } from '../../db/database.ts';
import { copyPrefix, verifyPrefix } from '../../db/backup/restored-folder.ts';
import type { FileStore } from '../files/files.ts';
import { DiskFullError, rowsOf } from './archive-format.ts';
import {
  backupName,
  isBackupDraft,
  listBackups,
  removeBackup,
  removeOldDrafts,
  writeAttempt,
  writeRecord,
  type StoredBackup,
} from './backup-folder.ts';
import { expiredBackups, isNightlyDue } from './retention.ts';
import { verifyArchive } from './verify.ts';
import { writeArchive } from './write-archive.ts';

type NightlyOptions = {
  database: Pick<OpenDatabase, 'kind' | 'snapshot' | 'takeJob'>;
  images: Pick<FileStore, 'get'>;
  authSecret: string;
  /** BACKUP_DIR */
  folder: string;
  dataDir: string;
  now: () => Date;
  timeZone: string;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
};

/** An arbitrary number, unlike that of other jobs (`takeJob`). */
const nightlyJob = 7_211_986;
const retryMs = 3_600_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Makes a backup each night, verifies it, and deletes superfluous ones. */
export class NightlyBackups {
  readonly #options: NightlyOptions;
  #retryAtMs = -Infinity;

  constructor(options: NightlyOptions) {
    this.#options = options;
  }

  /** Runs the due work. A failure is logged and recorded, and tried again after an hour. */
  async run(): Promise<void> {
    const { now, log, folder } = this.#options;
    if (now().getTime() < this.#retryAtMs || !(await this.#isDue())) return;
    try {
      await this.#runOnce();
    } catch (error) {
      this.#retryAtMs = now().getTime() + retryMs;
      const problem = messageOf(error);
      log.error(
        { err: error, folder },
        `the nightly backup failed and is tried again in an hour: ${problem}`,
      );
      await writeAttempt(folder, { at: now().toISOString(), problem }).catch(() => {});
    }
  }

  async #isDue(): Promise<boolean> {
    const { folder, now, timeZone } = this.#options;
    // A backup dated in the future was made while the clock was wrong.
    const counts = ({ kind, record, at }: StoredBackup) =>
      kind === 'nightly' && record?.verifiedAt && at.getTime() <= now().getTime();
    const [last] = (await listBackups(folder)).filter(counts);
    return isNightlyDue(
      Temporal.Instant.fromEpochMilliseconds(now().getTime()).toZonedDateTimeISO(timeZone),
      last?.at ?? null,
    );
  }

  async #runOnce(): Promise<void> {
    const job = await this.#options.database.takeJob(nightlyJob);
    if (job === null) return;
    try {
      // Another process may have made it before this one got the job.
      if (await this.#isDue()) await this.#make();
    } finally {
      await job.end();
    }
  }

  async #make(): Promise<void> {
    const { database, images, authSecret, folder, dataDir, now, log } = this.#options;
    const began = now();
    const name = backupName('nightly', began);
    const snapshot = await database.snapshot();
    const source = { snapshot, database: database.kind, images, authSecret, now };
    const { bytes, manifest, header } = await writeArchive(join(folder, name), source);
    const rows = rowsOf(manifest);
    const missingImages = manifest.images.missing.length;
    const record = { bytes, rows, missingImages, version: header.version };
    try {
      await verifyArchive(join(folder, name), dataDir, copyPrefix);
    } catch (error) {
      // On a full disk the state of the backup is unknown.
      const problem = error instanceof DiskFullError ? null : messageOf(error);
      await writeRecord(folder, name, { ...record, verifiedAt: null, problem });
      throw error;
    }
    await writeRecord(folder, name, { ...record, verifiedAt: now().toISOString(), problem: null });
    await writeAttempt(folder, { at: now().toISOString(), problem: null });
    log.info({ file: join(folder, name), bytes, rows }, 'the nightly backup is made and verified');
    if (missingImages > 0)
      log.warn(
        { missing: manifest.images.missing.slice(0, 20) },
        `${missingImages} images are lost: they have no file`,
      );
    await this.#tidy();
  }

  /** Runs only after a verified backup: a night that fails deletes nothing. */
  async #tidy(): Promise<void> {
    const { folder, dataDir, now, timeZone } = this.#options;
    const nightly = (await listBackups(folder)).filter(({ kind }) => kind === 'nightly');
    const verified = nightly.filter(({ record }) => record?.verifiedAt);
    for (const name of expiredBackups(verified, timeZone)) await removeBackup(folder, name);
    // Backups without space for verification never replace verified ones.
    const unknown = nightly.filter(({ record }) => record?.verifiedAt === null && record.problem === null);
    const expired = new Set(expiredBackups([...verified, ...unknown], timeZone));
    for (const { name } of unknown) if (expired.has(name)) await removeBackup(folder, name);
    // Backups that failed their verification are kept for inspection until the next good one.
    for (const { name, record } of nightly) if (record?.problem) await removeBackup(folder, name);
    await removeOldDrafts(folder, isBackupDraft, now());
    const isCopy = (name: string) => name.startsWith(copyPrefix) || name.startsWith(verifyPrefix);
    await removeOldDrafts(dataDir, isCopy, now());
  }
}
