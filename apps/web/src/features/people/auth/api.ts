import { auth, type Account } from '@boathouse/contract/auth';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { users, type OwnUser } from '@boathouse/contract/users';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { apiQuery, firstAnswerTo } from '../../../lib/api-query.ts';
import { callApi, UnexpectedAnswerError } from '../../../lib/api.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';

/** The login at the identity provider. `id` is the user record's `uid`. */
export type Login = Pick<Account, 'id' | 'email' | 'name'> & {
  /** When it ends unless it is used. */
  expiresAt?: string | null;
  /** Started with a PIN on a shared device: it can't change who owns the account. */
  isByPin?: boolean;
  /** Rows in one race by the code of an entry, without an account. */
  isGuest?: boolean;
};

/** @throws ApiError, NetworkError */
export async function signOut(): Promise<void> {
  await callApi(auth.signOut);
}

function loginOf(answer: EndpointResponse<typeof auth.session>): Login | null {
  if (answer === null) return null;
  const { user, session } = answer;
  return {
    ...user,
    expiresAt: session.expiresAt,
    ...(session.isByPin === true ? { isByPin: true } : {}),
    ...(session.isGuest === true ? { isGuest: true } : {}),
  };
}

/**
 * The login, or null. Fetched once, and again when the server rejects a call: a failing network must never sign out an
 * athlete who is rowing.
 */
export const loginQuery = queryOptions({
  queryKey: ['login'],
  ...apiQuery(auth.session, {}, loginOf),
  staleTime: Infinity,
});

/** Returns whether the login of this page was begun with a PIN. */
export function useIsPinLogin(): boolean {
  return useQuery(loginQuery).data?.isByPin === true;
}

/** Returns whether the login of this page is a guest's, who rows in one race without an account. */
export function useIsGuest(): boolean {
  return useQuery(loginQuery).data?.isGuest === true;
}

/**
 * Reads the login again after a change: an earlier response is dropped.
 * @throws ApiError, NetworkError
 */
export async function askForLogin(client: QueryClient): Promise<Login | null> {
  await client.cancelQueries({ queryKey: loginQuery.queryKey });
  return client.query({
    ...loginQuery,
    // A form waits for it.
    queryFn: async ({ signal }) => loginOf(await callApi(auth.session, {}, { signal, withinMs: 15_000 })),
    staleTime: 0,
  });
}

/** The user record of a login, which is created at the first sign-in. */
async function findOrCreateUser(login: Login): Promise<OwnUser> {
  const find = () => callApi(users.byUid, { params: { uid: login.id } });
  const found = await find();
  if (found !== null) return found;
  const { createUser } = await loadChunk(() => import('./new-user.ts'));
  await createUser(login);
  const made = await find();
  if (made === null)
    throw new UnexpectedAnswerError('GET /users/uid/:uid', 'no record although it was just created');
  return made;
}

export function currentUserQuery(login: Login) {
  return queryOptions({
    queryKey: ['users', 'uid', login.id],
    queryFn: () => findOrCreateUser(login),
    initialData: () => firstAnswerTo(users.byUid, { params: { uid: login.id } }) ?? undefined,
    staleTime: Infinity,
  });
}
