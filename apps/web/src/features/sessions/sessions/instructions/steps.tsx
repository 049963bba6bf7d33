import type { ReactNode } from 'react';
import { formatWorkout } from '../../../../lib/format.ts';
import styles from './steps.module.css';

type StepsProps = {
  workout: string;
  isErgConnected: boolean;
  /** The monitor waits with the workout, or needs no setting. */
  isMonitorSet: boolean;
  /** False for a rower of another maker. */
  canBeSet?: boolean;
  /** Shown after the sentence of the last step. */
  end?: string;
};

/** The steps before the first stroke, in this order; finished ones are ticked. */
export function Steps({ workout, isErgConnected, isMonitorSet, canBeSet = true, end = '' }: StepsProps) {
  return (
    <ol className={styles.steps}>
      <Step isDone={isErgConnected}>{isErgConnected ? 'Your erg is connected.' : 'Connect your erg.'}</Step>
      {canBeSet && <Step isDone={isErgConnected && isMonitorSet}>{setUpWords(workout)}</Step>}
      <Step>
        Row: your first stroke starts the workout, as Start Workout does.{canBeSet ? end : ' Finish ends it.'}
      </Step>
    </ol>
  );
}

/** A workout without an end is one of the monitor's own choices. */
const setUpWords = (workout: string) =>
  /^just row$/i.test(workout.trim())
    ? 'Choose Just Row on your monitor.'
    : `Set up ${formatWorkout(workout)} on your monitor.`;

function Step({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone}>
      {children}
      {isDone && (
        <svg viewBox="0 0 16 16" width="16" height="16" role="img" aria-label="Done">
          <path d="m2.5 8.5 3.5 3.5 7.5-8" fill="none" stroke="currentColor" strokeWidth="2.5" />
        </svg>
      )}
    </li>
  );
}
