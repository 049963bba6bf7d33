import type { QueryClient } from '@tanstack/react-query';
import { loginQuery } from '../features/auth/index.ts';
import { forgetFirstData } from '../lib/first-data.ts';

/**
 * Removes everything that was loaded for a login when that login ends or another one takes its place, however that
 * comes about: most queries don't name the user they were answered for.
 */
export function clearOnLoginChange(client: QueryClient): void {
  const loginOf = () => client.getQueryData(loginQuery.queryKey);
  let loginId = loginOf()?.id;
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== loginQuery.queryKey[0]) return;
    const login = loginOf();
    // Unknown, as before the first answer: what is shown stays.
    if (login === undefined || login?.id === loginId) return;
    const wasSignedIn = loginId !== undefined;
    loginId = login?.id;
    if (!wasSignedIn) return;
    forgetFirstData();
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== loginQuery.queryKey[0] });
    client.getMutationCache().clear();
  });
}
