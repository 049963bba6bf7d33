import { clubs, type Club } from '@boathouse/contract/clubs';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { users, type UserRef } from '@boathouse/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { pageQuery } from '../../../lib/paging.ts';
import type { Search } from './search-address.ts';

/** One page of a list or of search results, with the total `count`. */
export type Found<Row> = {
  count: number;
  /** How many of the users, the first of the list, share a club with the viewer; absent if unknown. */
  ofClubs?: number | undefined;
  rows: Row[];
};

type ClubsAnswer = EndpointResponse<typeof clubs.list | typeof clubs.search>;
type AthletesAnswer = EndpointResponse<typeof users.list | typeof users.search>;
const foundClubs = ({ count, clubs: rows }: ClubsAnswer): Found<Club> => ({ count, rows });
const foundAthletes = ({ users: rows, ...counts }: AthletesAnswer): Found<UserRef> => ({ ...counts, rows });

/**
 * The clubs whose name contains a text; without one the newest. Caches each text and page separately, so that a late
 * response never replaces a newer search, and keeps the previous results until the response arrives.
 */
export function clubsFound({ text, page }: Search) {
  return queryOptions<Found<Club>>({
    queryKey: text === '' ? ['clubs', 'newest', page] : ['clubs', 'search', text, page],
    ...(text === ''
      ? apiQuery(clubs.list, { query: pageQuery(page) }, foundClubs)
      : apiQuery(clubs.search, { query: { name: text, ...pageQuery(page) } }, foundClubs)),
    placeholderData: (last) => last,
  });
}

/** Like `clubsFound`; without a text the members of the viewer's clubs first, then the active ones. */
export function athletesFound({ text, page }: Search) {
  return queryOptions<Found<UserRef>>({
    queryKey: text === '' ? ['users', 'newest', page] : ['users', 'search', text, page],
    ...(text === ''
      ? apiQuery(users.list, { query: pageQuery(page) }, foundAthletes)
      : apiQuery(users.search, { query: { displayName: text, ...pageQuery(page) } }, foundAthletes)),
    placeholderData: (last) => last,
  });
}
