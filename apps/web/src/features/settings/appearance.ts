import { users, type User } from '@boathouse/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import {
  modes,
  setAppearance,
  tints,
  useAppearance,
  type Appearance,
  type Mode,
  type Tint,
} from '../../ui/appearance.ts';
import { showErrorToast } from '../../ui/toast-store.ts';
import { useKeepUser } from './api.ts';

type AppearanceChoice = {
  appearance: Appearance;
  chooseMode: (mode: Mode) => void;
  chooseTint: (tint: Tint) => void;
};

const saving = ['users', 'appearance'];

/**
 * The page's look, and how the user changes it. A choice shows at once and is then kept with the account; a refusal
 * is said, and the look stays for this page.
 */
export function useAppearanceChoice(user: User): AppearanceChoice {
  const client = useQueryClient();
  const keepUser = useKeepUser();
  const save = useMutation({
    mutationKey: saving,
    // One after the other: of two quick choices the later must not be stored first.
    scope: { id: saving.join(' ') },
    mutationFn: (change: { themeColor: number } | { tintColor: number }) =>
      'themeColor' in change
        ? callApi(users.setThemeColor, { params: { id: user._id }, body: change })
        : callApi(users.setTintColor, { params: { id: user._id }, body: change }),
    // An answer to an earlier choice knows nothing of the later one, and would take it back from the page.
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: saving }) === 1) keepUser(saved);
    },
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`),
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

/** The account's look is the page's, from the sign-in on. */
export function useAppearanceOf({ themeColor, tintColor }: User): void {
  useEffect(() => {
    setAppearance({ mode: modes[themeColor] ?? 'light', tint: tints[tintColor] ?? 'blue' });
  }, [themeColor, tintColor]);
}
