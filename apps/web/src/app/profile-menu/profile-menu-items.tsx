import { Link } from 'react-router';
import { colorThemes, tintColors } from '@boathouse/contract/users';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { isSharedDevice } from '../../features/people/devices/index.ts';
import { useAppearanceChoice } from '../../features/site/settings/index.ts';
import { modes, tints } from '../../ui/appearance.ts';
import { MenuChoice, MenuItem, menuItemClass, MenuSeparator } from '../../ui/menu/menu-items.tsx';
import { openSearch, openSwitch } from '../commands/command-keys.tsx';
import { useSignOut } from '../use-sign-out.ts';
import styles from './profile-menu.module.css';

/** The items of the user's menu. */
export function ProfileMenuItems() {
  const user = useCurrentUser();
  const { appearance, chooseMode, chooseTint } = useAppearanceChoice(user);
  const leave = useSignOut();

  return (
    <>
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
      {isSharedDevice() && <MenuItem onSelect={openSwitch}>Switch athlete</MenuItem>}
      <MenuItem onSelect={() => leave.mutate()}>Log Out</MenuItem>
    </>
  );
}
