import type { OwnUser } from '@boathouse/contract/users';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api.ts';
import { closeErrors, showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useStoreFirstDay } from './first-day.ts';

/** Stores the chosen first day with the account. Shows the outcome as a toast. */
export function useSaveFirstDay(user: OwnUser) {
  const store = useStoreFirstDay(user);
  const action = 'first day';
  return useMutation({
    // In order, because the later of two quick choices must be stored last.
    scope: { id: action },
    mutationFn: store,
    onSuccess: () => {
      closeErrors(action);
      showToast('Changes saved', action);
    },
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`, { action }),
  });
}
