import type { Club } from '@boathouse/contract/clubs';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { MemberChange } from './api.ts';

type MemberDialogProps = {
  change: MemberChange;
  club: Club;
  /** Whether the viewer removes themself. */
  isSelf: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before a member is removed or becomes the owner. */
export function MemberDialog({ change, club, isSelf, onConfirm, onClose }: MemberDialogProps) {
  const name = change.member.user.displayName;
  const isTransfer = change.action === 'transfer';
  const question = isTransfer
    ? `Transfer the ownership of ${club.name} to ${name}?`
    : `Remove ${isSelf ? 'yourself' : name} from ${club.name}?`;
  return (
    <ConfirmDialog question={question} onConfirm={onConfirm} onClose={onClose}>
      {isTransfer
        ? `${name} becomes the owner, and you stay as an admin. Only ${name} can give the club back to you.`
        : `${isSelf ? 'You' : name} will no longer see the club's sessions. ${
            club.isPrivate ? 'Joining again takes a new request.' : 'Anyone can join this club again.'
          }`}
    </ConfirmDialog>
  );
}
