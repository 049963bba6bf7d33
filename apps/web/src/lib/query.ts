import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-errors.ts';

// In a microtask, before the next event, so that the second click of a double click finds the button busy.
notifyManager.setScheduler(queueMicrotask);

const retriesMax = 2;

/** Retries failures of the network or the server, but no refusals (4xx). */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false;
  return failureCount < retriesMax;
}

/**
 * Creates the query client. Failures to load data are only logged; the page shows its own state and no toast.
 * @param onNotSignedIn called when the login is no longer valid (expired, or signed out elsewhere)
 */
export function createQueryClient(onNotSignedIn: () => void): QueryClient {
  const noticeRefusal = (error: Error) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') onNotSignedIn();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        console.warn('Loading failed', query.queryKey, error);
        noticeRefusal(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noticeRefusal }),
    defaultOptions: {
      // A browser can report offline although a server on the same machine or local network is reachable.
      queries: { retry: shouldRetry, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
