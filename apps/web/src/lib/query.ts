import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-errors.ts';
import { freshMs } from './first-data.ts';

// In a microtask, before the next event, so that the second click of a double click finds the button busy.
notifyManager.setScheduler(queueMicrotask);

const retriesMax = 2;

/** After a longer time the page shows the failure instead. */
const retryAfterMaxSec = 30;

/**
 * Retries after failures of the network and of the server, and when the server asks to be asked again soon (429, 503).
 * Any other refusal is final.
 */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= retriesMax) return false;
  if (!(error instanceof ApiError)) return true;
  if (error.retryAfterSec !== null) return error.retryAfterSec <= retryAfterMaxSec;
  return error.status >= 500;
}

/** Waits as long as the server requests, otherwise 1 s and then 2 s. */
export function retryDelayMs(failureCount: number, error: Error): number {
  if (error instanceof ApiError && error.retryAfterSec !== null) return error.retryAfterSec * 1_000;
  return 1_000 * 2 ** failureCount;
}

/** Creates the query client. Failures to load data are only logged; the page shows its own state and no toast. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        console.warn('Loading failed', query.queryKey, error);
      },
    }),
    defaultOptions: {
      // A browser can report offline although a server on the same machine or local network is reachable.
      queries: { retry: shouldRetry, retryDelay: retryDelayMs, staleTime: freshMs, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
