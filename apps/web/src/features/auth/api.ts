import { setUp } from '@boathouse/contract/administration/sign-up';
import { auth, type Account } from '@boathouse/contract/auth';
import { DisplayNameSchema, users, type OwnUser } from '@boathouse/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { admission, forgetAdmission } from '../../lib/admission.ts';
import { apiQuery, firstAnswerTo } from '../../lib/api-query.ts';
import { ApiError, callApi, UnexpectedAnswerError } from '../../lib/api.ts';
import { getAppearance, modes, tints } from '../../ui/appearance.ts';

/** The login at the identity provider. `id` is the user record's `uid`. */
export type Login = Pick<Account, 'id' | 'email' | 'name'> & {
  /** When it ends unless it is used. */
  expiresAt?: string | null;
};

/**
 * Signs in, unless the account has a second factor and there is no code of it.
 * @throws ApiError with the identity provider's message, NetworkError
 */
export async function signIn(credentials: {
  email: string;
  password: string;
  code?: string;
}): Promise<'signedIn' | 'needsCode'> {
  try {
    await callApi(auth.signIn, { body: credentials });
    return 'signedIn';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_needed') return 'needsCode';
    throw error;
  }
}

/** Creates the account and signs in. @throws ApiError with the identity provider's message, NetworkError */
export async function signUp(account: { email: string; password: string; name: string }): Promise<void> {
  await callApi(auth.signUp, { body: { ...account, ...admission() } });
}

/** @throws ApiError wrong_code, NetworkError */
export async function checkSetUpCode(code: string): Promise<void> {
  await callApi(setUp.check, { body: { code } });
}

/** Makes the user the first administrator. @throws ApiError, NetworkError */
export async function finishSetUp(code: string): Promise<void> {
  await callApi(setUp.finish, { body: { code } });
}

/** Requests a mail with a link to /reset; the response does not show whether there is such an account. */
export async function requestReset(email: string): Promise<void> {
  await callApi(auth.requestReset, { body: { email } });
}

/** Sets a new password with the token of such a link, and ends every login. */
export async function resetPassword(change: { token: string; newPassword: string }): Promise<void> {
  await callApi(auth.resetPassword, { body: change });
}

/** @throws ApiError, NetworkError */
export async function signOut(): Promise<void> {
  await callApi(auth.signOut);
}

/**
 * The login, or null. Fetched once, and again when the server rejects a call: a failing network must never sign out an
 * athlete who is rowing.
 */
export const loginQuery = queryOptions({
  queryKey: ['login'],
  ...apiQuery(auth.session, {}, (answer): Login | null =>
    answer === null ? null : { ...answer.user, expiresAt: answer.session.expiresAt },
  ),
  staleTime: Infinity,
});

/** Stores the browser's current appearance, an earlier choice or the system's, with a new account. */
async function storeAppearance({ _id: id, ...stored }: OwnUser): Promise<void> {
  const { mode, tint } = getAppearance();
  const [themeColor, tintColor] = [modes.indexOf(mode), tints.indexOf(tint)];
  const params = { id };
  try {
    if (themeColor !== stored.themeColor)
      await callApi(users.setThemeColor, { params, body: { themeColor } });
    if (tintColor !== stored.tintColor) await callApi(users.setTintColor, { params, body: { tintColor } });
  } catch (error) {
    // A failure here must not block the sign-in.
    console.warn('The appearance was not stored with the new account', error);
  }
}

/** A provider's name may be empty, too long or reserved. The user can change theirs in the settings. */
function displayNameOf({ name, email }: Login): string {
  const fitting = [name, email.split('@')[0]]
    .map((text) => DisplayNameSchema.safeParse(text))
    .find(({ success }) => success);
  return fitting?.data ?? 'Athlete';
}

/** The user record of a login, which is created at the first sign-in. */
async function findOrCreateUser(login: Login): Promise<OwnUser> {
  const find = () => callApi(users.byUid, { params: { uid: login.id } });
  const found = await find();
  if (found !== null) return found;
  const displayName = displayNameOf(login);
  await storeAppearance(
    await callApi(users.create, { body: { displayName, uid: login.id, iconURL: null, ...admission() } }),
  );
  const made = await find();
  forgetAdmission();
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
