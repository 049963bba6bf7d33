import { isMember } from '@boathouse/contract/clubs';
import type { ClubRef } from '@boathouse/contract/clubs/club-ref';
import { sessions, type NewSession, type Session } from '@boathouse/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { callOrKeep, newId, notSentWords } from '../../../../lib/outbox/call-or-keep.ts';
import { nowIn, viewerTimeZone } from '../../../../lib/format.ts';
import { useUnsaved } from '../../../../lib/unsaved/use-unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../../../ui/dialog/leave-dialog.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { membershipsOfUser } from '../../../clubs/clubs/index.ts';
import { squadsOf } from '../../../clubs/squads/index.ts';
import { mergeSession } from '../cached-sessions.ts';
import styles from './create-workout.module.css';
import { FormTemplates } from './form-templates.tsx';
import {
  emptyWorkout,
  errorsOf,
  isBegun,
  toNewSession,
  type NewWorkout,
  type NewWorkoutErrors,
  type PresetStart,
  type Visibility,
} from './new-workout.ts';
import {
  audienceWords,
  lastVisibility,
  proposedVisibility,
  rememberVisibility,
} from './proposed-visibility.ts';
import { WorkoutFields } from './workout-fields.tsx';

type CreateWorkoutProps = {
  userId: string;
  /** The start to begin with; absent: soon. */
  preset?: PresetStart;
  /** The id of the club that the link to the form named. */
  club?: string | undefined;
  onCreated: (session: Session) => void;
  /** Shows the form in a dialog, which Cancel and Escape close. Absent if the form stays. */
  onClose?: () => void;
};

/** The values of the form; without a visibility until the user chooses one. */
type Typed = Omit<NewWorkout, 'visibility'> & { visibility: Visibility | null };

/** The form that schedules a session of the viewer. Asks before a half-written one is lost. */
export function CreateWorkout({ userId, preset: start, club, onCreated, onClose }: CreateWorkoutProps) {
  const client = useQueryClient();
  const { data: memberships = [] } = useQuery(membershipsOfUser(userId));
  const clubs = memberships.filter(({ role }) => isMember(role)).map((membership) => membership.club);
  const empty = (): Typed => ({
    ...emptyWorkout(nowIn(viewerTimeZone()), start),
    visibility: null,
  });
  const [typed, setTyped] = useState(empty);
  const [last, setLast] = useState(() => lastVisibility(userId));
  const [linked, setLinked] = useState(club);
  const visibility = typed.visibility ?? proposedVisibility(memberships, linked, last);
  const workout: NewWorkout = { ...typed, visibility };
  // A half-written workout for a club still belongs to the club until it is stored, or another link names another club.
  if (club !== linked && (club !== undefined || !isBegun(workout))) {
    setLinked(club);
    setTyped({ ...typed, visibility: null });
  }
  const [errors, setErrors] = useState<NewWorkoutErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const audienceId = useId();
  const [isChoosing, setIsChoosing] = useState(false);
  const create = useCreateSession(clubs);
  const unsaved = useUnsaved(isBegun(workout));

  function change(part: Partial<NewWorkout>) {
    setTyped({ ...typed, ...part });
    // Errors update while typing once they are shown.
    if (Object.keys(errors).length > 0) setErrors(errorsOf({ ...workout, ...part }));
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (client.isMutating({ mutationKey: ['sessions', 'create'] }) > 0) return;
    const found = errorsOf(workout);
    setErrors(found);
    const session = toNewSession(workout, userId, viewerTimeZone());
    if (session === null) {
      const field = formRef.current?.elements.namedItem(Object.keys(found)[0] ?? '');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    create.mutate(session, {
      onSuccess: ({ made }) => {
        rememberVisibility(userId, workout.visibility);
        setLast(workout.visibility);
        // Keeps text typed while the request was pending.
        setTyped((now) => (now === typed ? empty() : now));
        onCreated(made);
      },
    });
  }

  const form = (
    <>
      <form ref={formRef} className={styles.form} noValidate onSubmit={handleSubmit}>
        <WorkoutFields
          {...{ workout, errors, clubs }}
          onChange={change}
          onTemplates={() => setIsChoosing(true)}
        />
        <p id={audienceId} className={styles.audience}>
          {audienceWords(workout.visibility, clubs)}
        </p>
        <div className={styles.actions}>
          {onClose && <Button onClick={() => unsaved.askBefore(onClose)}>Cancel</Button>}
          <Button type="submit" look="primary" isBusy={create.isPending} aria-describedby={audienceId}>
            Create session
          </Button>
        </div>
      </form>
      {isChoosing && (
        <FormTemplates workout={workout} onChange={change} onClose={() => setIsChoosing(false)} />
      )}
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </>
  );
  if (onClose === undefined) return form;
  return (
    <Dialog title="New Workout" onClose={() => unsaved.askBefore(onClose)}>
      {form}
    </Dialog>
  );
}

/**
 * Schedules a session, and shows it in the lists. Without the server it is stored on this device, and can be rowed
 * before it is sent. Shows the outcome as a toast.
 */
function useCreateSession(clubs: readonly ClubRef[]) {
  const client = useQueryClient();
  const { _id: userId, displayName, iconURL } = useCurrentUser();
  const hostUser = { _id: userId, displayName, iconURL };
  const action = 'create session';
  return useMutation({
    mutationKey: ['sessions', 'create'],
    mutationFn: async (session: NewSession) => {
      const _id = await newId();
      const words = `The workout “${session.title}”`;
      const { title, startAt, isAccessibleByLink, workoutItems } = session;
      const club = clubs.find((each) => each._id === session.club) ?? null;
      const squads = client.getQueryData(squadsOf(club?._id ?? '').queryKey);
      const squad = squads?.find((each) => each._id === session.squad) ?? null;
      const makes: Session = { _id, title, hostUser, startAt, isAccessibleByLink, club, squad, workoutItems };
      const kept = { key: _id, words, href: `/sessions/${_id}`, makes };
      const stored = await callOrKeep(sessions.create, { body: { ...session, _id } }, kept);
      return { made: stored ?? makes, isStored: stored !== null };
    },
    onSuccess: ({ made, isStored }) => {
      showToast(isStored ? 'Created session' : notSentWords, action);
      // A coach's first session is one of them.
      if (isStored) void client.invalidateQueries({ queryKey: ['users', 'first steps'] });
      mergeSession(client, made);
    },
    onError: (error) => showErrorToast(`Error creating session. ${messageOf(error)}`, { action }),
  });
}
