import { formatDayAndTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { copyLink } from '../../../ui/link/copy-link.ts';
import { LinkCode } from '../../../ui/link/link-code.tsx';
import { LinkDialog } from '../../../ui/link/link-dialog.tsx';

type OnceLinkDialogProps = {
  title: string;
  about: string;
  link: string;
  expiresAt: string;
  isForOne: boolean;
  onClose: () => void;
};

/** Shows a link that the server doesn't store: it can't be shown again after the dialog closes. */
export function OnceLinkDialog({ title, about, link, expiresAt, isForOne, onClose }: OnceLinkDialogProps) {
  return (
    <LinkDialog
      title={title}
      about={about}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={() => void copyLink(link, 'Select it and copy it instead.')}>
          Copy link
        </Button>
      }
    >
      <LinkCode link={link} title="The link as a QR code" />
      <p>
        It works {isForOne ? 'once, ' : ''}until {formatDayAndTime(expiresAt)}, and is shown only now.
      </p>
    </LinkDialog>
  );
}
