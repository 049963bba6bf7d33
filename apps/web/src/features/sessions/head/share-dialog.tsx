import type { Session } from '@boathouse/contract/sessions';
import { Button } from '../../../ui/button.tsx';
import { copyLink } from '../../../ui/link/copy-link.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LinkCode } from '../../../ui/link/link-code.tsx';
import styles from './share-dialog.module.css';

/** Shows a session's link as text and as a QR code, for phones beside the screen. */
export function ShareDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const link = new URL(`/sessions/${session._id}`, location.href).href;

  return (
    <Dialog title={`Share ${session.title}`} onClose={onClose}>
      <div className={styles.share}>
        <LinkCode link={link} title="QR code of the session's link" />
        <p className={styles.readers}>
          {session.club === null
            ? 'Anyone with the link can join, after logging in.'
            : `Members of ${session.club.name} can join.`}
        </p>
        <div className={styles.actions}>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            onClick={() => void copyLink(link, 'Copy the address of this page instead.')}
          >
            Copy link
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
