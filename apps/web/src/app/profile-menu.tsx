import { colorThemes, tintColors, users, type User } from '@boathouse/contract/users';
import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loginQuery, signOut, useCurrentUser } from '../features/auth/index.ts';
import { callApi, messageOf } from '../lib/api.ts';
import { modes, setAppearance, tints, useAppearance } from '../ui/appearance.ts';
import { Avatar } from '../ui/avatar.tsx';
import { showErrorToast } from '../ui/toast-store.ts';
import styles from './profile-menu.module.css';

/** The choice shows at once and is then kept with the account; a refusal is said, and the look stays for this device. */
function useSaveAppearance(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { themeColor: number } | { tintColor: number }) =>
      'themeColor' in change
        ? callApi(users.setThemeColor, { params: { id: user._id }, body: change })
        : callApi(users.setTintColor, { params: { id: user._id }, body: change }),
    onSuccess: (saved) => client.setQueryData(['users', 'uid', saved.uid], saved),
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`),
  });
}

function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      // The gate sends the visitor to the landing page as soon as the login is null; nothing of theirs stays behind.
      client.setQueryData(loginQuery.queryKey, null);
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== loginQuery.queryKey[0] });
    },
    onError: (error) => showErrorToast(messageOf(error)),
  });
}

export function ProfileMenu() {
  const user = useCurrentUser();
  const appearance = useAppearance();
  const save = useSaveAppearance(user);
  const leave = useSignOut();

  const { themeColor, tintColor } = user;
  useEffect(() => {
    setAppearance({ mode: modes[themeColor] ?? 'light', tint: tints[tintColor] ?? 'blue' });
  }, [themeColor, tintColor]);

  function chooseMode(value: string) {
    const index = modes.findIndex((mode) => mode === value);
    const mode = modes[index];
    if (mode === undefined) return;
    setAppearance({ mode });
    save.mutate({ themeColor: index });
  }

  function chooseTint(value: string) {
    const index = tints.findIndex((tint) => tint === value);
    const tint = tints[index];
    if (tint === undefined) return;
    setAppearance({ tint });
    save.mutate({ tintColor: index });
  }

  return (
    // Mantine's focus placeholder is no menu item, which a menu must not hold; and inside the header the menu is in a
    // landmark.
    <Menu
      position="bottom-end"
      width={240}
      offset={6}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={styles.target}>
          <Avatar name={user.displayName} imageURL={user.iconURL} size={32} />
          <span className={styles.name}>{user.displayName}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Color Mode</Menu.Label>
        <Menu.RadioGroup value={appearance.mode} onChange={chooseMode}>
          {modes.map((mode, index) => (
            <Menu.RadioItem key={mode} value={mode}>
              {colorThemes[index]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Tint Color</Menu.Label>
        <Menu.RadioGroup value={appearance.tint} onChange={chooseTint}>
          {tints.map((tint, index) => (
            <Menu.RadioItem key={tint} value={tint}>
              {tintColors[index]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => leave.mutate()}>Log Out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
