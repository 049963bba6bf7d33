import { activities, type Activity } from '@boathouse/contract/activities';
import { entries } from '@boathouse/contract/activities/entries';
import { limits } from '@boathouse/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { forgetActivity } from '../api.ts';
import styles from './activity-files.module.css';

type Entered = Pick<Activity, '_id' | 'user' | 'enteredBy'>;

/**
 * The athlete's actions on a result that was typed in for a session: refuse another user's entry, or delete their
 * own.
 */
export function EnteredResult({ activity }: { activity: Entered }) {
  const { _id: id, user, enteredBy } = activity;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const isByAnother = enteredBy?._id !== user._id;
  const action = `remove result ${id}`;
  const remove = useMutation({
    mutationFn: () =>
      isByAnother
        ? callApi(entries.refuse, { params: { id }, body: { reason } })
        : callApi(activities.discard, { params: { id } }),
    onSuccess: async () => {
      showToast(isByAnother ? 'Result refused' : 'Result deleted', action);
      await navigate('/training/activity');
      await forgetActivity(client, id);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
  return (
    <Panel title="Entered">
      {isByAnother ? (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!remove.isPending) remove.mutate();
          }}
        >
          <p className={styles.origin}>
            <bdi>{enteredBy?.displayName ?? 'A coach'}</bdi> entered this result for you. If it isn't right,
            refuse it: it is deleted, and they are told. If you row the workout with a monitor, that result
            takes its place.
          </p>
          <TextInput
            label="What is wrong, if you like"
            dir="auto"
            value={reason}
            maxLength={limits.refusalReasonMax}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div className={styles.actions}>
            <Button type="submit" look="danger" isBusy={remove.isPending}>
              Refuse result
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p className={styles.origin}>You entered this result. It counts in your totals.</p>
          <div className={styles.actions}>
            <Button look="danger" isBusy={remove.isPending} onClick={() => setIsAsking(true)}>
              Delete
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          question="Are you sure you want to delete this result?"
          look="danger"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its comments and likes are deleted too.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
