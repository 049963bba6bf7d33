import { devices, type Device, type DeviceMember } from '@boathouse/contract/auth/devices';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';
import { callApi, messageOf, refusalOf } from '../../../../lib/api.ts';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { AnotherUserError, confirmAtProvider } from '../../../people/auth/index.ts';
import { deviceMembersQuery, markShared } from '../../../people/devices/index.ts';

const action = 'shared device';

/** The devices in whose lists the user is, the last used first. */
export function ownDevicesQuery(uid: string) {
  return queryOptions({ queryKey: ['devices', 'own', uid], ...apiQuery(devices.list, {}) });
}

type Joining = {
  pin: string | null;
  password?: string;
  /** The sign-in that comes first needs it. */
  popup: { window: Window; provider: string } | null;
};

/** Returns a function that shows the members of this device as the server has returned them. */
function useKeepMembers(uid: string) {
  const client = useQueryClient();
  return ({ members }: { members: DeviceMember[] }) => {
    markShared(members.length > 0);
    client.setQueryData(deviceMembersQuery.queryKey, members);
    void client.invalidateQueries({ queryKey: ownDevicesQuery(uid).queryKey });
  };
}

/** Adds the user to the list of this device, after another sign-in if they have a provider. */
export function useJoinDevice(uid: string) {
  const client = useQueryClient();
  const keep = useKeepMembers(uid);
  return useMutation({
    mutationFn: async ({ popup, ...body }: Joining) => {
      if (popup !== null) await confirmAtProvider(client, popup.window, popup.provider);
      return callApi(devices.join, { body });
    },
    onSuccess: (answer, { pin }) => {
      keep(answer);
      showToast(
        pin === null ? "You're in the list of this device" : 'Your PIN is set on this device',
        action,
      );
    },
    onError: (error) =>
      showErrorToast(refusalOf(error), { action, isForAnyPage: error instanceof AnotherUserError }),
  });
}

/** Removes the user from the list of this device. Shows the outcome as a toast. */
export function useLeaveDevice(uid: string) {
  const keep = useKeepMembers(uid);
  return useMutation({
    mutationFn: () => callApi(devices.leave),
    onSuccess: (answer) => {
      keep(answer);
      showToast('Removed from this device', action);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
}

/** Removes the user from the list of another device. Shows the outcome as a toast. */
export function useEndDevice(uid: string) {
  const client = useQueryClient();
  const { queryKey } = ownDevicesQuery(uid);
  return useMutation({
    mutationFn: async ({ _id: id }: Device): Promise<void> => {
      await callApi(devices.end, { params: { id } });
    },
    onSuccess: (_, { _id, device }) => {
      client.setQueryData(queryKey, (list) => list?.filter((each) => each._id !== _id));
      void client.invalidateQueries(deviceMembersQuery);
      showToast(`Removed from ${device ?? 'an unknown device'}`, action);
    },
    onError: (error) => {
      showErrorToast(messageOf(error), { action });
      void client.invalidateQueries({ queryKey });
    },
  });
}
