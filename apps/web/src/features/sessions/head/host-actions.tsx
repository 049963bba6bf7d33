import type { Session } from '@boathouse/contract/sessions';
import { useId, useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import styles from './session-head.module.css';

const HostDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./host-dialog.tsx'))).HostDialog,
});

const actions = {
  edit: 'Edit',
  repeat: 'Repeat',
  board: 'Board',
  export: 'Export',
  handOver: 'Hand over',
  delete: 'Delete',
};
export type HostAction = keyof typeof actions;

type HostActionsProps = {
  session: Session;
  /** Items with activities: an edit keeps them. */
  begunItems: readonly number[];
};

/**
 * What those who manage a session do with it: edit, move, repeat, hand over and delete it, open its board and export its
 * results. On a phone they are behind one button, at the lower edge of the screen.
 */
export function HostActions({ session, begunItems }: HostActionsProps) {
  const id = useId();
  const [open, setOpen] = useState<HostAction | null>(null);
  const button = (action: HostAction) => (
    <Button
      look={action === 'delete' ? 'quiet' : 'plain'}
      popoverTarget={id}
      popoverTargetAction="hide"
      onClick={() => setOpen(action)}
    >
      {actions[action]}
    </Button>
  );
  return (
    <>
      <span className={styles.more}>
        <Button popoverTarget={id}>More</Button>
      </span>
      <div id={id} popover="auto" className={styles.choices}>
        {button('edit')}
        {button('repeat')}
        {button('board')}
        {button('export')}
        {session.club !== null && button('handOver')}
        {button('delete')}
      </div>
      {open !== null && (
        <HostDialog action={open} session={session} begunItems={begunItems} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
