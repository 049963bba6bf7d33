import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { connectAction } from '../../ergometer/index.ts';
import styles from './instructions.module.css';
import type { Push } from './monitor-workout.ts';

type InstructionsProps = {
  workout: string;
  isErgometerConnected: boolean;
  /** Whether a start request is running. */
  isBusy?: boolean;
  /** In the place of Begin, which has been removed. */
  takesFocus: boolean;
  push: Push;
  notice: string | null;
  onPush: () => void;
  /** False for a text that can only be set by hand: `onPush` says so without an ergometer too. */
  pushNeedsErgometer?: boolean;
  onStart: () => void;
  onCancel: () => void;
};

/** What to do before the first stroke of an item, with the buttons for it. */
export function Instructions(props: InstructionsProps) {
  const { workout, isErgometerConnected, isBusy = false, push, notice, onPush, onStart, onCancel } = props;
  const { takesFocus, pushNeedsErgometer = true } = props;
  const ref = useRef<HTMLDivElement>(null);
  // The instructions, not a button: a held key would press it.
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);

  const withErgometer = (act: () => void) => () => {
    if (isErgometerConnected) act();
    else showErrorToast('Connect your ergometer before starting a workout.', { action: connectAction });
  };
  return (
    <div ref={ref} role="group" aria-label="Instructions" tabIndex={-1} className={styles.instructions}>
      <ol>
        <li>Set up {workout} on your monitor.</li>
        <li>{isErgometerConnected ? 'Your erg is connected.' : 'Connect your erg.'}</li>
        <li>Row: your first stroke starts the workout, as Start Workout does.</li>
      </ol>
      <div role="status" className={styles.status}>
        {push.kind !== 'none' && <p data-push={push.kind}>{push.words}</p>}
        {notice !== null && push.kind !== 'busy' && <p data-push="notice">{notice}</p>}
      </div>
      {push.kind === 'failed' && (
        <section aria-label="Set it by hand" className={styles.byHand}>
          <h3>Set it by hand</h3>
          <ol>
            {push.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      <div className={styles.actions}>
        <Button
          size="touch"
          look="primary"
          isBusy={isBusy}
          aria-disabled={push.kind === 'busy'}
          onClick={push.kind === 'busy' ? undefined : withErgometer(onStart)}
        >
          Start Workout
        </Button>
        <Button
          size="touch"
          isBusy={push.kind === 'busy'}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : pushNeedsErgometer ? withErgometer(onPush) : onPush}
        >
          Push workout to my erg
        </Button>
        <Button size="touch" look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
