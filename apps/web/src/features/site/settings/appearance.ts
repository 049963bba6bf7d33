import { users, type User } from '@boathouse/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../../lib/api.ts';
import {
  modes,
  setAppearance,
  tints,
  useAppearance,
  type Appearance,
  type Mode,
  type Tint,
} from '../../../ui/appearance.ts';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import { useKeepUser } from './keep-user.ts';

type AppearanceChoice = {
  appearance: Appearance;
  chooseMode: (mode: Mode) => void;
  chooseTint: (tint: Tint) => void;
};

const saving = ['users', 'appearance'];

/**
 * The page's appearance and the user's changes to it. A choice applies at once and is then stored with the account; on
 * an error a toast shows the reason, and the choice stays on this page.
 */
export function useAppearanceChoice(user: User): AppearanceChoice {
  const client = useQueryClient();
  const keepUser = useKeepUser();
  const action = saving.join(' ');
  const save = useMutation({
    mutationKey: saving,
    // In order, because the later of two quick choices must be stored last.
    scope: { id: action },
    mutationFn: (change: { themeColor: number } | { tintColor: number }) =>
      'themeColor' in change
        ? callApi(users.setThemeColor, { params: { id: user._id }, body: change })
        : callApi(users.setTintColor, { params: { id: user._id }, body: change }),
    // The response to an earlier choice would undo a later one on the page.
    onSuccess: (saved) => {
      closeErrors(action);
      if (client.isMutating({ mutationKey: saving }) === 1) keepUser(saved);
    },
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`, { action }),
  });
  return {
    appearance: useAppearance(),
    chooseMode: (mode) => {
      setAppearance({ mode });
      save.mutate({ themeColor: modes.indexOf(mode) });
    },
    chooseTint: (tint) => {
      setAppearance({ tint });
      save.mutate({ tintColor: tints.indexOf(tint) });
    },
  };
}
