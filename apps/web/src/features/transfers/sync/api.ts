import { sync, type SyncService, type SyncState, type WeightClass } from '@boathouse/contract/sync/calls';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf, refusalOf } from '../../../lib/api.ts';
import { viewerTimeZone } from '../../../lib/format.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';

/** While results are fetched, which takes some seconds, or minutes for many years. */
const importingRefetchMs = 3_000;

/** The user's connected services, and the latest uploads. */
export function syncQuery(userId: string) {
  return queryOptions({
    queryKey: ['sync', userId],
    ...apiQuery(sync.state, {}),
    refetchInterval: ({ state: { data } }) =>
      data?.services.some(({ connection }) => connection?.isImporting) ? importingRefetchMs : false,
  });
}

/** The state of the user's activity at each service. */
export function uploadsOf(activityId: string) {
  return queryOptions({
    queryKey: ['sync', 'activity', activityId],
    ...apiQuery(sync.ofActivity, { params: { id: activityId } }),
  });
}

export type Choices = { uploads: boolean; imports: boolean; weightClass: WeightClass };

/** Each change of connections returns all of them. */
function useChange<Input>(
  userId: string,
  change: (input: Input) => Promise<SyncState>,
  { done, action, isSaidByForm = false }: { done: string | null; action: string; isSaidByForm?: boolean },
) {
  const client = useQueryClient();
  return useMutation({
    // The order matters: the response to the last change must be shown last.
    scope: { id: `sync ${userId}` },
    mutationFn: change,
    onSuccess: (state) => {
      client.setQueryData(syncQuery(userId).queryKey, state);
      if (done !== null) showToast(done, action);
    },
    onError: (error) => {
      if (!isSaidByForm) showErrorToast(messageOf(error), { action });
      void client.invalidateQueries({ queryKey: syncQuery(userId).queryKey });
    },
  });
}

export function useConnect(userId: string, service: SyncService) {
  const connect = ({ key, ...choices }: Choices & { key: string }) =>
    callApi(sync.connect, { params: { service }, body: { key, ...choices, timeZone: viewerTimeZone() } });
  return useChange(userId, connect, { done: 'Connected', action: `sync ${service}`, isSaidByForm: true });
}

export function useChangeConnection(userId: string, service: SyncService) {
  const change = (body: Partial<Choices>) => callApi(sync.change, { params: { service }, body });
  return useChange(userId, change, { done: 'Changes saved', action: `sync ${service}` });
}

export function useDisconnect(userId: string, service: SyncService) {
  const disconnect = () => callApi(sync.disconnect, { params: { service } });
  return useChange(userId, disconnect, { done: 'Disconnected', action: `sync ${service}` });
}

export function useImportNow(userId: string, service: SyncService) {
  const importNow = () => callApi(sync.importNow, { params: { service } });
  return useChange(userId, importNow, { done: null, action: `sync ${service}` });
}

/** Sends an activity again that was refused or given up. */
export function useRetry(userId: string, service: SyncService, activityId: string) {
  const client = useQueryClient();
  const retry = async () => {
    const state = await callApi(sync.retry, { params: { service, id: activityId } });
    await client.invalidateQueries({ queryKey: uploadsOf(activityId).queryKey });
    return state;
  };
  return useChange(userId, retry, { done: 'It is sent again', action: `sync ${service}` });
}

/** Leaves for the service's login, which leads back to Settings. */
export function useLogIn(service: SyncService) {
  return useMutation({
    mutationFn: (choices: Choices) =>
      callApi(sync.authorize, { params: { service }, body: { ...choices, timeZone: viewerTimeZone() } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => showErrorToast(refusalOf(error), { action: `sync ${service}` }),
  });
}
