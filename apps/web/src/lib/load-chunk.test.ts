import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, chunkTimeoutMs, loadChunk } from './load-chunk.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[BUILD-1] a part of the page that has not arrived after 120 seconds fails with a message', async () => {
  const loading = loadChunk(() => new Promise(() => {})).catch((error: unknown) => error);
  let settled: unknown;
  void loading.then((error) => (settled = error));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toBeInstanceOf(ChunkLoadError);
  expect(chunkTimeoutMs).toBe(120_000);
});

test('a part that the server no longer has fails with the same message', async () => {
  const loading = loadChunk(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  await expect(loading).rejects.toThrow("This part of the page couldn't be loaded.");
});

test('returns a part that arrives, and leaves no timer behind', async () => {
  await expect(loadChunk(async () => ({ Page: 1 }))).resolves.toEqual({ Page: 1 });
  expect(vi.getTimerCount()).toBe(0);
});
