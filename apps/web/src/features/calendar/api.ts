import { activities } from '@boathouse/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../lib/api-query.ts';

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
