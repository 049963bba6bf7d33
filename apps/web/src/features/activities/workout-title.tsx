import { showToast } from '../../ui/toast-store.ts';
import styles from './workout-title.module.css';

/** The title of an activity as a button. The page of an activity does not exist yet (SESS-5). */
export function WorkoutTitle({ children }: { children: string }) {
  return (
    <button
      type="button"
      className={styles.title}
      onClick={() => showToast('The page for individual activities is currently in development')}
    >
      {children}
    </button>
  );
}
