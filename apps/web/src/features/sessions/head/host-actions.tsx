import type { Session } from '@boathouse/contract/sessions';
import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import styles from './session-head.module.css';

const HostDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./host-dialog.tsx'))).HostDialog,
});

/** A page has one. */
const id = 'host-actions';

/** By its words on the page. */
export type HostAction = 'Edit' | 'Repeat' | 'Board' | 'Export' | 'Hand over' | 'Delete';

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
  const [open, setOpen] = useState<HostAction | null>(null);
  const button = (action: HostAction) => (
    <Button
      look={action === 'Delete' ? 'quiet' : 'plain'}
      popoverTarget={id}
      popoverTargetAction="hide"
      onClick={() => setOpen(action)}
    >
      {action}
    </Button>
  );
  return (
    <>
      <Button popoverTarget={id}>More</Button>
      <div id={id} popover="auto" className={styles.choices}>
        {button('Edit')}
        {button('Repeat')}
        {button('Board')}
        {button('Export')}
        {session.club !== null && button('Hand over')}
        {button('Delete')}
      </div>
      {open !== null && (
        <HostDialog action={open} session={session} begunItems={begunItems} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
