import { clubs, type Club } from '@boathouse/contract/clubs';
import { users, type UserRef } from '@boathouse/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { pageQuery } from '../../lib/paging.ts';

/** One page of what a search has found, of `count` in all. */
export type Found<Row> = { count: number; rows: Row[] };

/**
 * Each text and page has an answer of its own, so a late one never stands in the place of a newer search. From page to
 * page of one text the last one stays until the next has come.
 */
export const clubsFound = (text: string, page: number) =>
  queryOptions({
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

/** As `clubsFound`. */
export const athletesFound = (text: string, page: number) =>
  queryOptions({
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
