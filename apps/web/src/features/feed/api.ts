import { feed } from '@boathouse/contract/feed';
import { limits } from '@boathouse/contract/limits';
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { pageQuery } from '../../lib/paging.ts';
import { keepCounts } from '../comments/index.ts';

/**
 * Page after page, the newest first. What was rowed since the first page came moves everything on by one, so the same
 * entry may come twice: it is shown once.
 */
function feedOf<T extends { _id: string }>(
  key: readonly [string, string],
  load: (page: ReturnType<typeof pageQuery>, signal: AbortSignal) => Promise<T[]>,
  keep?: (client: QueryClient, entry: T) => void,
) {
  return infiniteQueryOptions({
    queryKey: ['feed', ...key],
    queryFn: async ({ pageParam, signal, client }) => {
      const entries = await load(pageQuery(pageParam, limits.feedPageSize), signal);
      for (const entry of entries) keep?.(client, entry);
      return entries;
    },
    initialPageParam: 1,
    getNextPageParam: (last: T[], pages: T[][]) =>
      last.length === limits.feedPageSize && (pages.length + 1) * limits.feedPageSize <= limits.feedEntriesMax
        ? pages.length + 1
        : undefined,
    select: ({ pages }: InfiniteData<T[], number>): T[] => [
      ...new Map(pages.flat().map((entry) => [entry._id, entry])).values(),
    ],
  });
}

/** Results of a user and of everybody they follow. */
export function dashboardFeed(userId: string) {
  return feedOf(
    ['dashboard', userId],
    (page, signal) => callApi(feed.dashboard, { query: { user: userId, ...page } }, { signal }),
    (client, activity) => keepCounts(client, userId, activity),
  );
}

export function athleteFeed(userId: string, viewerId: string) {
  return feedOf(
    ['athlete', userId],
    (page, signal) => callApi(feed.athleteProfile, { query: { user: userId, ...page } }, { signal }),
    (client, activity) => keepCounts(client, viewerId, activity),
  );
}

/** Sessions of a club that have started. */
export function clubFeed(clubId: string) {
  return feedOf(['club', clubId], (page, signal) =>
    callApi(feed.clubProfile, { query: { club: clubId, ...page } }, { signal }),
  );
}
