import { devices, type DeviceMember } from '@boathouse/contract/auth/devices';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { endLogin, loginQuery } from '../auth/index.ts';
import { markShared } from './shared-mark.ts';

/** The members who can be chosen on this device, the last used first. */
export const deviceMembersQuery = queryOptions({
  queryKey: ['devices', 'members'],
  ...apiQuery(devices.members, {}, ({ members }): DeviceMember[] => members),
});

/**
 * Signs in as a member of this device's list, unless the account has a second factor and the code is missing.
 * @throws ApiError, NetworkError
 */
export async function logInAs(proof: {
  member: string;
  pin?: string;
  password?: string;
  code?: string;
}): Promise<'signedIn' | 'needsCode'> {
  try {
    await callApi(devices.switchTo, { body: proof });
    return 'signedIn';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_needed') return 'needsCode';
    throw error;
  }
}

/** Ends the login of this device, and empties its list. Shows the outcome as a toast. */
export function useLogOutEveryone() {
  const client = useQueryClient();
  const action = 'log out everyone';
  return useMutation({
    mutationFn: () => callApi(devices.logOutEveryone),
    onSuccess: () => {
      markShared(false);
      client.setQueryData(deviceMembersQuery.queryKey, []);
      if (client.getQueryData(loginQuery.queryKey)) endLogin(client);
      showToast('Everyone is logged out here', action);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
}
