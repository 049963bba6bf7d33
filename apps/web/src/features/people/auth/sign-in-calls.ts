import { setUp } from '@boathouse/contract/administration/sign-up';
import { auth } from '@boathouse/contract/auth';
import { admission } from '../../../lib/admission.ts';
import { ApiError, callApi } from '../../../lib/api.ts';

/**
 * Signs in, unless the account has a second factor and the code is missing.
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

/** Requests a mail with a link to /reset; the response does not reveal whether the account exists. */
export async function requestReset(email: string): Promise<void> {
  await callApi(auth.requestReset, { body: { email } });
}

/** Sets a new password with the token of such a link, and ends every login. */
export async function resetPassword(change: { token: string; newPassword: string }): Promise<void> {
  await callApi(auth.resetPassword, { body: change });
}
