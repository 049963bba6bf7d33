import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import styles from './link-dialog.module.css';

type LinkDialogProps = {
  title: string;
  about: string;
  /** Buttons after Close. */
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** Frames the controls that share a link: who can use it, the link itself, and its actions. */
export function LinkDialog({ title, about, actions, onClose, children }: LinkDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.about}>{about}</p>
        {children}
        <div className={styles.actions}>
          <Button onClick={onClose}>Close</Button>
          {actions}
        </div>
      </div>
    </Dialog>
  );
}
