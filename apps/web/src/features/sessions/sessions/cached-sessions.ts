import type { Session, SparseSession } from '@boathouse/contract/sessions';
import type { QueryClient } from '@tanstack/react-query';
import { dayOf } from '../../../lib/format.ts';

/** The queries of users' next sessions. */
const nextSessions = ['sessions', 'next'];

/** A cached list of a user's sessions: of one day, or the calendar fields of one month. */
type CachedList = {
  queryKey: readonly unknown[];
  userId: string;
  /** Whether a session that starts at this instant belongs to it. */
  covers: (startAt: string) => boolean;
};

function cachedLists(client: QueryClient): CachedList[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['sessions'] })
    .flatMap(({ queryKey }) => {
      const [, kind, userId, period, timeZone] = queryKey;
      if (typeof userId !== 'string' || typeof period !== 'string' || typeof timeZone !== 'string') return [];
      const periodOf = (startAt: string) => {
        const day = dayOf(startAt, timeZone);
        return (kind === 'day' ? day : day.toPlainYearMonth()).toString();
      };
      return [{ queryKey, userId, covers: (startAt: string) => periodOf(startAt) === period }];
    });
}

/**
 * Shows a session that the server has just returned in every cached list that has it or, for its host's lists, to which
 * it now belongs. A list that is being fetched is fetched again, because the response may be older.
 */
export function mergeSession(client: QueryClient, session: Session): void {
  void client.invalidateQueries({ queryKey: nextSessions });
  const lists = cachedLists(client);
  const has = ({ queryKey }: CachedList) =>
    client.getQueryData<SparseSession[]>(queryKey)?.some(({ _id }) => _id === session._id) ?? false;
  const known = lists
    .flatMap(({ queryKey }) => client.getQueryData<SparseSession[]>(queryKey) ?? [])
    .filter(({ _id }) => _id === session._id);
  const isListed = known.length > 0;
  // The response doesn't include the user's part.
  const part = known.find((each) => each.part !== undefined)?.part;
  for (const list of lists) {
    const isIn = list.covers(session.startAt) && (isListed || session.hostUser._id === list.userId);
    if (!isIn && !has(list)) continue;
    change(client, list, (shown) => {
      const others = shown.filter(({ _id }) => _id !== session._id);
      return isIn ? [...others, { ...session, part }].toSorted(byStart) : others;
    });
  }
}

/** Removes a deleted session from every cached list. */
export function dropSession(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: nextSessions });
  for (const list of cachedLists(client)) {
    change(client, list, (shown) => shown.filter(({ _id }) => _id !== id));
  }
}

function change(
  client: QueryClient,
  { queryKey }: CachedList,
  apply: (shown: SparseSession[]) => SparseSession[],
): void {
  client.setQueryData<SparseSession[]>(queryKey, (shown) => shown && apply(shown));
  if (client.isFetching({ queryKey, exact: true }) > 0) void client.invalidateQueries({ queryKey });
}

const byStart = (one: SparseSession, other: SparseSession) =>
  Date.parse(one.startAt) - Date.parse(other.startAt);
