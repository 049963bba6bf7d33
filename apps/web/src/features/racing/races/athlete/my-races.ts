import { mine } from '@boathouse/contract/races/mine';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';

/** For those who race, and after a failure: a user without a lane is asked for again when the page comes to the front. */
const lookEveryMs = 10_000;

/** The reader's own lanes of all race days, the first first. */
export const myRaces = queryOptions({
  queryKey: ['races', 'mine'],
  ...apiQuery(mine, {}),
  refetchInterval: ({ state }) =>
    state.status === 'error' || (state.data ?? []).length > 0 ? lookEveryMs : false,
  // The page comes with the first ones.
  staleTime: lookEveryMs,
});
