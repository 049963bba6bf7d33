import { LinkCode } from '../../../ui/link/link-code.tsx';
import { LinkDialog } from '../../../ui/link/link-dialog.tsx';
import { isInsecure } from '../../../ui/secure/insecure-note.tsx';

/** Shows this page's address as a QR code. */
export function PhoneDialog({ onClose }: { onClose: () => void }) {
  // At an insecure address the phone would have no Bluetooth either.
  const isSecure = !isInsecure();
  const link = isSecure ? location.href : new URL('/trust', location.href).href;
  return (
    <LinkDialog
      title="Continue on your phone"
      about={
        isSecure
          ? 'Scan the code with a phone that has Chrome, and log in there. The phone connects to your monitor.'
          : 'This page is not secure, and browsers allow Bluetooth on https pages only. Scan the code with a phone that has Chrome: the page sets the phone up.'
      }
      actions={null}
      onClose={onClose}
    >
      <LinkCode link={link} title="QR code of this page's link" />
    </LinkDialog>
  );
}
