import type { ClubRef } from '@boathouse/contract/clubs';
import { sessions, type Session, type SessionChange } from '@boathouse/contract/sessions';
import { isSameWorkout } from '@boathouse/workout-text/parse';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { formatWorkout, viewerTimeZone } from '../../../../lib/format.ts';
import { useUnsaved } from '../../../../lib/unsaved/use-unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../../../ui/dialog/leave-dialog.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { clubsOfUser } from '../../../clubs/clubs/index.ts';
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
  /** How many athletes row each item now, by its index. */
  rowedItems: readonly number[];
  onClose: () => void;
};

/** Edits and moves a session. Asks before changes are lost. */
export function EditDialog({ session, begunItems, rowedItems, onClose }: EditDialogProps) {
  const timeZone = viewerTimeZone();
  // Only the host's own changes are sent, because another page may have changed the rest.
  const [before] = useState(session);
  const opened = workoutOf(before, timeZone);
  const [typed, setWorkout] = useState(opened);
  const keptItems = Math.max(0, ...begunItems.map((index) => index + 1));
  const workout = { ...typed, items: withKeptItems(typed.items, session.workoutItems, keptItems) };
  const [errors, setErrors] = useState<NewWorkoutErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const change = useChangeSession(session._id);
  /** A change of the workout that athletes are rowing, until the host has confirmed it. */
  const [asked, setAsked] = useState<{ wanted: SessionChange; item: RewordedItem } | null>(null);
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
    const [item] = rewordedOf(session.workoutItems, wanted, rowedItems);
    if (item === undefined) save(wanted);
    else setAsked({ wanted, item });
  }

  function save(wanted: SessionChange) {
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
          squad={session.squad}
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
      {asked !== null && (
        <ConfirmDialog
          question={`${rowingWords(asked.item.rowing)} ${formatWorkout(asked.item.from)} now. Change it to ${formatWorkout(asked.item.to)}?`}
          action="Change it"
          onConfirm={() => save(asked.wanted)}
          onClose={() => setAsked(null)}
        >
          They finish what they have begun, and are ranked among themselves. Who begins from now on rows the
          new workout.
        </ConfirmDialog>
      )}
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </Dialog>
  );
}

type RewordedItem = { from: string; to: string; rowing: number };

/** Returns the items that a change makes a different workout while athletes row them. */
function rewordedOf(
  items: readonly string[],
  { workoutItems }: SessionChange,
  rowedItems: readonly number[],
): RewordedItem[] {
  return items.flatMap((from, index) => {
    const [to, rowing] = [workoutItems?.[index] ?? from, rowedItems[index] ?? 0];
    return rowing > 0 && !isSameWorkout(from, to) ? [{ from, to, rowing }] : [];
  });
}

const rowingWords = (count: number) => (count === 1 ? '1 is rowing' : `${count} are rowing`);

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
