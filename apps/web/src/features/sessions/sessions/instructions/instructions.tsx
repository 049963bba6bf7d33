import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ContinueOnPhone, type WayToErg } from '../../../rowing/rowing/index.ts';
import styles from './instructions.module.css';
import type { Push } from './monitor-workout.ts';
import { withErg } from './start-row.ts';
import { Steps } from './steps.tsx';

/** The athlete's erg before the first stroke, how far it is set to the item, and the presses that set and start it. */
export type ErgSetup = {
  isErgConnected: boolean;
  /** Whether a start request is running. */
  isBusy?: boolean;
  push: Push;
  /** The problem of the monitor's own workout; null without one. */
  notice: string | null;
  /** The monitor waits with the workout, or needs no setting. */
  isMonitorSet?: boolean;
  /** False for a rower of another maker. */
  canBeSet?: boolean;
  /** How this browser connects to an erg; `onConnect` does it, unless that needs another device. */
  way?: WayToErg;
  onConnect: () => void;
  /** Called only with a connected erg, unless `pushNeedsErg` is false. */
  onPush: () => void;
  /** False for a text that can only be set by hand: `onPush` reports this without an erg too. */
  pushNeedsErg?: boolean;
  /** Called only with a connected erg. */
  onStart: () => void;
};

type InstructionsProps = {
  workout: string;
  setup: ErgSetup;
  /** Shown instead of Begin, which has been removed. */
  takesFocus: boolean;
  onCancel: () => void;
  /** Behind the buttons. */
  extra?: ReactNode;
};

/** The steps before the first stroke of an item, with their buttons. */
export function Instructions({ workout, setup, takesFocus, onCancel, extra }: InstructionsProps) {
  const { isErgConnected, isBusy = false, push, notice, onPush, onStart, onConnect } = setup;
  const { pushNeedsErg = true, isMonitorSet = false, canBeSet = true, way = 'bluetooth' } = setup;
  const next = nextStep({
    isErgConnected,
    isMonitorSet: isMonitorSet || !canBeSet,
    push,
    isReadAsPlan: pushNeedsErg,
  });
  const ref = useRef<HTMLDivElement>(null);
  // The instructions, not a button: a held key would press it.
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);

  return (
    <div ref={ref} role="group" aria-label="Instructions" tabIndex={-1} className={styles.instructions}>
      <Steps {...{ workout, isErgConnected, isMonitorSet, canBeSet }} />
      {!isErgConnected && way !== 'bluetooth' && (
        <p>This browser has no Bluetooth, so it can't connect to an erg. {withoutBluetooth[way]}</p>
      )}
      <div role="status" className={styles.status}>
        {push.kind !== 'none' && <p data-push={push.kind}>{push.words}</p>}
        {notice !== null && push.kind !== 'busy' && <p data-push="notice">{notice}</p>}
      </div>
      {push.kind === 'failed' && push.steps.length > 0 && (
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
        {!isErgConnected && way === 'phone' && <ContinueOnPhone look="primary" />}
        {!isErgConnected && (way === 'bluetooth' || way === 'simulated') && (
          <Button size="touch" look="primary" onClick={onConnect}>
            {way === 'bluetooth' ? 'Connect your erg' : 'Use simulated erg'}
          </Button>
        )}
        {canBeSet && (
          <Button
            size="touch"
            look={next === 'push' ? 'primary' : 'plain'}
            isBusy={push.kind === 'busy'}
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : pushNeedsErg ? withErg(isErgConnected, onPush) : onPush}
          >
            Push workout to my erg
          </Button>
        )}
        <Button
          size="touch"
          look={next === 'start' ? 'primary' : 'plain'}
          isBusy={isBusy}
          aria-disabled={push.kind === 'busy'}
          onClick={push.kind === 'busy' ? undefined : withErg(isErgConnected, onStart)}
        >
          Start Workout
        </Button>
        <Button size="touch" look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {extra}
      </div>
    </div>
  );
}

/** The other ways to row, in a browser without Bluetooth. */
const withoutBluetooth: Record<Exclude<WayToErg, 'bluetooth'>, string> = {
  phone: 'Open this page on a phone instead.',
  simulated: 'A simulated erg rows for you; it is never ranked.',
  none: 'Open this page in Chrome or Edge, on a computer or an Android phone.',
};

type Standing = {
  isErgConnected: boolean;
  isMonitorSet: boolean;
  push: Push;
  /** A text that is not a plan can't be pushed. */
  isReadAsPlan: boolean;
};

/** The step whose button is the primary one. */
function nextStep({ isErgConnected, isMonitorSet, push, isReadAsPlan }: Standing) {
  if (!isErgConnected) return 'connect';
  const isByHand = !isReadAsPlan || push.kind === 'failed' || push.kind === 'notSent';
  return isMonitorSet || isByHand ? 'start' : 'push';
}
