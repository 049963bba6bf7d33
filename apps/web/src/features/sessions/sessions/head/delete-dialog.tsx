import { sessions, type Session } from '@boathouse/contract/sessions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { waits } from '../../../../lib/outbox/waits.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { dropSession } from '../cached-sessions.ts';
import { DiscardWaitingDialog } from '../discard-waiting-dialog.tsx';

type DeleteDialogProps = { session: Session; onClose: () => void };

export function DeleteDialog(props: DeleteDialogProps) {
  return waits(props.session._id) ? <DiscardWaitingDialog {...props} /> : <DeleteStoredDialog {...props} />;
}

function DeleteStoredDialog({ session, onClose }: DeleteDialogProps) {
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
      look="danger"
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
