import { showToast } from '../../ui/toast-store.ts';
import styles from './workout-title.module.css';

/** What somebody rows or has rowed, as the way to the page of that one activity, which is still to come (SESS-5). */
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
