import { limits } from '@boathouse/contract/limits';
import { sessions, type SessionChange, type NewSession, type Session } from '@boathouse/contract/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../lib/api.ts';
import { apiQuery } from '../../lib/api-query.ts';
import { viewerTimeZone } from '../../lib/format.ts';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';
import { dropSession, mergeSession } from './cached-sessions.ts';

/** Queries every session of a user on one calendar day of `timeZone` (IANA), earliest first. */
export function sessionsOfDay(userId: string, day: Temporal.PlainDate, timeZone: string) {
  return queryOptions({
    queryKey: ['sessions', 'day', userId, day.toString(), timeZone],
    ...apiQuery(
      sessions.ofUser,
      {
        params: { id: userId },
        query: { year: `${day.year}`, month: `${day.month}`, day: `${day.day}`, sparse: '0', timeZone },
      },
      (found): Session[] =>
        found
          .filter((session) => 'hostUser' in session)
          .toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt)),
    ),
    refetchInterval: limits.sessionPollMs,
  });
}

/** Queries the calendar fields of every session of a user in one calendar month of `timeZone` (IANA). */
export function sessionsOfMonth(userId: string, month: Temporal.PlainYearMonth, timeZone: string) {
  return queryOptions({
    queryKey: ['sessions', 'month', userId, month.toString(), timeZone],
    ...apiQuery(sessions.ofUser, {
      params: { id: userId },
      query: { year: `${month.year}`, month: `${month.month}`, sparse: '1', timeZone },
    }),
  });
}

export function sessionById(sessionId: string) {
  return queryOptions({
    queryKey: ['sessions', 'id', sessionId],
    ...apiQuery(sessions.byId, { params: { id: sessionId } }),
    refetchInterval: limits.sessionPollMs,
  });
}

/*
 * The outcome of a change is shown by the mutation itself: what a form passes to `mutate` is not called once the form is
 * gone, and a dialog may be closed while it saves.
 */

/** Schedules a session, and shows it in the lists. Shows the outcome as a toast. */
export function useCreateSession() {
  const client = useQueryClient();
  const action = 'create session';
  return useMutation({
    mutationKey: ['sessions', 'create'],
    mutationFn: (session: NewSession) => callApi(sessions.create, { body: session }),
    onSuccess: (session) => {
      showToast('Created session', action);
      mergeSession(client, session);
    },
    onError: (error) => showErrorToast(`Error creating session. ${messageOf(error)}`, { action }),
  });
}

/** Changes a session, and shows it so in the lists. Shows the outcome as a toast. */
export function useChangeSession(id: string) {
  const client = useQueryClient();
  const action = `change session ${id}`;
  return useMutation({
    mutationFn: (change: SessionChange) => callApi(sessions.change, { params: { id }, body: change }),
    onSuccess: (session) => {
      showToast('Changes saved', action);
      client.setQueryData(sessionById(id).queryKey, session);
      mergeSession(client, session);
    },
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`, { action }),
  });
}

/** Makes another member of its club the host of a session. Shows the outcome as a toast. */
export function useHandOverSession(id: string) {
  const client = useQueryClient();
  const action = `hand over session ${id}`;
  return useMutation({
    mutationFn: (toUser: string) => callApi(sessions.handOver, { params: { id }, body: { toUser } }),
    onSuccess: (session) => {
      showToast(`${session.hostUser.displayName} hosts ${session.title} now`, action);
      client.setQueryData(sessionById(id).queryKey, session);
      mergeSession(client, session);
    },
    onError: (error) => showErrorToast(`Error handing over session. ${messageOf(error)}`, { action }),
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

/** Schedules a session again in each of the next weeks. Shows the outcome as a toast. */
export function useRepeatSession(id: string) {
  const client = useQueryClient();
  const action = `repeat session ${id}`;
  return useMutation({
    mutationFn: (weeks: number) =>
      callApi(sessions.repeat, { params: { id }, body: { weeks, timeZone: viewerTimeZone() } }),
    onSuccess: (made) => {
      showToast(repeatsInWords(made.length), action);
      for (const session of made) mergeSession(client, session);
    },
    onError: (error) => showErrorToast(`Error repeating session. ${messageOf(error)}`, { action }),
  });
}

/** Weeks that have the session already are left out. */
function repeatsInWords(count: number): string {
  if (count === 0) return 'These weeks already have this session';
  return count === 1 ? 'Created session' : `Created ${count} sessions`;
}
