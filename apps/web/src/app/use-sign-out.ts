import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endLogin, signOut } from '../features/people/auth/index.ts';
import { messageOf } from '../lib/api.ts';
import { showErrorToast } from '../ui/toast-store.ts';

/** Ends the login of the page, and leaves its pages; a failure is shown. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => endLogin(client),
    onError: (error) => showErrorToast(messageOf(error)),
  });
}
