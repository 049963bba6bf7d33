import type { Session } from '@boathouse/contract/sessions';
import { Button } from '../../../../ui/button.tsx';
import { copyLink } from '../../../../ui/link/copy-link.ts';
import { LinkCode } from '../../../../ui/link/link-code.tsx';
import { LinkDialog } from '../../../../ui/link/link-dialog.tsx';

/** Shows a session's link as text and as a QR code, for phones beside the screen. */
export function ShareDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const link = new URL(`/sessions/${session._id}`, location.href).href;

  return (
    <LinkDialog
      title={`Share ${session.title}`}
      about={
        session.club === null
          ? 'Anyone with the link can join, after logging in.'
          : `Members of ${session.club.name} can join.`
      }
      onClose={onClose}
      actions={
        <Button look="primary" onClick={() => void copyLink(link, 'Copy the address of this page instead.')}>
          Copy link
        </Button>
      }
    >
      <LinkCode link={link} title="QR code of the session's link" />
    </LinkDialog>
  );
}
