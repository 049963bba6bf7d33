import { feed } from '@boathouse/contract/feed';
import { limits } from '@boathouse/contract/limits';
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { pageQuery } from '../../lib/paging.ts';

/**
 * Page after page, the newest first. What was rowed since the first page came moves everything on by one, so the same
 * entry may come twice: it is shown once.
 */
function feedOf<T extends { _id: string }>(
  key: readonly [string, string],
  load: (page: ReturnType<typeof pageQuery>, signal: AbortSignal) => Promise<T[]>,
) {
  return infiniteQueryOptions({
    queryKey: ['feed', ...key],
    queryFn: ({ pageParam, signal }) => load(pageQuery(pageParam, limits.feedPageSize), signal),
    initialPageParam: 1,
    getNextPageParam: (last: T[], pages: T[][]) =>
      last.length === limits.feedPageSize ? pages.length + 1 : undefined,
    select: ({ pages }: InfiniteData<T[], number>): T[] => [
      ...new Map(pages.flat().map((entry) => [entry._id, entry])).values(),
    ],
  });
}

/** Results of a user and of everybody they follow. */
export const dashboardFeed = (userId: string) =>
  feedOf(['dashboard', userId], (page, signal) =>
    callApi(feed.dashboard, { query: { user: userId, ...page } }, { signal }),
  );

export const athleteFeed = (userId: string) =>
  feedOf(['athlete', userId], (page, signal) =>
    callApi(feed.athleteProfile, { query: { user: userId, ...page } }, { signal }),
  );

/** Sessions of a club that have started. */
export const clubFeed = (clubId: string) =>
  feedOf(['club', clubId], (page, signal) =>
    callApi(feed.clubProfile, { query: { club: clubId, ...page } }, { signal }),
  );
