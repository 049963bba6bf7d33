import { feed, type FeedActivity } from '@boathouse/contract/feed';
import { limits } from '@boathouse/contract/limits';
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { pageQuery } from '../../lib/paging.ts';
import { keepCounts } from '../comments/index.ts';

/** The results of one session in a feed. */
export type SessionResults = {
  /** Of the session. */
  _id: string;
  /** The one that puts the session in its place in the feed. */
  newest: FeedActivity;
  /** In the order of the workout's items for each athlete. */
  activities: FeedActivity[];
};

/** Puts results of a session together, in the place of its newest one. */
function bySession(entries: FeedActivity[]): SessionResults[] {
  return [...Map.groupBy(entries, ({ session }) => session._id)].flatMap(([_id, activities]) => {
    const [newest] = activities;
    if (newest === undefined) return [];
    const inOrder = activities.toSorted((one, other) => one.workoutItemIndex - other.workoutItemIndex);
    return [{ _id, newest, activities: inOrder }];
  });
}

/**
 * Page after page, the newest first. What was rowed since the first page came moves everything on by one, so the same
 * entry may come twice: it is shown once.
 */
function feedOf<T extends { _id: string }, Shown>(
  key: readonly [string, string],
  load: (page: ReturnType<typeof pageQuery>, signal: AbortSignal) => Promise<T[]>,
  show: (entries: T[]) => Shown[],
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
    select: ({ pages }: InfiniteData<T[], number>): Shown[] =>
      show([...new Map(pages.flat().map((entry) => [entry._id, entry])).values()]),
  });
}

/** Results of a user and of everybody they follow. */
export function dashboardFeed(userId: string) {
  return feedOf(
    ['dashboard', userId],
    (page, signal) => callApi(feed.dashboard, { query: { user: userId, ...page } }, { signal }),
    bySession,
    (client, activity) => keepCounts(client, userId, activity),
  );
}

export function athleteFeed(userId: string, viewerId: string) {
  return feedOf(
    ['athlete', userId],
    (page, signal) => callApi(feed.athleteProfile, { query: { user: userId, ...page } }, { signal }),
    bySession,
    (client, activity) => keepCounts(client, viewerId, activity),
  );
}

/** Sessions of a club that have started. */
export function clubFeed(clubId: string) {
  return feedOf(
    ['club', clubId],
    (page, signal) => callApi(feed.clubProfile, { query: { club: clubId, ...page } }, { signal }),
    (entries) => entries,
  );
}

/** Sessions of a club that have not begun. */
export function upcomingOfClub(clubId: string) {
  return feedOf(
    ['upcoming', clubId],
    (page, signal) => callApi(feed.clubUpcoming, { query: { club: clubId, ...page } }, { signal }),
    (entries) => entries,
  );
}
