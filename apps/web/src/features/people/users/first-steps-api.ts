import { areFirstStepsOver, users } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { freshMs } from '../../../lib/first-data.ts';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';

/** The first steps that the viewer has done; fetched again on each visit of the dashboard until all are done. */
export function firstStepsOf(userId: string) {
  return queryOptions({
    queryKey: ['users', 'first steps', userId],
    ...apiQuery(users.firstSteps, { params: { id: userId } }),
    staleTime: ({ state }) =>
      state.data !== undefined && areFirstStepsOver(state.data) ? Infinity : freshMs,
    // The dashboard waits for it.
    retry: false,
  });
}

/** Hides the first steps for good. */
export function useHideFirstSteps(userId: string) {
  const client = useQueryClient();
  const action = 'hide first steps';
  return useMutation({
    mutationFn: () => callApi(users.hideFirstSteps, { params: { id: userId }, body: { isHidden: true } }),
    onSuccess: (steps) => {
      closeErrors(action);
      client.setQueryData(firstStepsOf(userId).queryKey, steps);
    },
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`, { action }),
  });
}
