import { activities } from '@boathouse/contract/activities';
import { clubRoles, clubs, type ClubRef } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import { sessions, type NewSession, type Session } from '@boathouse/contract/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';

/** Every session of a user on one calendar day of `timeZone` (IANA), earliest first. */
export const sessionsOfDay = (userId: string, day: Temporal.PlainDate, timeZone: string) =>
  queryOptions({
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

export const sessionById = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', 'id', sessionId],
    queryFn: ({ signal }) => callApi(sessions.byId, { params: { id: sessionId } }, { signal }),
    refetchInterval: limits.sessionPollMs,
  });

/** One list of activities per workout item. */
export const activitiesOfSession = (sessionId: string) =>
  queryOptions({
    queryKey: ['activities', 'session', sessionId],
    queryFn: ({ signal }) => callApi(sessions.activities, { params: { id: sessionId } }, { signal }),
    refetchInterval: limits.activitiesPollMs,
  });

/** What the user has begun and not completed, in any session, or null. */
export const activityInProgress = (userId: string) =>
  queryOptions({
    queryKey: ['activities', 'inProgress', userId],
    queryFn: ({ signal }) => callApi(activities.inProgress, { params: { id: userId } }, { signal }),
  });

/** The clubs that a user belongs to; a pending request is not belonging. */
export const clubsOfUser = (userId: string) =>
  queryOptions({
    queryKey: ['clubs', 'user', userId],
    queryFn: async ({ signal }): Promise<ClubRef[]> => {
      const memberships = await callApi(clubs.membershipsOfUser, { params: { id: userId } }, { signal });
      return memberships.filter(({ role }) => role >= clubRoles.member).map(({ club }) => club);
    },
  });

/** Schedules a session; the lists that may show it are fetched again before it counts as done. */
export function useCreateSession() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['sessions', 'create'],
    mutationFn: (session: NewSession) => callApi(sessions.create, { body: session }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions', 'day'] }),
  });
}
