import { activities } from '@boathouse/contract/activities';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { pageQuery } from '../../lib/paging.ts';
import { queryOf, type HistorySearch } from './history-search.ts';

/** Fetches one page of a user's completed activities, and their total count. */
export function historyOf(userId: string, search: HistorySearch) {
  const query = { ...queryOf(search), ...pageQuery(search.page) };
  return queryOptions({
    queryKey: ['activities', 'search', userId, query],
    queryFn: ({ signal }) => callApi(activities.search, { query: { user: userId, ...query } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
