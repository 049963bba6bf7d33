import { entries } from '@boathouse/contract/activities/entries';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';

/**
 * Fetches the athletes of a session with their results of an item. Not refetched by itself, because the user types into
 * it.
 */
export function sheetOf(sessionId: string, item: number) {
  return queryOptions({
    queryKey: ['entries', sessionId, item],
    ...apiQuery(entries.sheet, { params: { id: sessionId, item: String(item) } }),
  });
}
