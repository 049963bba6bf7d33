import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';

const mebibyte = 1_048_576;
const warnBelowBytes = 500 * mebibyte;
/** PostgreSQL's log grows by files of 16 MiB. */
const fullBelowBytes = 16 * mebibyte;
/** How long a write that found no space counts: it may have been on the database server's disk. */
const failureCountsMs = 60_000;

/** Detects a full disk: by the free space of a folder, and by writes that failed. */
export class DiskSpace {
  /** Bytes of the data folder's disk that this process may still use. */
  readonly freeBytes: () => Promise<number>;
  readonly #now: () => number;
  #failedAt = -Infinity;

  constructor(freeBytes: () => Promise<number>, now: () => number = () => performance.now()) {
    this.freeBytes = freeBytes;
    this.#now = now;
  }

  static of(folder: string): DiskSpace {
    return new DiskSpace(DiskSpace.freeBytesOf(folder));
  }

  static freeBytesOf(folder: string): () => Promise<number> {
    return async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    };
  }

  noteFullDisk(): void {
    this.#failedAt = this.#now();
  }

  async isFull(): Promise<boolean> {
    if (this.#now() - this.#failedAt < failureCountsMs) return true;
    return (await this.freeBytes()) < fullBelowBytes;
  }

  /** Logs a warning when little is left. */
  async warnWhenLow(log: Pick<Logger, 'warn'>): Promise<void> {
    const freeMiB = Math.floor((await this.freeBytes()) / mebibyte);
    if (freeMiB * mebibyte < warnBelowBytes)
      log.warn({ freeMiB }, 'the disk of the data folder is almost full');
  }
}
