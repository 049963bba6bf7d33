import { LinkCode } from '../../ui/link/link-code.tsx';
import { LinkDialog } from '../../ui/link/link-dialog.tsx';

/** Shows this page's address as a QR code. */
export function PhoneDialog({ onClose }: { onClose: () => void }) {
  return (
    <LinkDialog
      title="Continue on your phone"
      about="Scan the code with a phone that has Chrome, and log in there. The phone connects to your monitor."
      actions={null}
      onClose={onClose}
    >
      <LinkCode link={location.href} title="QR code of this page's link" />
    </LinkDialog>
  );
}
