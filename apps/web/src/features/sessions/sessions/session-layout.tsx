import type { ReactNode } from 'react';
import styles from './session-layout.module.css';

type SessionLayoutProps = {
  /** The main column has the whole width on every screen, until the panel is opened. */
  isWide?: boolean;
  /** Title and facts: at the top on every width. */
  head: ReactNode;
  /** The left panel below the head; on a phone and a tablet it is below the workout items. */
  panel: ReactNode;
  /** Shows the cockpit or the connect bar first, then a panel per workout item. */
  children: ReactNode;
};

export function SessionLayout({ isWide = false, head, panel, children }: SessionLayoutProps) {
  return (
    <div className={styles.layout} data-wide={isWide}>
      <aside aria-label="Session" className={styles.head}>
        {head}
      </aside>
      <main className={styles.main}>{children}</main>
      <aside aria-label="Chat and members" className={styles.panel}>
        {panel}
      </aside>
    </div>
  );
}
