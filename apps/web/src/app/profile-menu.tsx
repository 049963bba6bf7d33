import { colorThemes, tintColors } from '@boathouse/contract/users';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { endLogin, signOut, useCurrentUser } from '../features/auth/index.ts';
import { useAppearanceChoice, useAppearanceOf } from '../features/settings/index.ts';
import { messageOf } from '../lib/api.ts';
import { modes, tints } from '../ui/appearance.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu, MenuChoice, MenuItem, menuItemClass, MenuSeparator } from '../ui/menu/menu.tsx';
import { showErrorToast } from '../ui/toast-store.ts';
import { openSearch } from './commands/command-keys.tsx';
import styles from './profile-menu.module.css';

function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => endLogin(client),
    onError: (error) => showErrorToast(messageOf(error)),
  });
}

export function ProfileMenu() {
  const user = useCurrentUser();
  const { appearance, chooseMode, chooseTint } = useAppearanceChoice(user);
  const leave = useSignOut();
  useAppearanceOf(user);

  return (
    <Menu
      renderButton={(props) => (
        <button type="button" className={styles.target} {...props}>
          <Avatar name={user.displayName} imageURL={user.iconURL} size={32} />
          <span className={styles.name} title={user.displayName} dir="auto">
            {user.displayName}
          </span>
        </button>
      )}
    >
      <Link role="menuitem" tabIndex={-1} className={menuItemClass} to={`/athletes/${user._id}`}>
        Profile
      </Link>
      <Link role="menuitem" tabIndex={-1} className={menuItemClass} to="/settings">
        Settings
      </Link>
      {user.isAdministrator === true && (
        <Link role="menuitem" tabIndex={-1} className={menuItemClass} to="/administration">
          Administration
        </Link>
      )}
      <MenuItem onSelect={openSearch}>Search</MenuItem>
      <MenuSeparator />
      <MenuChoice
        label="Color Mode"
        options={modes.map((mode, index) => ({ value: mode, label: colorThemes[index] }))}
        value={appearance.mode}
        onChange={chooseMode}
      />
      <MenuSeparator />
      <MenuChoice
        label="Tint Color"
        options={tints.map((tint, index) => ({
          value: tint,
          label: (
            <span className={styles.tint}>
              <span className={styles.swatch} data-mode={appearance.mode} data-tint={tint} />
              {tintColors[index]}
            </span>
          ),
        }))}
        value={appearance.tint}
        onChange={chooseTint}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => leave.mutate()}>Log Out</MenuItem>
    </Menu>
  );
}
