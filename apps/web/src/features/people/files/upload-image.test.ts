import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileLimits } from '@boathouse/contract/files';
import { ApiError, NetworkError } from '../../../lib/api.ts';
import { FakeTusServer, type Failure } from '../../../../test/files/fake-tus-server.ts';
import { nextChunkBytes } from './resumable.ts';
import { retryDelayMs } from './retry.ts';
import { isWorthRetrying, problemOfFile, UploadTimeoutError, uploadErrorWords } from './upload-errors.ts';
import { uploadImage } from './upload-image.ts';

const KiB = 1024;
const fileOf = (bytes: number, name = 'me.png') =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png', lastModified: 1 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Outcome = { path: string } | { error: unknown };

/** Starts an upload; `outcome` is undefined while it is running. */
function start(file: File, server: FakeTusServer, signal?: AbortSignal) {
  const progress: number[] = [];
  const upload: { outcome: Outcome | undefined; progress: number[] } = { outcome: undefined, progress };
  void uploadImage(file, {
    folder: 'usericons',
    key: 'someone',
    random: () => 1,
    transport: server.transport(),
    onProgress: (sent) => progress.push(sent),
    ...(signal === undefined ? {} : { signal }),
  }).then(
    (path) => (upload.outcome = { path }),
    (error: unknown) => (upload.outcome = { error }),
  );
  return upload;
}

const chunksOf = (server: FakeTusServer) =>
  server.requests.filter(({ method }) => method === 'PATCH').map(({ bytes }) => bytes);
const methodsOf = (server: FakeTusServer) => server.requests.map(({ method }) => method).join(' ');

describe('chunks', () => {
  test('[STORE-2] begin at 262144 bytes and double up to 33554432', () => {
    const sizes: number[] = [fileLimits.firstChunkBytes];
    for (let count = 0; count < 9; count += 1) sizes.push(nextChunkBytes(sizes.at(-1) ?? 0));
    expect(sizes).toEqual([
      262_144, 524_288, 1_048_576, 2_097_152, 4_194_304, 8_388_608, 16_777_216, 33_554_432, 33_554_432,
      33_554_432,
    ]);
  });

  test('[STORE-2] double from one to the next, and the rest is last', async () => {
    const server = new FakeTusServer();
    const upload = start(fileOf(2000 * KiB), server);
    await vi.advanceTimersByTimeAsync(0);
    expect(upload.outcome).toEqual({ path: server.path });
    expect(chunksOf(server)).toEqual([256 * KiB, 512 * KiB, 1024 * KiB, 208 * KiB]);
    expect(methodsOf(server)).toBe('POST PATCH PATCH PATCH PATCH');
    expect(upload.progress.at(-1)).toBe(2000 * KiB);
    expect(server.stored).toEqual([]);
  });

  test('[STORE-2] start small again after a failure, at the server’s offset', async () => {
    const server = new FakeTusServer();
    server.failures = [null, null, 'connection lost'];
    server.bytesBeforeLoss = 100 * KiB;
    const upload = start(fileOf(2000 * KiB), server);
    await vi.advanceTimersByTimeAsync(1000);
    expect(upload.outcome).toEqual({ path: server.path });
    expect(methodsOf(server)).toBe('POST PATCH PATCH HEAD PATCH PATCH PATCH');
    expect(server.requests[4]).toMatchObject({ offset: 356 * KiB, bytes: 256 * KiB });
  });
});

describe('retries', () => {
  test.for<[Failure]>([[500], [502], [503], [504], [599], [408], [429], ['connection lost']])(
    '[STORE-2] follow %s of every kind of request',
    async ([failure]) => {
      const server = new FakeTusServer();
      // Create, send and offset requests.
      server.failures = [failure, null, failure, failure];
      const upload = start(fileOf(300 * KiB), server);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(upload.outcome).toEqual({ path: server.path });
      expect(methodsOf(server)).toBe('POST POST PATCH HEAD HEAD PATCH PATCH');
    },
  );

  test.for([400, 401, 402, 403, 404, 409, 412, 413, 415])('[STORE-2] do not follow %s', async (status) => {
    const server = new FakeTusServer();
    server.failures = [null, status];
    const upload = start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(upload.outcome).toMatchObject({ error: { status } });
    expect(methodsOf(server)).toBe('POST PATCH');
    expect(server.stored).toEqual([]);
  });

  test('[STORE-2] do not restart the upload when the offset request is refused', async () => {
    const server = new FakeTusServer();
    server.failures = [null, 500, 401];
    const upload = start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(upload.outcome).toMatchObject({ error: { status: 401 } });
    expect(methodsOf(server)).toBe('POST PATCH HEAD');
  });

  test('[STORE-2] wait longer each time, and end within 120000 ms of an operation', async () => {
    const server = new FakeTusServer();
    server.always = 503;
    const upload = start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(fileLimits.operationRetryMs);
    expect(upload.outcome).toMatchObject({ error: { status: 503 } });
    const times = server.requests.map(({ atMs }) => atMs - (server.requests[0]?.atMs ?? 0));
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000, 31_000, 63_000, 95_000]);
  });

  test('[STORE-2] have jitter between half and the whole delay', async () => {
    expect([retryDelayMs(1, () => 0), retryDelayMs(1, () => 1)]).toEqual([500, 1000]);
    expect([retryDelayMs(20, () => 0), retryDelayMs(20, () => 1)]).toEqual([16_000, 32_000]);
  });

  test('[STORE-2] abort a request without response after 120000 ms, and fail when no byte has moved', async () => {
    const server = new FakeTusServer();
    server.failures = [null, 'no response'];
    const upload = start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(fileLimits.operationRetryMs - 1);
    expect(upload.outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(upload.outcome).toMatchObject({ error: expect.any(NetworkError) });
    // The received bytes can be resumed.
    expect(server.stored).toHaveLength(1);
  });

  test('[STORE-2] resume after the received bytes when a chunk takes longer than 120000 ms', async () => {
    const server = new FakeTusServer();
    server.failures = [null, null, 'no response'];
    server.bytesBeforeLoss = 50 * KiB;
    const upload = start(fileOf(1000 * KiB), server);
    await vi.advanceTimersByTimeAsync(fileLimits.operationRetryMs + 1);
    expect(upload.outcome).toEqual({ path: server.path });
    expect(server.requests[4]).toMatchObject({ method: 'PATCH', offset: 306 * KiB, bytes: 256 * KiB });
  });

  test('[STORE-2] retries of all operations together end 600000 ms after the start of the upload', async () => {
    const server = new FakeTusServer();
    server.bytesBeforeLoss = 1;
    server.failures = [
      null,
      ...Array.from({ length: 100 }, (_, index) => (index % 2 ? null : ('no response' as const))),
    ];
    const upload = start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(fileLimits.uploadRetryMs - 1);
    expect(upload.outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(upload.outcome).toMatchObject({ error: expect.any(UploadTimeoutError) });
    const sent = server.requests.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.requests).toHaveLength(sent);
    expect(server.stored).toHaveLength(1);
  });
});

describe('an interrupted upload', () => {
  test('[STORE-2] resumes after a reload with the same file', async () => {
    const server = new FakeTusServer();
    server.failures = [null, null, 'no response'];
    start(fileOf(1000 * KiB), server);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.received).toBe(256 * KiB);
    // The page reloads.
    const again = start(fileOf(1000 * KiB), server);
    await vi.advanceTimersByTimeAsync(0);
    expect(again.outcome).toEqual({ path: server.path });
    expect(server.requests.slice(3)).toMatchObject([
      { method: 'HEAD' },
      { method: 'PATCH', offset: 256 * KiB, bytes: 256 * KiB },
      { method: 'PATCH', offset: 512 * KiB, bytes: 488 * KiB },
    ]);
  });

  test('[STORE-2] starts from the beginning with another file, or when the server has deleted it', async () => {
    const server = new FakeTusServer();
    server.failures = [null, 'no response'];
    start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(0);
    start(fileOf(300 * KiB, 'other.png'), server);
    await vi.advanceTimersByTimeAsync(0);
    expect(methodsOf(server)).toBe('POST PATCH POST PATCH PATCH');
    server.failures = [404];
    const again = start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(0);
    expect(again.outcome).toEqual({ path: server.path });
    expect(methodsOf(server)).toBe('POST PATCH POST PATCH PATCH HEAD POST PATCH PATCH');
  });

  test('[STORE-2] is deleted from the server when the user cancels it', async () => {
    const server = new FakeTusServer();
    server.failures = [null, null, 'no response'];
    const cancel = new AbortController();
    const upload = start(fileOf(1000 * KiB), server, cancel.signal);
    await vi.advanceTimersByTimeAsync(0);
    cancel.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(upload.outcome).toMatchObject({ error: { name: 'AbortError' } });
    expect(methodsOf(server)).toBe('POST PATCH PATCH DELETE');
    expect(server.stored).toEqual([]);
  });

  test('[STORE-2] fetches its result when the last response was lost', async () => {
    const server = new FakeTusServer();
    server.withoutPath = true;
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return new Response(JSON.stringify({ path: server.path }));
    });
    const upload = start(fileOf(300 * KiB), server);
    await vi.advanceTimersByTimeAsync(0);
    expect(upload.outcome).toEqual({ path: server.path });
    expect(asked).toEqual(['/api/files/uploads/019a0000-0000-7000-8000-000000000001']);
  });
});

describe('a small image', () => {
  /** Returns the statuses in order, then 200; null means no response. */
  function answerWith(...statuses: Array<number | null>) {
    const calls: Array<{ url: string; bytes: number; type: string | null }> = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const body = init.body instanceof Uint8Array ? init.body.length : -1;
      calls.push({ url, bytes: body, type: new Headers(init.headers).get('content-type') });
      const status = statuses.length > 0 ? statuses.shift() : 200;
      if (status === null) throw new TypeError('Failed to fetch');
      return new Response(status === 200 ? JSON.stringify({ path: '/files/x.webp' }) : '', {
        status: status ?? 200,
      });
    });
    return calls;
  }
  const unused = () => new FakeTusServer();

  test('[STORE-2] a small image of up to 262144 bytes goes in one request, a larger one does not', async () => {
    const calls = answerWith();
    const upload = start(fileOf(262_144), unused());
    await vi.advanceTimersByTimeAsync(0);
    expect(upload).toEqual({ outcome: { path: '/files/x.webp' }, progress: [0, 262_144] });
    expect(calls).toEqual([
      { url: '/api/files/usericons?key=someone', bytes: 262_144, type: 'application/octet-stream' },
    ]);
    const server = new FakeTusServer();
    start(fileOf(262_145), server);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1);
    expect(chunksOf(server)).toEqual([262_144, 1]);
  });

  test('[STORE-2] is retried after 5xx, 408, 429 and no response', async () => {
    const calls = answerWith(503, 408, 429, null);
    const upload = start(fileOf(10), unused());
    await vi.advanceTimersByTimeAsync(15_000);
    expect(upload.outcome).toEqual({ path: '/files/x.webp' });
    expect(calls).toHaveLength(5);
  });

  test.for([400, 401, 402, 403, 404, 413])('[STORE-2] is not tried again after %s', async (status) => {
    const calls = answerWith(status);
    const upload = start(fileOf(10), unused());
    await vi.advanceTimersByTimeAsync(200_000);
    expect(upload.outcome).toMatchObject({ error: { status } });
    expect(calls).toHaveLength(1);
  });

  test('[STORE-2] fails after 120000 ms of retries', async () => {
    const calls = answerWith(...Array.from({ length: 100 }, () => 500));
    const upload = start(fileOf(10), unused());
    await vi.advanceTimersByTimeAsync(fileLimits.operationRetryMs);
    expect(upload.outcome).toMatchObject({ error: { status: 500 } });
    expect(calls).toHaveLength(8);
  });
});

describe('words', () => {
  test('[STORE-3] have their own message for each of the four errors', () => {
    const wordsOf = (status: number) => uploadErrorWords(new ApiError(status, null));
    expect(wordsOf(401)).toMatch(/not logged in/);
    expect(wordsOf(402)).toMatch(/quota is exceeded/);
    expect(wordsOf(403)).toMatch(/do not have permission/);
    expect(wordsOf(404)).toMatch(/does not exist/);
    expect(uploadErrorWords(new Error('anything else'))).toBe('anything else');
  });

  test('[STORE-2] are retried only for temporary statuses', () => {
    const worth = Array.from({ length: 200 }, (_, index) => 400 + index).filter((status) =>
      isWorthRetrying(new ApiError(status, null)),
    );
    expect(worth).toEqual([408, 429, ...Array.from({ length: 100 }, (_, index) => 500 + index)]);
    expect(isWorthRetrying(new NetworkError(null))).toBe(true);
    expect(isWorthRetrying(new Error('a mistake of ours'))).toBe(false);
  });

  test('[SET-2] explain that a file must be an image within the size limit', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']) {
      expect(problemOfFile({ type, size: 1 })).toBeNull();
    }
    for (const type of ['', 'image/svg+xml', 'application/pdf', 'text/html', 'image/heic']) {
      expect(problemOfFile({ type, size: 1 }), type).toBe('Choose an image: JPEG, PNG, WebP, GIF or AVIF.');
    }
    expect(problemOfFile({ type: 'image/png', size: 33_554_433 })).toMatch(/at most 32 MiB/);
    expect(problemOfFile({ type: 'image/png', size: 0 })).toMatch(/empty/);
  });
});
