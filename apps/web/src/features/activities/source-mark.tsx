import type { ListedActivity } from '@boathouse/contract/activities';
import styles from './source-mark.module.css';

type Marked = Pick<ListedActivity, 'isSimulated' | 'source' | 'enteredBy' | 'user'>;

/** Marks a result that no real monitor has told: a row on a simulated erg, or one that was typed in, and by whom. */
export function SourceMark({ activity }: { activity: Marked }) {
  const { isSimulated, source, enteredBy, user } = activity;
  if (isSimulated) return <SimulatedMark />;
  if (source !== 'entered') return null;
  const isByAnother = enteredBy && enteredBy._id !== user._id;
  return (
    <span className={styles.mark} dir="auto">
      {isByAnother ? `Entered by ${enteredBy.displayName}` : 'Entered'}
    </span>
  );
}

/** Marks a row on a simulated erg. */
export function SimulatedMark() {
  return <span className={styles.mark}>Simulated</span>;
}
