import { sessions, type Session } from '@boathouse/contract/sessions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../../lib/api.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { dropSession } from '../cached-sessions.ts';

const EditDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./edit-dialog.tsx'))).EditDialog,
});
const RepeatDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./repeat-dialog.tsx'))).RepeatDialog,
});
const HandOverDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./hand-over-dialog.tsx'))).HandOverDialog,
});
const BoardDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./board-dialog.tsx'))).BoardDialog,
});

type HostActionsProps = {
  session: Session;
  /** Items with activities: an edit keeps them. */
  begunItems: readonly number[];
};

/** What those who manage a session do with it: edit, move, repeat, hand over and delete it, and open its board. */
export function HostActions({ session, begunItems }: HostActionsProps) {
  const [open, setOpen] = useState<'edit' | 'repeat' | 'board' | 'handOver' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      <Button onClick={() => setOpen('repeat')}>Repeat</Button>
      <Button onClick={() => setOpen('board')}>Board</Button>
      {session.club !== null && <Button onClick={() => setOpen('handOver')}>Hand over</Button>}
      <Button look="quiet" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'edit' && <EditDialog session={session} begunItems={begunItems} onClose={close} />}
      {open === 'repeat' && <RepeatDialog session={session} onClose={close} />}
      {open === 'board' && <BoardDialog session={session} onClose={close} />}
      {open === 'handOver' && session.club !== null && (
        <HandOverDialog session={session} club={session.club} onClose={close} />
      )}
      {open === 'delete' && <DeleteDialog session={session} onClose={close} />}
    </>
  );
}

function DeleteDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const remove = useDeleteSession(session._id);
  const action = `delete session ${session._id}`;
  const navigate = useNavigate();

  // The room's event may take the dialog off the page before the response arrives.
  async function confirm() {
    try {
      await remove.mutateAsync();
      showToast('Session deleted', action);
      await navigate('/dashboard');
    } catch (error) {
      showErrorToast(`Error deleting session. ${messageOf(error)}`, { action });
    }
  }

  return (
    <ConfirmDialog
      question={`Are you sure you want to delete ${session.title}?`}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      It disappears for everyone. Athletes who rowed in it keep their results.
    </ConfirmDialog>
  );
}

/** Deletes a session for everyone; its results stay. */
function useDeleteSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(sessions.remove, { params: { id } }),
    onSuccess: () => dropSession(client, id),
  });
}
