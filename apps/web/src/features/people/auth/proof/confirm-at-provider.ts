import type { QueryClient } from '@tanstack/react-query';
import { askForLogin, loginQuery } from '../api.ts';
import { signInThroughPopup } from '../popup-sign-in.ts';

/**
 * The provider has logged in a different user than the page's, which ends that page. Show it for any page: the user
 * gets to the dashboard.
 */
export class AnotherUserError extends Error {
  override name = 'AnotherUserError';
}

/**
 * Signs the user of the page in at the provider again, in an open window, to confirm the user's identity.
 * @throws AnotherUserError, and the errors of `signInThroughPopup`
 */
export async function confirmAtProvider(
  client: QueryClient,
  popup: Window,
  providerName: string,
): Promise<void> {
  const before = client.getQueryData(loginQuery.queryKey);
  await signInThroughPopup(popup, providerName);
  const now = await askForLogin(client);
  if (now === null || now.id === before?.id) return;
  throw new AnotherUserError(
    `${providerName} logged you in as ${now.name}, which is another account. Nothing was changed.`,
  );
}
