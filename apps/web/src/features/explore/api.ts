import { clubs, type Club } from '@boathouse/contract/clubs';
import { users, type UserRef } from '@boathouse/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { pageQuery } from '../../lib/paging.ts';

/** One page of search results, with the total `count`. */
export type Found<Row> = { count: number; rows: Row[] };

/**
 * Caches each text and page separately, so that a late response never replaces a newer search. Keeps the previous page
 * of the same text until the next one arrives.
 */
export function clubsFound(text: string, page: number) {
  return queryOptions({
    queryKey: ['clubs', 'search', text, page],
    queryFn: async ({ signal }): Promise<Found<Club>> => {
      const query = { name: text, ...pageQuery(page) };
      const { count, clubs: rows } = await callApi(clubs.search, { query }, { signal });
      return { count, rows };
    },
    placeholderData: (last: Found<Club> | undefined, query) =>
      query?.queryKey[2] === text ? last : undefined,
    enabled: text !== '',
  });
}

/** Like `clubsFound`. */
export function athletesFound(text: string, page: number) {
  return queryOptions({
    queryKey: ['users', 'search', text, page],
    queryFn: async ({ signal }): Promise<Found<UserRef>> => {
      const query = { displayName: text, ...pageQuery(page) };
      const { count, users: rows } = await callApi(users.search, { query }, { signal });
      return { count, rows };
    },
    placeholderData: (last: Found<UserRef> | undefined, query) =>
      query?.queryKey[2] === text ? last : undefined,
    enabled: text !== '',
  });
}
