import type { Club } from '@boathouse/contract/clubs';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { MemberChange } from './api.ts';

type MemberDialogProps = {
  change: MemberChange;
  club: Club;
  /** Whether an admin removes themself. */
  isSelf: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before somebody is removed or becomes the owner. */
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
        : `${isSelf ? 'You no longer see' : `${name} no longer sees`} the club’s sessions. ${
            club.isPrivate
              ? 'Coming back takes a new request to join.'
              : 'Everybody can join this club again.'
          }`}
    </ConfirmDialog>
  );
}
