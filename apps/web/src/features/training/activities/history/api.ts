import { history } from '@boathouse/contract/activities/history';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';
import { pageQuery } from '../../../../lib/paging.ts';
import { queryOf, type HistorySearch } from './history-search.ts';

/** Fetches one page of a user's completed activities, and their total count. */
export function historyOf(userId: string, search: HistorySearch) {
  const query = { ...queryOf(search), ...pageQuery(search.page) };
  return queryOptions({
    queryKey: ['activities', 'search', userId, query],
    ...apiQuery(history.search, { query: { user: userId, ...query } }),
    placeholderData: keepPreviousData,
  });
}
