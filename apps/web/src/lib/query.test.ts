import { MutationObserver, notifyManager } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './api.ts';
import { createQueryClient, retryDelayMs, shouldRetry } from './query.ts';

afterEach(() => vi.restoreAllMocks());

const refusal = new ApiError(401, { code: 'not_signed_in', message: 'Log in first', errorId: 'e' });

describe('loading data', () => {
  test('[UI-4] a failure is only logged to the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const client = createQueryClient();
    const failure = new ApiError(404, null);
    await expect(
      client.query({ queryKey: ['sessions', 'today'], queryFn: () => Promise.reject(failure) }),
    ).rejects.toBe(failure);
    expect(warn).toHaveBeenCalledExactlyOnceWith('Loading failed', ['sessions', 'today'], failure);
  });

  test('does not retry a refusal, but retries a network or server failure twice', () => {
    expect(shouldRetry(0, refusal)).toBe(false);
    expect(shouldRetry(0, new NetworkError(null))).toBe(true);
    expect(shouldRetry(1, new ApiError(503, null))).toBe(true);
    expect(shouldRetry(2, new ApiError(503, null))).toBe(false);
  });

  test('a server that is busy is asked again when it requests, unless that is long', () => {
    const busy = new ApiError(429, null, 2);
    expect([shouldRetry(0, busy), retryDelayMs(0, busy)]).toEqual([true, 2_000]);
    expect(shouldRetry(2, busy)).toBe(false);
    expect(shouldRetry(0, new ApiError(429, null, 720))).toBe(false);
    expect(retryDelayMs(1, new NetworkError(null))).toBe(2_000);
  });
});

describe('saving', () => {
  test('is pending before the next click can arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const saving = new MutationObserver(createQueryClient(), {
      mutationFn: () => new Promise<void>(() => {}),
    });
    const onChange = vi.fn();
    // useMutation subscribes in the same way.
    const stop = saving.subscribe(notifyManager.batchCalls(({ isPending }) => onChange(isPending)));
    void saving.mutate();
    // No timer runs before the next click.
    await new Promise(setImmediate);
    expect(onChange).toHaveBeenLastCalledWith(true);
    stop();
    vi.useRealTimers();
  });
});
