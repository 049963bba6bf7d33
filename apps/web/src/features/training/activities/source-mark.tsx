import type { ListedActivity, Machine } from '@boathouse/contract/activities';
import { machineNames } from '@boathouse/contract/activities/machine';
import { formatWorkout } from '../../../lib/format.ts';
import styles from './source-mark.module.css';

type Marked = Pick<ListedActivity, 'isSimulated' | 'source' | 'enteredBy' | 'user' | 'machine'>;

/** Marks a result of another machine than a RowErg, and one that no real monitor has reported. */
export function SourceMark({ activity }: { activity: Marked }) {
  return (
    <>
      <MachineMark machine={activity.machine} />
      <Source activity={activity} />
    </>
  );
}

/** Names the machine; nothing for a RowErg. */
export function MachineMark({ machine }: { machine: Machine }) {
  return machine === 'rower' ? null : <span className={styles.mark}>{machineNames[machine]}</span>;
}

/** Names the workout of a row that was begun before its item was edited; null for any other row. */
export function OtherWorkoutMark({ workout }: { workout: string | null }) {
  return (
    workout !== null && (
      <span className={styles.workout} title={workout} dir="auto">
        {formatWorkout(workout)}
      </span>
    )
  );
}

/** A row on a simulated erg, or a result that was typed in, and by whom. */
function Source({ activity: { isSimulated, source, enteredBy, user } }: { activity: Marked }) {
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
