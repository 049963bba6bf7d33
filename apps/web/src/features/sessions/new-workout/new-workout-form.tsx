import type { Session } from '@boathouse/contract/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../lib/api.ts';
import { formatDayAndTime, viewerTimeZone } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { clubsOfUser } from '../../clubs/index.ts';
import { useCreateSession } from '../api.ts';
import {
  emptyWorkout,
  errorsOf,
  toNewSession,
  type NewWorkout,
  type NewWorkoutErrors,
} from './new-workout.ts';
import styles from './new-workout-form.module.css';
import { WorkoutFields } from './workout-fields.tsx';

const nowHere = () => Temporal.Now.zonedDateTimeISO(viewerTimeZone());

/** Schedules a session of the viewer, and links to it once created. */
export function NewWorkoutForm({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { data: clubs = [] } = useQuery(clubsOfUser(userId));
  const [workout, setWorkout] = useState(() => emptyWorkout(nowHere()));
  const [errors, setErrors] = useState<NewWorkoutErrors>({});
  const [created, setCreated] = useState<Session | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const create = useCreateSession();

  function change(part: Partial<NewWorkout>) {
    const next = { ...workout, ...part };
    setWorkout(next);
    // Once shown, errors update while typing.
    if (Object.keys(errors).length > 0) setErrors(errorsOf(next));
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
      onSuccess: (made) => {
        showToast('Created session');
        setCreated(made);
        setWorkout(emptyWorkout(nowHere()));
      },
      onError: (error) => showErrorToast(`Error creating session. ${messageOf(error)}`),
    });
  }

  return (
    <Panel title="New Workout">
      <form ref={formRef} className={styles.form} noValidate onSubmit={handleSubmit}>
        <WorkoutFields workout={workout} errors={errors} onChange={change} clubs={clubs} />
        <Button type="submit" look="primary" isBusy={create.isPending}>
          Create workout
        </Button>
        {created && (
          <p role="status" className={styles.created}>
            <Link to={`/sessions/${created._id}`}>{created.title}</Link>, {formatDayAndTime(created.startAt)}
          </p>
        )}
      </form>
    </Panel>
  );
}
