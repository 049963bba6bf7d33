import type { ListedActivity } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { sessions } from '@boathouse/contract/sessions';
import { queryOptions, type QueryClient, type QueryState } from '@tanstack/react-query';
import { firstAnswerTo } from '../../../lib/api-query.ts';
import { callApi } from '../../../lib/api.ts';
import { mergeActivities, type ActivityChanges, type ActivityLists } from './activity-lists.ts';

/**
 * Returns the time to the next poll, a multiple of `everyMs` after the last fetch. The query restarts its timer with
 * every change of its data, so a constant interval would never end while events change the data.
 */
function untilPollMs(state: QueryState, everyMs: number): number {
  if (state.fetchStatus !== 'idle') return everyMs;
  const fetchedAtMs = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return everyMs - ((Date.now() - fetchedAtMs) % everyMs);
}

/** One list of activities per workout item. */
export function activitiesOfSession(sessionId: string) {
  return queryOptions({
    queryKey: ['activities', 'session', sessionId],
    queryFn: async ({ signal, client, queryKey }): Promise<ActivityLists> => {
      const shown = () => client.getQueryData<ActivityLists>(queryKey)?.flat() ?? [];
      const before = shown();
      const fetched = await callApi(sessions.activities, { params: { id: sessionId } }, { signal });
      // Events that arrived in between may be newer than the response.
      const now = shown();
      return mergeActivities(fetched, {
        activities: now.filter((activity) => !before.includes(activity)),
        discarded: before.map(({ _id }) => _id).filter((id) => !now.some(({ _id }) => _id === id)),
      });
    },
    initialData: () => firstAnswerTo(sessions.activities, { params: { id: sessionId } }),
    refetchInterval: ({ state }) => untilPollMs(state, limits.activitiesPollMs),
  });
}

/** Merges changes into the session's lists; returns false if the lists are not loaded. */
export function changeActivities(client: QueryClient, sessionId: string, changes: ActivityChanges): boolean {
  const { queryKey } = activitiesOfSession(sessionId);
  const lists = client.setQueryData(queryKey, (known) => known && mergeActivities(known, changes), {
    // The time of the last fetch, from which the next poll is counted.
    updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
  });
  return lists !== undefined;
}

/**
 * Shows the host's changes. Fetches the list for an athlete who has blocked the host, because the response is then
 * empty.
 */
export async function mergeByHost(
  client: QueryClient,
  sessionId: string,
  changed: ListedActivity | null,
): Promise<void> {
  if (changed !== null) changeActivities(client, sessionId, { activities: [changed], discarded: [] });
  else await client.invalidateQueries({ queryKey: activitiesOfSession(sessionId).queryKey });
}
