import type { Account } from '@boathouse/contract/auth';
import { DisplayNameSchema, users, type OwnUser } from '@boathouse/contract/users';
import { admission, forgetAdmission } from '../../../lib/admission.ts';
import { callApi } from '../../../lib/api.ts';
import { getAppearance, modes, tints } from '../../../ui/appearance.ts';

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

/** The fields that a new account takes from its login. */
type NewLogin = Pick<Account, 'id' | 'email' | 'name'>;

/** A provider's name may be empty, too long or reserved. The user can change theirs in the settings. */
function displayNameOf({ name, email }: NewLogin): string {
  const fitting = [name, email.split('@')[0]]
    .map((text) => DisplayNameSchema.safeParse(text))
    .find(({ success }) => success);
  return fitting?.data ?? 'Athlete';
}

/** Creates the user record of a login, at the first sign-in only. @throws ApiError, NetworkError */
export async function createUser(login: NewLogin): Promise<void> {
  const displayName = displayNameOf(login);
  await storeAppearance(
    await callApi(users.create, { body: { displayName, uid: login.id, iconURL: null, ...admission() } }),
  );
  forgetAdmission();
}
