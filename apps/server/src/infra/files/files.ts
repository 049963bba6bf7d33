import { fileLimits } from '@boathouse/contract/files';

/** `name` is folder/key/file, in lower case; `sizeBytes` what it takes. */
export type StoredFile = { name: string; sizeBytes: number; modifiedAt: Date };

/** `pageToken` is the `nextPageToken` of the page before. */
export type FilePage = { maxResults: number; pageToken?: string };

/** Where images are kept: the port of the local disk and of S3. Files are small, so they come and go as a whole. */
export type FileStore = {
  /** Writes the whole file or nothing; a file of this name is replaced. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is none. */
  get(name: string): Promise<Uint8Array | null>;
  /** Does nothing when there is none. */
  remove(name: string): Promise<void>;
  /**
   * The files whose names begin with `prefix`, by name in code unit order.
   * @throws RangeError when `maxResults` is no whole number from 1 to 1000
   */
  list(prefix: string, page: FilePage): Promise<{ items: StoredFile[]; nextPageToken: string | null }>;
};

const namePattern = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/;

/**
 * Nothing in a name can lead out of the store.
 * @throws TypeError
 */
export function checkFileName(name: string): string {
  if (name.length > 200 || !namePattern.test(name)) throw new TypeError('This is no name of a stored file');
  return name;
}

export function checkFilePage({ maxResults }: FilePage): void {
  const { listResultsMin, listResultsMax } = fileLimits;
  if (!Number.isInteger(maxResults) || maxResults < listResultsMin || maxResults > listResultsMax) {
    throw new RangeError(`maxResults must be a whole number from ${listResultsMin} to ${listResultsMax}`);
  }
}
