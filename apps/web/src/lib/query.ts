import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-errors.ts';

// Before the next event, and not a timer later: the second press of a double click finds its button busy already.
notifyManager.setScheduler(queueMicrotask);

const retriesMax = 2;

/** Asking again cannot change a refusal; it can change a failure of the network or of the server. */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false;
  return failureCount < retriesMax;
}

/**
 * Failures to load data are logged only; a page shows its own state for what is missing and no toast.
 * @param onNotSignedIn the server does not know the login any more (expired, or signed out elsewhere)
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
      // A browser's idea of being offline is often wrong about a server on the same machine or in the same house.
      queries: { retry: shouldRetry, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
