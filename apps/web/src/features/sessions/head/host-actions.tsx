import type { Session } from '@boathouse/contract/sessions';
import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

const HostDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./host-dialog.tsx'))).HostDialog,
});

export type HostAction = 'edit' | 'repeat' | 'board' | 'export' | 'handOver' | 'delete';

type HostActionsProps = {
  session: Session;
  /** Items with activities: an edit keeps them. */
  begunItems: readonly number[];
};

/** What those who manage a session do with it: edit, move, repeat, hand over and delete it, open its board and export its results. */
export function HostActions({ session, begunItems }: HostActionsProps) {
  const [open, setOpen] = useState<HostAction | null>(null);
  return (
    <>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      <Button onClick={() => setOpen('repeat')}>Repeat</Button>
      <Button onClick={() => setOpen('board')}>Board</Button>
      <Button onClick={() => setOpen('export')}>Export</Button>
      {session.club !== null && <Button onClick={() => setOpen('handOver')}>Hand over</Button>}
      <Button look="quiet" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open !== null && (
        <HostDialog action={open} session={session} begunItems={begunItems} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
