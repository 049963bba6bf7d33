import { fileLimits, files, type FileFolder } from '@boathouse/contract/files';
import { callApi } from '../../../lib/api.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { ResumableTransport } from './resumable.ts';
import { retrying } from './retry.ts';
import { UploadTimeoutError } from './upload-errors.ts';

type UploadOptions = {
  folder: FileFolder;
  /** The user's id, or the club's custom URL. */
  key: string;
  onProgress?: (sentBytes: number, totalBytes: number) => void;
  /** Aborting cancels the upload here and on the server. */
  signal?: AbortSignal;
  /** Replacements for tests. */
  random?: () => number;
  transport?: ResumableTransport;
};

/**
 * Stores an image and returns its path for iconURL or bannerURL. Sends up to 262144 bytes in one request, more in chunks,
 * which resume after a lost connection and, with the same file, after a reload of the page (STORE-2).
 * @throws ApiError, NetworkError, UploadTimeoutError, and the reason of `signal`
 */
export async function uploadImage(file: File, options: UploadOptions): Promise<string> {
  const { folder, key, onProgress, random = Math.random } = options;
  const whole = new AbortController();
  const timer = setTimeout(() => whole.abort(new UploadTimeoutError()), fileLimits.uploadRetryMs);
  const signal = options.signal ? AbortSignal.any([options.signal, whole.signal]) : whole.signal;
  const retry = { signal, withinMs: fileLimits.operationRetryMs, random };
  try {
    signal.throwIfAborted();
    if (file.size > fileLimits.oneRequestBytes) {
      // The library of resumable uploads is large, and few images are.
      const { sendResumable } = await loadChunk(() => import('./resumable.ts'));
      const sent = await sendResumable(file, { ...options, signal, random });
      if (sent.path !== null) return sent.path;
      const params = { id: sent.uploadId };
      const made = await retrying(
        (given) => callApi(files.uploadResult, { params }, { signal: given }),
        retry,
      );
      return made.path;
    }
    const body = new Uint8Array(await file.arrayBuffer());
    onProgress?.(0, file.size);
    const stored = await retrying(
      (given) => callApi(files.upload, { params: { folder }, query: { key }, body }, { signal: given }),
      retry,
    );
    onProgress?.(file.size, file.size);
    return stored.path;
  } finally {
    clearTimeout(timer);
  }
}
