import { colorThemes, tintColors } from '@boathouse/contract/users';
import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { loginQuery, signOut, useCurrentUser } from '../features/auth/index.ts';
import { useAppearanceChoice, useAppearanceOf } from '../features/settings/index.ts';
import { messageOf } from '../lib/api.ts';
import { modes, tints } from '../ui/appearance.ts';
import { Avatar } from '../ui/avatar.tsx';
import { showErrorToast } from '../ui/toast-store.ts';
import styles from './profile-menu.module.css';

function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      // The gate redirects to the landing page once the login is null. The cache is cleared, so no personal data stays.
      client.setQueryData(loginQuery.queryKey, null);
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== loginQuery.queryKey[0] });
    },
    onError: (error) => showErrorToast(messageOf(error)),
  });
}

/** Returns the known option for a menu value, which is any string. */
function withKnown<Value extends string>(
  known: readonly Value[],
  text: string,
  choose: (value: Value) => void,
): void {
  const value = known.find((each) => each === text);
  if (value !== undefined) choose(value);
}

export function ProfileMenu() {
  const user = useCurrentUser();
  const { appearance, chooseMode, chooseTint } = useAppearanceChoice(user);
  const leave = useSignOut();
  useAppearanceOf(user);

  return (
    // Mantine's focus placeholder is not a menu item and must not be in a menu. Inside the header the menu is in a
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
        <Menu.Item component={Link} to={`/athletes/${user._id}`}>
          Profile
        </Menu.Item>
        <Menu.Item component={Link} to="/settings">
          Settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Color Mode</Menu.Label>
        <Menu.RadioGroup value={appearance.mode} onChange={(value) => withKnown(modes, value, chooseMode)}>
          {modes.map((mode, index) => (
            <Menu.RadioItem key={mode} value={mode}>
              {colorThemes[index]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Tint Color</Menu.Label>
        <Menu.RadioGroup value={appearance.tint} onChange={(value) => withKnown(tints, value, chooseTint)}>
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
