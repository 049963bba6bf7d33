import { limits } from '@boathouse/contract/limits';
import {
  sessions,
  type SessionChange,
  type NewSession,
  type Session,
  type SparseSession,
} from '@boathouse/contract/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { viewerTimeZone } from '../../lib/format.ts';
import { dropSession, mergeSession } from './cached-sessions.ts';

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

/** Schedules a session, and shows it in the lists. */
export function useCreateSession() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['sessions', 'create'],
    mutationFn: (session: NewSession) => callApi(sessions.create, { body: session }),
    onSuccess: (session) => mergeSession(client, session),
  });
}

/** Changes a session, and shows it so in the lists. */
export function useChangeSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: SessionChange) => callApi(sessions.change, { params: { id }, body: change }),
    onSuccess: (session) => {
      client.setQueryData(sessionById(id).queryKey, session);
      mergeSession(client, session);
    },
  });
}

/** Deletes a session for everyone; its results stay. */
export function useDeleteSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(sessions.remove, { params: { id } }),
    onSuccess: () => dropSession(client, id),
  });
}

/** Schedules a session again in each of the next weeks. */
export function useRepeatSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (weeks: number) =>
      callApi(sessions.repeat, { params: { id }, body: { weeks, timeZone: viewerTimeZone() } }),
    onSuccess: (made) => {
      for (const session of made) mergeSession(client, session);
    },
  });
}
