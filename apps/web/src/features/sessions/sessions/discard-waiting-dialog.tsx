import type { Session } from '@boathouse/contract/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '../../../lib/api.ts';
import { removeEntry } from '../../../lib/outbox/outbox.ts';
import { useWaiting } from '../../../lib/outbox/use-waiting.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { hasRowsOfSession, useRowRunner } from '../../rowing/rowing/index.ts';
import { dropSession } from './cached-sessions.ts';

type DiscardWaitingDialogProps = { session: Session; onClose: () => void };

/**
 * Asks before the user discards a session that only this device has. A workout rowed in it stays, without a session;
 * the messages that wait for its room are deleted with it.
 */
export function DiscardWaitingDialog({ session, onClose }: DiscardWaitingDialogProps) {
  const { _id, title } = session;
  const user = useCurrentUser();
  const runner = useRowRunner();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: isRowed } = useQuery({
    queryKey: ['kept rows of session', _id],
    queryFn: () => hasRowsOfSession(user._id, _id),
    gcTime: 0,
  });
  const entries = useWaiting(user.uid);
  const lines = entries.filter(({ room }) => room === _id);
  const action = `discard session ${_id}`;

  async function confirm() {
    try {
      // First: without its session a row could not be sent.
      if (isRowed !== false) await runner.leaveSession(_id);
      const own = entries.filter(({ key }) => key === _id);
      for (const entry of [...lines, ...own]) await removeEntry(entry);
      dropSession(client, _id);
      showToast('Session discarded', action);
      if (pathname.startsWith(`/sessions/${_id}`)) await navigate('/dashboard');
    } catch (error) {
      showErrorToast(`This session was not discarded. ${messageOf(error)}`, { action });
    }
  }

  return (
    <ConfirmDialog
      question={`Discard ${title}?`}
      action="Discard"
      look="danger"
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      This session is on this device alone: no one else has seen it.{' '}
      {isRowed === true && 'What you rowed in it is kept as a workout without a session. '}
      {lines.length > 0 &&
        `${lines.length === 1 ? 'The message' : `The ${lines.length} messages`} that you wrote in it ${lines.length === 1 ? 'is' : 'are'} deleted. `}
      {"You can't get it back."}
    </ConfirmDialog>
  );
}
