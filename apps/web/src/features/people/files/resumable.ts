import {
  DetailedError,
  Upload,
  type FileReader as TusFileReader,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
  type UrlStorage,
} from 'tus-js-client';
import { ProblemSchema } from '@boathouse/contract/errors';
import { fileLimits, files, storedPathHeader, type FileFolder } from '@boathouse/contract/files';
import { ApiError, NetworkError } from '../../../lib/api.ts';
import { retryDelayMs, wait } from './retry.ts';
import { isWorthRetrying, UploadTimeoutError } from './upload-errors.ts';

/** The browser parts that the tus library uses; tests replace them. */
export type ResumableTransport = { httpStack: HttpStack; urlStorage: UrlStorage; fileReader: TusFileReader };

type ResumableOptions = {
  folder: FileFolder;
  key: string;
  onProgress?: (sentBytes: number, totalBytes: number) => void;
  signal: AbortSignal;
  random: () => number;
  transport?: ResumableTransport;
};

/** `path` is null when the last response, which has it, was lost. */
type Sent = { path: string | null; uploadId: string };

/** Size of the chunk after a complete one: doubled, up to the limit (STORE-2). */
export function nextChunkBytes(chunkBytes: number) {
  return Math.min(chunkBytes * 2, fileLimits.chunkBytesMax);
}

/**
 * Uploads a file by tus. The library's own retries are off, because it restarts the upload after any error of the
 * offset request. An operation is one exchange with all its retries. An operation that times out while bytes are moving
 * is aborted, and the upload resumes with the smallest chunk at the server's offset.
 */
export async function sendResumable(file: File, options: ResumableOptions): Promise<Sent> {
  const { signal } = options;
  const sending = new Sending(file, options);
  try {
    return await sending.run();
  } catch (error) {
    // Keep a partial upload after a time-out, for the next attempt; delete it when the user cancels.
    if (signal.aborted && !(signal.reason instanceof UploadTimeoutError)) await sending.cancel();
    else if (error instanceof ApiError && !isWorthRetrying(error)) await sending.forget();
    throw signal.aborted ? signal.reason : error;
  }
}

class Sending {
  readonly #options: ResumableOptions;
  readonly #upload: Upload;
  #chunkBytes: number = fileLimits.firstChunkBytes;
  #operationAt = 0;
  #tries = 0;
  #moved = false;
  #sentBytes = 0;
  #settle: { done: (sent: Sent) => void; failed: (error: unknown) => void } | null = null;

  constructor(file: File, options: ResumableOptions) {
    this.#options = options;
    const { folder, key, onProgress } = options;
    this.#upload = new Upload(file, {
      endpoint: new URL(`/api${files.createUpload.path}`, location.href).href,
      chunkSize: this.#chunkBytes,
      retryDelays: null,
      metadata: { folder, key, filetype: file.type },
      fingerprint: async () =>
        ['image', folder, key, file.name, file.type, file.size, file.lastModified].join('-'),
      removeFingerprintOnSuccess: true,
      ...options.transport,
      onAfterResponse: (request, response) => this.#checkAnswer(request, response),
      onProgress: (sentBytes, totalBytes) => {
        if (sentBytes > this.#sentBytes) this.#moved = true;
        this.#sentBytes = sentBytes;
        onProgress?.(sentBytes, totalBytes);
      },
      onChunkComplete: () => this.#setChunk(nextChunkBytes(this.#chunkBytes)),
      onSuccess: ({ lastResponse }) =>
        this.#settle?.done({
          path: lastResponse.getHeader(storedPathHeader) ?? null,
          uploadId: this.#upload.url?.split('/').at(-1) ?? '',
        }),
      onError: (error) => this.#settle?.failed(errorOf(error)),
    });
  }

  async run(): Promise<Sent> {
    const { signal, random } = this.#options;
    const [previous] = (await this.#upload.findPreviousUploads()).toSorted(
      (a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime),
    );
    if (previous) this.#upload.resumeFromPreviousUpload(previous);
    this.#beginOperation();
    for (;;) {
      try {
        return await this.#tryOnce();
      } catch (error) {
        signal.throwIfAborted();
        if (!isWorthRetrying(error)) throw error;
        this.#setChunk(fileLimits.firstChunkBytes);
        const isOver = Date.now() >= this.#deadline();
        if (isOver && this.#moved) {
          this.#beginOperation();
          continue;
        }
        this.#tries += 1;
        const delayMs = retryDelayMs(this.#tries, random);
        if (Date.now() + delayMs >= this.#deadline()) throw error;
        await wait(delayMs, signal);
      }
    }
  }

  /** Uploads from the server's offset to the end or the first failure. */
  #tryOnce(): Promise<Sent> {
    const { signal } = this.#options;
    return new Promise<Sent>((resolve, reject) => {
      let watch: ReturnType<typeof setTimeout> | undefined;
      const finish = (end: () => void) => {
        clearTimeout(watch);
        signal.removeEventListener('abort', stop);
        this.#settle = null;
        end();
      };
      const stop = () => {
        void this.#upload.abort();
        finish(() => reject(signal.reason));
      };
      const checkTime = () => {
        const leftMs = this.#deadline() - Date.now();
        if (leftMs > 0) {
          watch = setTimeout(checkTime, leftMs);
          return;
        }
        void this.#upload.abort();
        finish(() => reject(new NetworkError('no response in time')));
      };
      this.#settle = {
        done: (sent) => finish(() => resolve(sent)),
        failed: (error) => finish(() => reject(error)),
      };
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) {
        stop();
        return;
      }
      checkTime();
      this.#upload.start();
    });
  }

  #checkAnswer(request: HttpRequest, response: HttpResponse): void {
    const status = response.getStatus();
    if (status < 400) {
      // A HEAD request only reads the offset and moves no bytes.
      if (request.getMethod() !== 'HEAD') this.#beginOperation();
      return;
    }
    const isGone = status === 404 || status === 410;
    if (request.getMethod() === 'HEAD' && !isGone) throw new ApiError(status, null);
  }

  #beginOperation(): void {
    this.#operationAt = Date.now();
    this.#tries = 0;
    this.#moved = false;
  }

  #deadline(): number {
    return this.#operationAt + fileLimits.operationRetryMs;
  }

  #setChunk(bytes: number): void {
    this.#chunkBytes = bytes;
    // The library reads this option for every chunk.
    this.#upload.options.chunkSize = bytes;
  }

  /** Deletes the upload here and on the server, which also deletes unfinished uploads after a day. */
  async cancel(): Promise<void> {
    await this.#upload.abort(true).catch(() => {});
    await this.forget();
  }

  /** Forgets the upload here, so that a later one with the same file starts from the beginning. */
  async forget(): Promise<void> {
    const storage = this.#upload.options.urlStorage;
    for (const { urlStorageKey } of await this.#upload.findPreviousUploads()) {
      await storage?.removeUpload(urlStorageKey);
    }
  }
}

/** Unwraps the library's error: an ApiError from `#checkAnswer`, a lost connection, or an error response. */
function errorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  if (error.causingError instanceof ApiError) return error.causingError;
  if (error.originalResponse === null) return new NetworkError(error);
  const problem = ProblemSchema.safeParse(parse(error.originalResponse.getBody()));
  return new ApiError(error.originalResponse.getStatus(), problem.success ? problem.data : null);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
