import { security, type Login } from '@boathouse/contract/auth/security';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';

/** The user's own logins, the last used first. */
export function loginsQuery(uid: string) {
  return queryOptions({ queryKey: ['login', 'all', uid], ...apiQuery(security.logins, {}) });
}

/** Ends one login, or with null all others. Shows the outcome as a toast. */
export function useEndLogin(uid: string) {
  const client = useQueryClient();
  const action = 'end login';
  return useMutation({
    mutationFn: async (login: Login | null): Promise<void> => {
      if (login === null) await callApi(security.endOtherLogins);
      else await callApi(security.endLogin, { body: { id: login.id } });
    },
    onSuccess: (_, login) => {
      client.setQueryData(loginsQuery(uid).queryKey, (logins) =>
        logins?.filter(({ id, isCurrent }) => (login === null ? isCurrent : id !== login.id)),
      );
      showToast(
        login === null ? 'Logged out everywhere else' : `Logged out on ${wordsForDevice(login)}`,
        action,
      );
    },
    onError: (error) => {
      showErrorToast(messageOf(error), { action });
      void client.invalidateQueries({ queryKey: loginsQuery(uid).queryKey });
    },
  });
}

/** Logins of older versions, and of programs that do not name themselves, have no device. */
export function wordsForDevice({ device }: Login): string {
  return device ?? 'an unknown device';
}

/** Whether logging in with the password also requires a code. */
export function secondFactorQuery(uid: string) {
  return queryOptions({ queryKey: ['login', 'secondFactor', uid], ...apiQuery(security.secondFactor, {}) });
}

export function beginSecondFactor(password: string): Promise<{ secret: string; url: string }> {
  return callApi(security.beginSecondFactor, { body: { password } });
}

/** Returns the recovery codes. */
export async function confirmSecondFactor(code: string): Promise<string[]> {
  return (await callApi(security.confirmSecondFactor, { body: { code } })).recoveryCodes;
}

/** Returns the new recovery codes. */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  return (await callApi(security.newRecoveryCodes, { body: { password } })).recoveryCodes;
}

export async function removeSecondFactor(password: string): Promise<void> {
  await callApi(security.removeSecondFactor, { body: { password } });
}
