import { activities, type ListedActivity } from '@boathouse/contract/activities';
import { useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../../lib/api.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import { mergeByHost } from './api.ts';

type ReopenDialogProps = { activity: ListedActivity; sessionId: string; onClose: () => void };

/** Asks before it reopens a result. */
export function ReopenDialog({ activity, sessionId, onClose }: ReopenDialogProps) {
  const client = useQueryClient();
  const { _id, user } = activity;
  const action = `reopen ${_id}`;

  async function reopen() {
    try {
      const opened = await callApi(activities.reopen, { params: { id: _id } });
      closeErrors(action);
      await mergeByHost(client, sessionId, opened);
    } catch (error) {
      showErrorToast(messageOf(error), { action });
    }
  }

  return (
    <ConfirmDialog
      question={`Reopen the workout of ${user.displayName}?`}
      onConfirm={() => void reopen()}
      onClose={onClose}
    >
      <p>It is in progress again and can be rowed on. This result no longer counts.</p>
    </ConfirmDialog>
  );
}
