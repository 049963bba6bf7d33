import { Link } from 'react-router';
import { formatWorkout } from '../../../lib/format.ts';
import { showToast } from '../../../ui/toast-store.ts';
import styles from './workout-title.module.css';

type WorkoutTitleProps = {
  /** The activity that it opens; absent while it is in progress on the session page (SESS-5). */
  activityId?: string;
  children: string;
};

/** The title of an activity, which opens its page. */
export function WorkoutTitle({ activityId, children }: WorkoutTitleProps) {
  if (activityId !== undefined) {
    return (
      <Link to={`/activities/${activityId}`} className={styles.title}>
        {formatWorkout(children)}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={styles.title}
      onClick={() => showToast('The page for individual activities is currently in development')}
    >
      {formatWorkout(children)}
    </button>
  );
}
