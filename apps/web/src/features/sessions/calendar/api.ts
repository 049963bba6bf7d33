import { activities } from '@boathouse/contract/activities';
import { statistics, weeksOfMonth } from '@boathouse/contract/statistics';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';

/** Queries a user's activities without a session that began in one calendar month of `timeZone` (IANA). */
export function rowsOfMonth(userId: string, month: Temporal.PlainYearMonth, timeZone: string) {
  return queryOptions({
    queryKey: ['activities', 'month', userId, month.toString(), timeZone],
    ...apiQuery(activities.withoutSession, {
      params: { id: userId },
      query: { year: `${month.year}`, month: `${month.month}`, timeZone },
    }),
  });
}

/** Queries what a user rowed on the days of the weeks of one calendar month, with those of the months beside it. */
export function rowedInWeeksOf(userId: string, month: Temporal.PlainYearMonth) {
  return queryOptions({
    queryKey: ['statistics', 'rowed days', userId, month.toString()],
    ...apiQuery(statistics.rowedDays, { params: { id: userId }, query: weeksOfMonth(month) }),
  });
}
