import { useCurrentUser } from '../../features/people/auth/index.ts';
import { useAppearanceOf, useFirstDayOfDevice } from '../../features/site/settings/index.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { lazyPart, onIntent } from '../../ui/lazy/lazy-part.tsx';
import { usePreload } from '../../lib/timing/use-preload.ts';
import { Menu } from '../../ui/menu/menu.tsx';
import styles from './profile-menu.module.css';

const Items = lazyPart({
  name: 'The menu',
  load: async () => (await loadChunk(() => import('./profile-menu-items.tsx'))).ProfileMenuItems,
});

const preloads = [Items.preload];

export function ProfileMenu() {
  const user = useCurrentUser();
  useAppearanceOf(user);
  usePreload(preloads);
  useFirstDayOfDevice(user);

  return (
    <Menu
      renderButton={(props) => (
        <button type="button" className={styles.target} {...onIntent(Items.preload)} {...props}>
          <Avatar name={user.displayName} imageURL={user.iconURL} size={32} />
          <span className={styles.name} title={user.displayName} dir="auto">
            {user.displayName}
          </span>
        </button>
      )}
    >
      <Items />
    </Menu>
  );
}
