import { users, type UserRef } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';

/** Fetches the users whom the viewer has blocked, by name. */
export function blockedBy(viewerId: string) {
  return queryOptions({
    queryKey: ['blocked', viewerId],
    ...apiQuery(users.blocked, { params: { id: viewerId } }),
  });
}

/** Blocks (true) or unblocks (false) a user. Refetches everything that follows and blocks decide. */
export function useSetBlock(viewerId: string, { _id, displayName }: Pick<UserRef, '_id' | 'displayName'>) {
  const client = useQueryClient();
  const action = `block ${_id}`;
  return useMutation({
    mutationFn: (isToBlock: boolean) =>
      callApi(isToBlock ? users.block : users.unblock, { params: { id: viewerId, blocked: _id } }),
    onSuccess: (blocked, isToBlock) => {
      client.setQueryData(blockedBy(viewerId).queryKey, blocked);
      showToast(isToBlock ? `You blocked ${displayName}` : `You unblocked ${displayName}`, action);
    },
    onError: (error, isToBlock) => {
      const doing = isToBlock ? 'blocking' : 'unblocking';
      showErrorToast(`Error ${doing} ${displayName}. ${messageOf(error)}`, { action });
    },
    onSettled: () => {
      for (const queryKey of [['follows'], ['feed'], ['comments'], ['likes'], ['notifications']]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
