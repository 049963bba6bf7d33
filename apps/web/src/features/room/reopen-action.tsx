import { activities, type ListedActivity } from '@boathouse/contract/activities';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { closeErrors, showErrorToast } from '../../ui/toast-store.ts';
import { mergeByHost } from './api.ts';
import styles from './stale-actions.module.css';

/** Puts a result back in progress that was completed by mistake. Nothing for the monitor's own result, which is final. */
export function ReopenAction({ activity }: { activity: ListedActivity }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { _id, session, user, summary } = activity;
  if (session === null || summary?.source === 'summary') return null;

  const action = `reopen ${_id}`;
  async function reopen(sessionId: string) {
    try {
      const opened = await callApi(activities.reopen, { params: { id: _id } });
      closeErrors(action);
      await mergeByHost(client, sessionId, opened);
    } catch (error) {
      showErrorToast(messageOf(error), { action });
    }
  }

  return (
    <>
      <button type="button" className={styles.reopen} onClick={() => setIsAsking(true)}>
        Reopen
      </button>
      {isAsking && (
        <ConfirmDialog
          question={`Reopen the workout of ${user.displayName}?`}
          onConfirm={() => void reopen(session._id)}
          onClose={() => setIsAsking(false)}
        >
          <p>It is in progress again and can be rowed on. This result no longer counts.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
