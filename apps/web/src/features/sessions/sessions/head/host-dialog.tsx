import type { Session } from '@boathouse/contract/sessions';
import { BoardDialog } from './board-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import type { HostAction } from '../session-phase.ts';
import { RepeatDialog } from './repeat-dialog.tsx';

type HostDialogProps = {
  action: HostAction;
  session: Session;
  /** Items with activities: an edit keeps them. */
  begunItems: readonly number[];
  /** How many athletes row each item now, by its index. */
  rowedItems: readonly number[];
  onClose: () => void;
};

/** The dialog of one of the host's actions. */
export function HostDialog({ action, session, begunItems, rowedItems, onClose }: HostDialogProps) {
  switch (action) {
    case 'Edit':
      return <EditDialog {...{ session, begunItems, rowedItems, onClose }} />;
    case 'Repeat':
      return <RepeatDialog session={session} onClose={onClose} />;
    case 'Board':
      return <BoardDialog session={session} onClose={onClose} />;
    case 'Export':
      return <ExportDialog session={session} onClose={onClose} />;
    case 'Hand over':
      return session.club && <HandOverDialog session={session} club={session.club} onClose={onClose} />;
    case 'Delete':
      return <DeleteDialog session={session} onClose={onClose} />;
  }
}
