import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Applies a change to cached data, so that a list is not refetched for one entry. Fetches only if a pending response
 * may be older than the change. Returns the changed data, or undefined if it is not loaded.
 */
export async function changeCached<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  change: (shown: T) => T,
): Promise<T | undefined> {
  const isOutdated = client.isFetching({ queryKey, exact: true }) > 0;
  await client.cancelQueries({ queryKey, exact: true });
  const changed = client.setQueryData<T>(queryKey, (shown) => shown && change(shown));
  if (isOutdated) void client.invalidateQueries({ queryKey, exact: true });
  return changed;
}

/** Shows the response to a call made at `askedAtMs` (since 1970), unless the data has changed since then. */
export function setUnlessNewer<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  data: T,
  askedAtMs: number,
): void {
  const changedAtMs = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  if (changedAtMs <= askedAtMs) client.setQueryData<T>(queryKey, data);
}
