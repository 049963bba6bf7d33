import { clubs, type Club } from '@boathouse/contract/clubs';
import { users, type UserRef } from '@boathouse/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { pageQuery } from '../../lib/paging.ts';
import type { Search } from './search-address.ts';

/** One page of a list or of search results, with the total `count`. */
export type Found<Row> = { count: number; rows: Row[] };

/**
 * The clubs whose name contains a text; without one the newest. Caches each text and page separately, so that a late
 * response never replaces a newer search, and keeps what was shown before until the response arrives.
 */
export function clubsFound({ text, page }: Search) {
  return queryOptions<Found<Club>>({
    queryKey: text === '' ? ['clubs', 'newest', page] : ['clubs', 'search', text, page],
    queryFn: async ({ signal }) => {
      const { count, clubs: rows } =
        text === ''
          ? await callApi(clubs.list, { query: pageQuery(page) }, { signal })
          : await callApi(clubs.search, { query: { name: text, ...pageQuery(page) } }, { signal });
      return { count, rows };
    },
    placeholderData: (last) => last,
  });
}

/** Like `clubsFound`. */
export function athletesFound({ text, page }: Search) {
  return queryOptions<Found<UserRef>>({
    queryKey: text === '' ? ['users', 'newest', page] : ['users', 'search', text, page],
    queryFn: async ({ signal }) => {
      const { count, users: rows } =
        text === ''
          ? await callApi(users.list, { query: pageQuery(page) }, { signal })
          : await callApi(users.search, { query: { displayName: text, ...pageQuery(page) } }, { signal });
      return { count, rows };
    },
    placeholderData: (last) => last,
  });
}
