import { fileLimits } from '@boathouse/contract/files';

/** `name` is folder/key/file, in lower case. */
type StoredFile = { name: string; sizeBytes: number; modifiedAt: Date };

/** `pageToken` is the `nextPageToken` of the previous page. */
type FilePage = { maxResults: number; pageToken?: string };

/** The store is not working now: it is unavailable, hangs, or refuses requests. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError';
}

/**
 * The port for stored images, with a disk and an S3 adapter. Files are small, so they are read and written completely.
 * A bucket's calls throw FilesUnavailableError.
 */
export type FileStore = {
  /** Writes the complete file or nothing; replaces a file with the same name. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Returns null when there is no such file. */
  get(name: string): Promise<Uint8Array | null>;
  /** Whether such a file exists; reads none of it. */
  has(name: string): Promise<boolean>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
  /**
   * Returns the files whose names start with `prefix`, sorted by name in code unit order.
   * @throws RangeError unless `maxResults` is a whole number from 1 to 1000
   */
  list(prefix: string, page: FilePage): Promise<{ items: StoredFile[]; nextPageToken: string | null }>;
};

const namePattern = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/;

/**
 * Returns the name unchanged. Prevents path traversal.
 * @throws TypeError for a name that is not allowed
 */
export function checkFileName(name: string): string {
  if (name.length > 200 || !namePattern.test(name)) throw new TypeError('Not a valid file name');
  return name;
}

export function checkFilePage({ maxResults }: FilePage): void {
  const { listResultsMin, listResultsMax } = fileLimits;
  if (!Number.isInteger(maxResults) || maxResults < listResultsMin || maxResults > listResultsMax) {
    throw new RangeError(`maxResults must be a whole number from ${listResultsMin} to ${listResultsMax}`);
  }
}
