import { feed, type FeedActivity } from '@boathouse/contract/feed';
import { limits } from '@boathouse/contract/limits';
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { apiQuery, type ApiQuery } from '../../../lib/api-query.ts';
import { pageQuery } from '../../../lib/paging.ts';
import { keepCounts } from '../comments/index.ts';

/** The results of one session in a feed, or one result without a session. */
export type SessionResults = {
  /** The title of the session, or of the activity without one. */
  _id: string;
  /** The result that decides the session's place in the feed. */
  newest: FeedActivity;
  /** Each athlete's are in the order of the workout's items. */
  activities: FeedActivity[];
};

/** Puts results of a session together, at the place of its newest one. */
function bySession(entries: FeedActivity[]): SessionResults[] {
  return [...Map.groupBy(entries, ({ _id, session }) => session?._id ?? _id)].flatMap(([_id, activities]) => {
    const [newest] = activities;
    if (newest === undefined) return [];
    const inOrder = activities.toSorted(
      (one, other) => (one.workoutItemIndex ?? 0) - (other.workoutItemIndex ?? 0),
    );
    return [{ _id, newest, activities: inOrder }];
  });
}

/**
 * Page after page, the newest first. A workout rowed since the first page shifts all entries by one, so the same entry
 * may arrive twice: it is shown once.
 */
function feedOf<T extends { _id: string }, Shown>(
  key: readonly [string, string],
  callFor: (page: ReturnType<typeof pageQuery>) => ApiQuery<T[]>,
  show: (entries: T[]) => Shown[],
  keep?: (entry: T, askedAtMs: number) => void,
) {
  const callForPage = (page: number) => callFor(pageQuery(page, limits.feedPageSize));
  return infiniteQueryOptions({
    queryKey: ['feed', ...key],
    queryFn: async ({ pageParam, signal }) => {
      const askedAtMs = Date.now();
      const entries = await callForPage(pageParam).queryFn({ signal });
      for (const entry of entries) keep?.(entry, askedAtMs);
      return entries;
    },
    initialData: () => {
      const entries = callForPage(1).initialData();
      if (entries === undefined) return undefined;
      for (const entry of entries) keep?.(entry, Date.now());
      return { pages: [entries], pageParams: [1] };
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
export function dashboardFeed(userId: string, client: QueryClient) {
  return feedOf(
    ['dashboard', userId],
    (page) => apiQuery(feed.dashboard, { query: { user: userId, ...page } }),
    bySession,
    (activity, askedAtMs) => keepCounts(client, userId, activity, askedAtMs),
  );
}

export function athleteFeed(userId: string, viewerId: string, client: QueryClient) {
  return feedOf(
    ['athlete', userId],
    (page) => apiQuery(feed.athleteProfile, { query: { user: userId, ...page } }),
    bySession,
    (activity, askedAtMs) => keepCounts(client, viewerId, activity, askedAtMs),
  );
}

/** Sessions of a club that have started. */
export function clubFeed(clubId: string) {
  return feedOf(
    ['club', clubId],
    (page) => apiQuery(feed.clubProfile, { query: { club: clubId, ...page } }),
    (entries) => entries,
  );
}

/** Sessions of a club that have not begun. */
export function upcomingOfClub(clubId: string) {
  return feedOf(
    ['upcoming', clubId],
    (page) => apiQuery(feed.clubUpcoming, { query: { club: clubId, ...page } }),
    (entries) => entries,
  );
}
