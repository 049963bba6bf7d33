import { users, type OwnUser } from '@boathouse/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { callApi, exchangeJson, UnexpectedAnswerError } from '../../lib/api.ts';
import { getAppearance, modes, tints } from '../../ui/appearance.ts';

/** Who the identity provider says is signed in. `id` is the user record's `uid`. */
export type Login = { id: string; email: string; name: string };

/** The identity provider refused; its words go to the person as they are. */
export class IdentityError extends Error {
  override name = 'IdentityError';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * One call of the identity provider, below /api/auth.
 * @throws IdentityError with the provider's message, NetworkError
 */
export async function exchangeIdentity(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  signal?: AbortSignal,
) {
  const answer = await exchangeJson({
    method,
    url: `/api/auth${path}`,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.status >= 400) {
    const message = isRecord(answer.body) ? answer.body['message'] : undefined;
    throw new IdentityError(
      typeof message === 'string' && message !== '' ? message : `Sign-in failed (${answer.status}).`,
    );
  }
  return answer.body;
}

/** @throws IdentityError with the provider's message, NetworkError */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await exchangeIdentity('POST', '/sign-in/email', credentials);
}

/** Creates the account and signs in. @throws IdentityError with the provider's message, NetworkError */
export async function signUp(account: { email: string; password: string; name: string }): Promise<void> {
  await exchangeIdentity('POST', '/sign-up/email', account);
}

/** Asks for a mail with a link to /reset; the answer does not tell whether there is such an account. */
export async function requestReset(email: string): Promise<void> {
  await exchangeIdentity('POST', '/request-password-reset', { email });
}

/** Sets a new password by the token of such a link, which ends every login. */
export async function resetPassword(change: { token: string; newPassword: string }): Promise<void> {
  await exchangeIdentity('POST', '/reset-password', change);
}

/** @throws IdentityError, NetworkError */
export async function signOut(): Promise<void> {
  await exchangeIdentity('POST', '/sign-out', {});
}

function loginOf(answer: unknown): Login | null {
  if (answer === null) return null;
  const user = isRecord(answer) ? answer['user'] : undefined;
  if (isRecord(user)) {
    const { id, email, name } = user;
    if (typeof id === 'string' && typeof email === 'string' && typeof name === 'string')
      return { id, email, name };
  }
  throw new UnexpectedAnswerError('GET /api/auth/get-session', 'user has no id, email and name');
}

/**
 * The login, or null. It is asked once and again when the server refuses a call: a failing network must never throw
 * someone who is rowing out of their session.
 */
export const loginQuery = queryOptions({
  queryKey: ['login'],
  queryFn: async ({ signal }) => loginOf(await exchangeIdentity('GET', '/get-session', undefined, signal)),
  staleTime: Infinity,
});

/** A new account takes over the look that its browser shows, by an earlier choice or by the system's. */
async function keepLook({ _id: id, ...kept }: OwnUser): Promise<void> {
  const { mode, tint } = getAppearance();
  const [themeColor, tintColor] = [modes.indexOf(mode), tints.indexOf(tint)];
  const params = { id };
  try {
    if (themeColor !== kept.themeColor) await callApi(users.setThemeColor, { params, body: { themeColor } });
    if (tintColor !== kept.tintColor) await callApi(users.setTintColor, { params, body: { tintColor } });
  } catch (error) {
    // Nobody is kept from signing in by it.
    console.warn('The look of the new account was not kept', error);
  }
}

/** The user record of a login; it is made on the first sign-in and then fetched again. */
export async function findOrCreateUser(login: Login): Promise<OwnUser> {
  const find = () => callApi(users.byUid, { params: { uid: login.id } });
  const found = await find();
  if (found !== null) return found;
  const displayName = login.name.trim() || (login.email.split('@')[0] ?? login.email);
  await keepLook(await callApi(users.create, { body: { displayName, uid: login.id, iconURL: null } }));
  const made = await find();
  if (made === null)
    throw new UnexpectedAnswerError('GET /users/uid/:uid', 'no record right after it was made');
  return made;
}

export const currentUserQuery = (login: Login) =>
  queryOptions({
    queryKey: ['users', 'uid', login.id],
    queryFn: () => findOrCreateUser(login),
    staleTime: Infinity,
  });
