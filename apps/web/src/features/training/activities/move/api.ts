import { moves } from '@boathouse/contract/activities/moves';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';

/** Fetches the sessions into which the caller may move a row. */
export function placesOf(id: string) {
  return queryOptions({
    queryKey: ['activities', 'places', id],
    ...apiQuery(moves.places, { params: { id } }),
  });
}

/** Fetches the rows that were rowed on a session's page and are in no session. */
export function rowsBeside(sessionId: string) {
  return queryOptions({
    queryKey: ['activities', 'beside', sessionId],
    ...apiQuery(moves.beside, { params: { id: sessionId } }),
  });
}

/** Refetches the data that shows a row's place. */
export async function forgetPlace(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [noun] }) =>
      noun === 'activities' || noun === 'feed' || noun === 'statistics' || noun === 'calendar',
  });
}
