import type { ReactNode } from 'react';
import { Avatar } from '../avatar.tsx';
import { Banner } from './banner.tsx';
import styles from './profile-header.module.css';

type ProfileHeaderProps = {
  name: string;
  iconURL: string | null;
  bannerURL: string | null;
  /** Decides on the look of the default banner. */
  seed: string;
  /** Beside the name. */
  children?: ReactNode;
  /** Actions at the end of the header. */
  action: ReactNode;
};

/** Banner, icon, and the name as the page's heading. */
export function ProfileHeader({ name, iconURL, bannerURL, seed, children, action }: ProfileHeaderProps) {
  return (
    <header>
      <Banner imageURL={bannerURL} seed={seed} />
      <div className={styles.row}>
        <span className={styles.icon}>
          <Avatar name={name} imageURL={iconURL} size={112} />
        </span>
        <h1>{name}</h1>
        {children}
        <div className={styles.action}>{action}</div>
      </div>
    </header>
  );
}
