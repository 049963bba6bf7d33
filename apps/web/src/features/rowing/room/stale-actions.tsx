import { activities, type ListedActivity } from '@boathouse/contract/activities';
import { formatDuration } from '@boathouse/workout/pace';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDistance } from '../../../lib/format.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import { changeActivities, mergeByHost } from './api.ts';
import styles from './stale-actions.module.css';

/** The host's actions for an athlete's activity that has been silent for long. */
export function StaleActions({ activity }: { activity: ListedActivity }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<'end' | 'remove' | null>(null);
  const { _id, session, user } = activity;
  const params = { id: _id };
  const action = `stale ${_id}`;

  if (session === null) return null;
  const sessionId = session._id;
  async function end() {
    const ended = await callApi(activities.end, { params });
    await mergeByHost(client, sessionId, ended);
  }
  async function remove() {
    await callApi(activities.discard, { params });
    changeActivities(client, sessionId, { activities: [], discarded: [_id] });
  }
  const report = (work: Promise<void>) =>
    void work.then(
      () => closeErrors(action),
      (error: unknown) => showErrorToast(messageOf(error), { action }),
    );

  return (
    <div className={styles.actions} role="group" aria-label={`Silent activity of ${user.displayName}`}>
      <Button onClick={() => setAsked('end')}>End</Button>
      <Button look="danger" onClick={() => setAsked('remove')}>
        Remove
      </Button>
      {asked === 'end' && (
        <ConfirmDialog
          question={`End the workout of ${user.displayName}?`}
          onConfirm={() => report(end())}
          onClose={() => setAsked(null)}
        >
          <p>
            The result is {formatDistance(activity.distance, 1)} in {formatDuration(activity.elapsedTime)}.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          question={`Remove the workout of ${user.displayName}?`}
          onConfirm={() => report(remove())}
          onClose={() => setAsked(null)}
        >
          <p>Its strokes are deleted too. This can't be undone.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
