import { activities, type ActivityOrigin } from '@boathouse/contract/activities';
import { results } from '@boathouse/contract/activities/results';
import { limits } from '@boathouse/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, messageOf, refusalOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { TextInput } from '../../../ui/field/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import styles from './activity-files.module.css';

type Imported = { _id: string; title: string; origin?: ActivityOrigin | null | undefined };

/** Where an imported activity came from; its athlete can rename and delete it. */
export function FromFile({ activity }: { activity: Imported }) {
  const { _id: id, title, origin = null } = activity;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useState(title);
  const [isAsking, setIsAsking] = useState(false);
  const rename = useMutation({
    mutationFn: () => callApi(results.setTitle, { params: { id }, body: { title: text } }),
    onSuccess: () => {
      showToast('Renamed', 'rename activity');
      return client.invalidateQueries({ queryKey: ['activities'] });
    },
  });
  const remove = useMutation({
    mutationFn: () => callApi(activities.discard, { params: { id } }),
    onSuccess: async () => {
      showToast('Activity deleted', 'delete activity');
      await navigate('/training/activity');
      await client.invalidateQueries();
    },
    onError: (error) => showErrorToast(messageOf(error), { action: 'delete activity' }),
  });
  return (
    <Panel title="Imported">
      {origin !== null && (
        <p className={styles.origin}>
          From <strong dir="auto">{origin.fileName}</strong>
          {origin.app !== null && `, written by ${origin.app}`}
          {origin.logbookId !== null && `, number ${origin.logbookId} of the Logbook`}
        </p>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!rename.isPending) rename.mutate();
        }}
      >
        <TextInput
          label="Title"
          dir="auto"
          value={text}
          maxLength={limits.sessionTitleMax}
          error={rename.isError ? refusalOf(rename.error) : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" isBusy={rename.isPending} disabled={text.trim() === title}>
            Rename
          </Button>
          <Button look="danger" onClick={() => setIsAsking(true)}>
            Delete
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          question="Are you sure you want to delete this activity?"
          look="danger"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its strokes, comments and likes go, too. You can import the file again.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
