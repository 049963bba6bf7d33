import type { ClubRef } from '@boathouse/contract/clubs';
import { sessions, type Session, type SessionChange } from '@boathouse/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { viewerTimeZone } from '../../../lib/format.ts';
import { useUnsaved } from '../../../lib/unsaved/use-unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../../ui/dialog/leave-dialog.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useCurrentUser } from '../../auth/index.ts';
import { clubsOfUser } from '../../clubs/index.ts';
import { sessionById } from '../api.ts';
import { mergeSession } from '../cached-sessions.ts';
import { FormTemplates } from '../new-workout/form-templates.tsx';
import {
  errorsOf,
  toSessionChange,
  withKeptItems,
  workoutOf,
  type NewWorkout,
  type NewWorkoutErrors,
} from '../new-workout/new-workout.ts';
import { WorkoutFields } from '../new-workout/workout-fields.tsx';
import styles from './host-dialogs.module.css';

type EditDialogProps = {
  session: Session;
  /** Items with activities: they can't be removed. */
  begunItems: readonly number[];
  onClose: () => void;
};

/** Edits and moves a session. Asks before changes are lost. */
export function EditDialog({ session, begunItems, onClose }: EditDialogProps) {
  const timeZone = viewerTimeZone();
  // Only the host's own changes are sent: another page may have changed the rest meanwhile.
  const [before] = useState(session);
  const opened = workoutOf(before, timeZone);
  const [typed, setWorkout] = useState(opened);
  const keptItems = Math.max(0, ...begunItems.map((index) => index + 1));
  const workout = { ...typed, items: withKeptItems(typed.items, session.workoutItems, keptItems) };
  const [errors, setErrors] = useState<NewWorkoutErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const change = useChangeSession(session._id);
  const isHost = session.hostUser._id === useCurrentUser()._id;
  const isClubFixed = !isHost || begunItems.length > 0;
  const { data: clubs = [] } = useQuery({ ...clubsOfUser(session.hostUser._id), enabled: !isClubFixed });
  const unsaved = useUnsaved(JSON.stringify(workout) !== JSON.stringify(opened));
  const close = () => unsaved.askBefore(onClose);

  function changeForm(part: Partial<NewWorkout>) {
    const next = { ...workout, ...part };
    setWorkout(next);
    if (Object.keys(errors).length > 0) setErrors(errorsOf(next));
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const found = errorsOf(workout);
    setErrors(found);
    const wanted = toSessionChange(workout, before, timeZone);
    if (wanted === null) {
      const field = formRef.current?.elements.namedItem(Object.keys(found)[0] ?? '');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    change.mutate(wanted, { onSuccess: onClose });
  }

  return (
    <Dialog title={`Edit ${session.title}`} onClose={close}>
      <form ref={formRef} className={styles.form} noValidate onSubmit={submit}>
        <WorkoutFields
          workout={workout}
          errors={errors}
          clubs={clubsToChoose(session, isClubFixed ? null : clubs)}
          keptItems={keptItems}
          onTemplates={() => setIsChoosing(true)}
          onChange={changeForm}
        />
        {session.club !== null && isClubFixed && (
          <p className={styles.fixed}>
            Members of {session.club.name} see it.{' '}
            {isHost ? "Someone has begun it, so that can't change." : 'Only the host can change that.'}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            Save changes
          </Button>
        </div>
      </form>
      {isChoosing && (
        <FormTemplates workout={workout} onChange={changeForm} onClose={() => setIsChoosing(false)} />
      )}
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </Dialog>
  );
}

/** Returns the clubs to choose from, with the session's own before `clubs` are loaded; null while the session keeps its club. */
function clubsToChoose({ club }: Session, clubs: readonly ClubRef[] | null): readonly ClubRef[] | null {
  if (clubs === null) return club === null ? [] : null;
  return club === null || clubs.some(({ _id }) => _id === club._id) ? clubs : [club, ...clubs];
}

/** Changes a session, and shows it so in the lists. Shows the outcome as a toast. */
function useChangeSession(id: string) {
  const client = useQueryClient();
  const action = `change session ${id}`;
  return useMutation({
    mutationFn: (change: SessionChange) => callApi(sessions.change, { params: { id }, body: change }),
    onSuccess: (session, change) => {
      showToast('Changes saved', action);
      // A club's page lists its sessions.
      if (change.club !== undefined) void client.invalidateQueries({ queryKey: ['feed'] });
      client.setQueryData(sessionById(id).queryKey, session);
      mergeSession(client, session);
    },
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`, { action }),
  });
}
