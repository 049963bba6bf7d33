import { messageOf } from '../../../lib/api.ts';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { openPopup } from '../../people/auth/index.ts';

type ConfirmBy = {
  byPassword: boolean;
  password: string;
  /** The sign-in that confirms without a password; null if there is none. */
  provider: string | null;
};

type Confirmation = {
  password?: string;
  popup: { window: ReturnType<typeof openPopup>; provider: string } | null;
};

/**
 * Returns the user's proof for a call: the password, or a window for the provider's sign-in. Call it while a click is
 * handled, or the browser blocks the window; it then shows the error and returns null.
 */
export function confirmationOf(
  { byPassword, password, provider }: ConfirmBy,
  action?: string,
): Confirmation | null {
  if (byPassword) return { password, popup: null };
  try {
    return { popup: provider === null ? null : { window: openPopup(), provider } };
  } catch (error) {
    showErrorToast(messageOf(error), action === undefined ? {} : { action });
    return null;
  }
}
