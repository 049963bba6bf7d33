import { limits } from '@boathouse/contract/limits';
import { sessions, type Session } from '@boathouse/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';

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

/** Queries the first of a user's sessions that has not begun, or null. */
export function nextSessionOf(userId: string) {
  return queryOptions({
    queryKey: ['sessions', 'next', userId],
    ...apiQuery(sessions.next, { params: { id: userId } }),
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
