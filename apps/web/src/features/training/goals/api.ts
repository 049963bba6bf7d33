import { goals, type NewGoal } from '@boathouse/contract/statistics/goals';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';

const action = 'goal';

/** `timeZone` (IANA) decides which week or month it is. */
export function goalOf(userId: string, timeZone: string) {
  return queryOptions({
    queryKey: ['goals', userId, timeZone],
    ...apiQuery(goals.ofUser, { params: { id: userId }, query: { timeZone } }),
  });
}

/** Sets the user's goal, or removes it with null. Shows a failure as a toast. */
export function useChangeGoal(userId: string, timeZone: string) {
  const client = useQueryClient();
  const { queryKey } = goalOf(userId, timeZone);
  const args = { params: { id: userId }, query: { timeZone } };
  return useMutation({
    mutationFn: (goal: NewGoal | null) =>
      goal === null ? callApi(goals.remove, args) : callApi(goals.set, { ...args, body: goal }),
    // A response to an earlier request would restore the old state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (stored) => {
      closeErrors(action);
      client.setQueryData(queryKey, stored);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
}
