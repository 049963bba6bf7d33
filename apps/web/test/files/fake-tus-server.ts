import type { HttpRequest, HttpResponse, UrlStorage } from 'tus-js-client';
import { storedPathHeader } from '@boathouse/contract/files';
import type { ResumableTransport } from '../../src/features/people/files/resumable.ts';
import { nowMs } from '../now.ts';

type PreviousUpload = Awaited<ReturnType<UrlStorage['findAllUploads']>>[number];

/** A failure of a request: no response, a lost connection or an error status. */
export type Failure = 'no response' | 'connection lost' | number;

/**
 * An in-memory server of resumable uploads, used by the tus library instead of XMLHttpRequest. Each request uses the
 * next of `failures`; null lets it pass.
 */
export class FakeTusServer {
  readonly requests: Array<{ method: string; offset: number; bytes: number; atMs: number }> = [];
  failures: Array<Failure | null> = [];
  /** The failure of every request while it is set. */
  always: Failure | null = null;
  /** Bytes of a chunk that arrive before its connection is lost. */
  bytesBeforeLoss = 0;
  readonly stored: PreviousUpload[] = [];
  #size: number | null = null;
  #received = 0;
  withoutPath = false;

  get received(): number {
    return this.#received;
  }

  readonly path = '/files/usericons/someone/00000000000000000000000000000000.webp';

  transport(): ResumableTransport {
    return {
      httpStack: { getName: () => 'fake', createRequest: (method, url) => this.#request(method, url) },
      urlStorage: {
        findAllUploads: async () => [...this.stored],
        findUploadsByFingerprint: async (fingerprint) =>
          this.stored.filter(({ urlStorageKey }) => urlStorageKey === fingerprint),
        removeUpload: async (key) => {
          const at = this.stored.findIndex(({ urlStorageKey }) => urlStorageKey === key);
          if (at >= 0) this.stored.splice(at, 1);
        },
        addUpload: async (fingerprint, upload) => {
          this.stored.push({ ...upload, urlStorageKey: fingerprint });
          return fingerprint;
        },
      },
      fileReader: {
        openFile: async (file: Blob) => ({
          size: file.size,
          slice: async (start: number, end: number) => ({
            value: file.slice(start, end),
            done: end >= file.size,
          }),
          close: () => {},
        }),
      },
    };
  }

  #request(method: string, url: string): HttpRequest {
    const headers = new Map<string, string>();
    let onProgress = (_bytes: number) => {};
    let fail = (_error: Error) => {};
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => void headers.set(name.toLowerCase(), value),
      getHeader: (name) => headers.get(name.toLowerCase()),
      setProgressHandler: (handler) => (onProgress = handler),
      getUnderlyingObject: () => null,
      abort: async () => {},
      send: (body: Blob | null | undefined) =>
        new Promise<HttpResponse>((resolve, reject) => {
          fail = reject;
          const bytes = body?.size ?? 0;
          const offset = Number(headers.get('upload-offset') ?? 0);
          this.requests.push({ method, offset, bytes, atMs: nowMs() });
          const failure = this.always ?? this.failures.shift() ?? null;
          if (failure === 'no response') {
            if (bytes > 0 && this.bytesBeforeLoss > 0) {
              onProgress(this.bytesBeforeLoss);
              this.#received = offset + this.bytesBeforeLoss;
            }
            return;
          }
          if (failure === 'connection lost') {
            if (bytes > 0) this.#received = offset + Math.min(bytes, this.bytesBeforeLoss);
            fail(new Error('lost'));
            return;
          }
          if (typeof failure === 'number') resolve(answer(failure, {}));
          else resolve(this.#answer(method, offset, bytes, headers));
        }),
    };
  }

  #answer(method: string, offset: number, bytes: number, headers: Map<string, string>): HttpResponse {
    if (method === 'POST') {
      this.#size = Number(headers.get('upload-length'));
      this.#received = 0;
      return answer(201, { location: '/api/files/uploads/019a0000-0000-7000-8000-000000000001' });
    }
    if (this.#size === null) return answer(404, {});
    if (method === 'DELETE') {
      this.#size = null;
      return answer(204, {});
    }
    if (method === 'PATCH') {
      if (offset !== this.#received) return answer(409, {});
      this.#received += bytes;
    }
    return answer(method === 'HEAD' ? 200 : 204, {
      'upload-offset': String(this.#received),
      'upload-length': String(this.#size),
      ...(this.#received === this.#size && !this.withoutPath ? { [storedPathHeader]: this.path } : {}),
    });
  }
}

const answer = (status: number, headers: Record<string, string>): HttpResponse => ({
  getStatus: () => status,
  getHeader: (name) => headers[name.toLowerCase()],
  getBody: () => '',
  getUnderlyingObject: () => null,
});
