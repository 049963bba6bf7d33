import { activities } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { queryOf, type HistorySearch } from './history-search.ts';

/** One page of the completed activities of a user, and how many there are in all. */
export const historyOf = (userId: string, search: HistorySearch) => {
  const query = { ...queryOf(search), page: `${search.page}`, pagesize: `${limits.pageSize}` };
  return queryOptions({
    queryKey: ['activities', 'search', userId, query],
    queryFn: ({ signal }) => callApi(activities.search, { query: { user: userId, ...query } }, { signal }),
    placeholderData: keepPreviousData,
  });
};
