import { activities } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { sessions, type NewSession, type Session, type SparseSession } from '@boathouse/contract/sessions';
import {
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryState,
} from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { mergeActivities, type ActivityChanges, type ActivityLists } from './activity-lists.ts';

/** Queries every session of a user on one calendar day of `timeZone` (IANA), earliest first. */
export function sessionsOfDay(userId: string, day: Temporal.PlainDate, timeZone: string) {
  return queryOptions({
    queryKey: ['sessions', 'day', userId, day.toString(), timeZone],
    queryFn: async ({ signal }): Promise<Session[]> => {
      const found = await callApi(
        sessions.ofUser,
        {
          params: { id: userId },
          query: { year: `${day.year}`, month: `${day.month}`, day: `${day.day}`, sparse: '0', timeZone },
        },
        { signal },
      );
      return found
        .filter((session) => 'hostUser' in session)
        .toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));
    },
    refetchInterval: limits.sessionPollMs,
  });
}

/** Queries the calendar fields of every session of a user in one calendar month of `timeZone` (IANA). */
export function sessionsOfMonth(userId: string, month: Temporal.PlainYearMonth, timeZone: string) {
  return queryOptions({
    queryKey: ['sessions', 'month', userId, month.toString(), timeZone],
    queryFn: ({ signal }): Promise<SparseSession[]> =>
      callApi(
        sessions.ofUser,
        {
          params: { id: userId },
          query: { year: `${month.year}`, month: `${month.month}`, sparse: '1', timeZone },
        },
        { signal },
      ),
  });
}

export function sessionById(sessionId: string) {
  return queryOptions({
    queryKey: ['sessions', 'id', sessionId],
    queryFn: ({ signal }) => callApi(sessions.byId, { params: { id: sessionId } }, { signal }),
    refetchInterval: limits.sessionPollMs,
  });
}

/**
 * Returns the time to the next poll, which follows the last fetch by a multiple of `everyMs`. The query starts its timer
 * again with every change of its data, so that a constant interval never ends while events change the data.
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
      // Events that arrived meanwhile may be newer than the response.
      const now = shown();
      return mergeActivities(fetched, {
        activities: now.filter((activity) => !before.includes(activity)),
        discarded: before.map(({ _id }) => _id).filter((id) => !now.some(({ _id }) => _id === id)),
      });
    },
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

/** Queries the user's activity in progress, in any session, or null. */
export function activityInProgress(userId: string) {
  return queryOptions({
    queryKey: ['activities', 'inProgress', userId],
    queryFn: ({ signal }) => callApi(activities.inProgress, { params: { id: userId } }, { signal }),
  });
}

/** Schedules a session; resolves after the lists that may show it are fetched again. */
export function useCreateSession() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['sessions', 'create'],
    mutationFn: (session: NewSession) => callApi(sessions.create, { body: session }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['sessions', 'month'] });
      return client.invalidateQueries({ queryKey: ['sessions', 'day'] });
    },
  });
}
