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
  /** One line, above a page whose list is the readers' main interest. */
  isLine?: boolean;
  /** Beside the name. */
  children?: ReactNode;
  /** Actions at the end of the header. */
  action: ReactNode;
};

/** Banner, icon, and the name as the page's heading. */
export function ProfileHeader({
  name,
  iconURL,
  bannerURL,
  seed,
  isLine = false,
  children,
  action,
}: ProfileHeaderProps) {
  return (
    <header className={isLine ? styles.line : undefined}>
      <Banner imageURL={bannerURL} seed={seed} />
      <div className={styles.row}>
        <span className={styles.icon}>
          <Avatar name={name} imageURL={iconURL} size={isLine ? 44 : 112} />
        </span>
        <h1>{name}</h1>
        {children}
        <div className={styles.action}>{action}</div>
      </div>
    </header>
  );
}
