import type { Activity, ActivityOrigin, ActivityVisibility } from '@boathouse/contract/activities';
import { results } from '@boathouse/contract/activities/results';
import { limits } from '@boathouse/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi, messageOf, refusalOf } from '../../../../lib/api.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ChoiceCards } from '../../../../ui/choice/choice-cards.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { forgetActivity } from '../api.ts';
import styles from './activity-files.module.css';

export type OwnActivityProps = {
  activity: Pick<Activity, '_id' | 'title' | 'visibility' | 'source'> & {
    origin?: ActivityOrigin | null | undefined;
    /** Users who manage the session on whose page it was rowed may open it. */
    isOpenToHosts?: boolean | undefined;
  };
};

type Choices = ReadonlyArray<{ value: ActivityVisibility; label: string; meaning: string }>;

const readers: Choices = [
  { value: 'me', label: 'Only me', meaning: 'It counts for you all the same.' },
  { value: 'profile', label: 'Who sees my profile', meaning: 'Your settings say who that is.' },
];

/** Serves a row on a session's page without an item. */
const readersWithHosts: Choices = [
  {
    value: 'me',
    label: "Me and the session's hosts",
    meaning: 'You rowed it on the page of a session. Its host, and admins of its club, can move it there.',
  },
  {
    value: 'profile',
    label: "Who sees my profile, and the session's hosts",
    meaning: 'Your settings say who sees your profile.',
  },
];

/** The athlete's choices for an activity without a session: its title, its readers, and its deletion. */
export function OwnActivity({ activity }: OwnActivityProps) {
  const { origin = null } = activity;
  return (
    <Panel title="This activity">
      {origin !== null && (
        <p className={styles.origin}>
          From <strong dir="auto">{origin.fileName}</strong>
          {origin.app !== null && `, written by ${origin.app}`}
          {origin.logbookId !== null && `, number ${origin.logbookId} of the Logbook`}
        </p>
      )}
      {activity.source === 'entered' && (
        <div className={styles.actions}>
          <Link to={`/training/enter?correct=${activity._id}`} className={buttonClass()}>
            Correct the result
          </Link>
        </div>
      )}
      <div className={styles.form}>
        <Title activity={activity} />
        <Readers activity={activity} />
        <Removal activity={activity} />
      </div>
    </Panel>
  );
}

function Title({ activity: { _id: id, title } }: OwnActivityProps) {
  const client = useQueryClient();
  const [text, setText] = useState(title);
  const rename = useMutation({
    mutationFn: () => callApi(results.setTitle, { params: { id }, body: { title: text } }),
    onSuccess: () => {
      showToast('Renamed', 'rename activity');
      return client.invalidateQueries({ queryKey: ['activities'] });
    },
  });
  return (
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
      </div>
    </form>
  );
}

function Readers({ activity: { _id: id, visibility, isOpenToHosts = false } }: OwnActivityProps) {
  const client = useQueryClient();
  const show = useMutation({
    mutationFn: (to: ActivityVisibility) =>
      callApi(results.setVisibility, { params: { id }, body: { visibility: to } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['activities'] }),
    onError: (error) => showErrorToast(messageOf(error), { action: 'show activity' }),
  });
  return (
    <ChoiceCards
      label="Who sees it?"
      choices={isOpenToHosts ? readersWithHosts : readers}
      chosen={(show.isPending ? show.variables : visibility) ?? 'me'}
      onChoose={(to) => {
        if (!show.isPending) show.mutate(to);
      }}
    />
  );
}

function Removal({ activity: { _id: id, origin = null } }: OwnActivityProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => callApi(results.remove, { params: { id } }),
    onSuccess: async () => {
      showToast('Activity deleted', 'delete activity');
      await navigate('/training/activity');
      await forgetActivity(client, id);
    },
    onError: (error) => showErrorToast(messageOf(error), { action: 'delete activity' }),
  });
  return (
    <div className={styles.actions}>
      <Button look="danger" isBusy={remove.isPending} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Are you sure you want to delete this activity?"
          look="danger"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its strokes, comments and likes are deleted too.{' '}
          {origin !== null ? 'You can import the file again.' : "They can't be brought back."}
        </ConfirmDialog>
      )}
    </div>
  );
}
