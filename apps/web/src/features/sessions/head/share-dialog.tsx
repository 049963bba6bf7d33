import type { Session } from '@boathouse/contract/sessions';
import { QRCodeSVG } from 'qrcode.react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import styles from './share-dialog.module.css';

/** Shows a session's link as text and as a QR code, for phones beside the screen. */
export function ShareDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const link = new URL(`/sessions/${session._id}`, location.href).href;

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      showToast('Link copied');
    } catch {
      showErrorToast('The link could not be copied. Copy the address of this page instead.');
    }
  }

  return (
    <Dialog title={`Share ${session.title}`} onClose={onClose}>
      <div className={styles.share}>
        {/* Scanners need dark on light, in every color mode. */}
        <QRCodeSVG
          value={link}
          size={220}
          marginSize={4}
          level="M"
          title="QR code of the session's link"
          className={styles.code}
        />
        <p className={styles.link}>{link}</p>
        <p className={styles.readers}>
          {session.club === null
            ? 'Anyone with the link can join, after signing in.'
            : `Members of ${session.club.name} can join.`}
        </p>
        <div className={styles.actions}>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={() => void copy()}>
            Copy link
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
