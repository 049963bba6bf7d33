import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { focusPageOf } from './focus-page.ts';
import styles from './invitation-bar.module.css';

/** Shows above a page's content what its reader was invited to, until it is dismissed. */
export function InvitationBar({ onDismiss, children }: { onDismiss: () => void; children: ReactNode }) {
  return (
    <section aria-label="Invitation" className={styles.invitation}>
      {children}
      <Button
        look="quiet"
        onClick={(event) => {
          focusPageOf(event.currentTarget);
          onDismiss();
        }}
      >
        Dismiss
      </Button>
    </section>
  );
}
