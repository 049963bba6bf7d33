import { isMember, type ClubRef } from '@boathouse/contract/clubs';
import { sessions, type Session } from '@boathouse/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { membershipsOfClub } from '../../../clubs/clubs/index.ts';
import { sessionById } from '../api.ts';
import { mergeSession } from '../cached-sessions.ts';
import styles from './host-dialogs.module.css';

type HandOverDialogProps = { session: Session; club: ClubRef; onClose: () => void };

/** Makes another member of the session's club its host. */
export function HandOverDialog({ session, club, onClose }: HandOverDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const handOver = useHandOverSession(session._id);
  const memberships = useQuery(membershipsOfClub(club._id));
  const members = memberships.data
    ?.filter(({ role, user }) => isMember(role) && user._id !== session.hostUser._id)
    .map(({ user }) => ({ value: user._id, label: user.displayName }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const toUser = members?.find(({ value }) => value === chosen)?.value ?? members?.[0]?.value;

  return (
    <Dialog title={`Hand over ${session.title}`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (toUser !== undefined && !handOver.isPending) handOver.mutate(toUser, { onSuccess: onClose });
        }}
      >
        {members !== undefined && members.length > 0 && toUser !== undefined && (
          <>
            <p>
              The new host edits, starts and deletes the session from now on, as the admins of {club.name} do.
              They are notified.
            </p>
            <NativeSelect
              label="New host"
              data={members}
              value={toUser}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </>
        )}
        {members?.length === 0 && <p>{club.name} has no other member who could host this session.</p>}
        {members === undefined &&
          (memberships.isError ? (
            <Unavailable onRetry={() => void memberships.refetch()}>
              The members of {club.name} couldn't be loaded.
            </Unavailable>
          ) : (
            <Loading label={`Loading the members of ${club.name}`} />
          ))}
        <div className={styles.actions}>
          <Button onClick={onClose}>{members?.length === 0 ? 'Close' : 'Cancel'}</Button>
          {toUser !== undefined && (
            <Button type="submit" look="primary" isBusy={handOver.isPending}>
              Hand over
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Makes another member of its club the host of a session. Shows the outcome as a toast. */
function useHandOverSession(id: string) {
  const client = useQueryClient();
  const action = `hand over session ${id}`;
  return useMutation({
    mutationFn: (toUser: string) => callApi(sessions.handOver, { params: { id }, body: { toUser } }),
    onSuccess: (session) => {
      showToast(`${session.hostUser.displayName} hosts ${session.title} now`, action);
      client.setQueryData(sessionById(id).queryKey, session);
      mergeSession(client, session);
    },
    onError: (error) => showErrorToast(`Error handing over session. ${messageOf(error)}`, { action }),
  });
}
