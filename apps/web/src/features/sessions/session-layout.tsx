import type { ReactNode } from 'react';
import styles from './session-layout.module.css';

type SessionLayoutProps = {
  /** The left panel; on a phone it is below the cockpit. */
  info: ReactNode;
  /** Cockpit or connect bar first, then a panel per workout item. */
  children: ReactNode;
};

export function SessionLayout({ info, children }: SessionLayoutProps) {
  return (
    <div className={styles.layout}>
      <aside aria-label="Session" className={styles.info}>
        {info}
      </aside>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
