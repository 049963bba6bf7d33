import type { Session } from '@boathouse/contract/sessions';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDayAndTime } from '../../../../lib/format.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { CreateWorkout } from './create-workout.tsx';
import styles from './create-workout.module.css';

/** Schedules a session of the viewer, and links to it once created. */
export function NewWorkoutForm({ userId, club }: { userId: string; club?: string | undefined }) {
  const [created, setCreated] = useState<Session | null>(null);
  return (
    <Panel title="New Workout">
      <CreateWorkout userId={userId} club={club} onCreated={setCreated} />
      {created && (
        <p role="status" className={styles.created}>
          <Link to={`/sessions/${created._id}`}>{created.title}</Link>, {formatDayAndTime(created.startAt)}
        </p>
      )}
    </Panel>
  );
}
