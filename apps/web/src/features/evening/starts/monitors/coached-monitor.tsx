import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useFocusAfter } from '../../../../ui/use-focus-after.ts';
import { useErg } from '../../../rowing/erg/index.ts';
import styles from './coached-monitor.module.css';
import { useMonitorConsent } from './monitor-consent.ts';
import { useCoachedMonitor, type CoachedMonitorFacts } from './use-coached-monitor.ts';

export type CoachedMonitorProps = Omit<CoachedMonitorFacts, 'isAllowed'>;

/** Asks the athlete whether those who run the session may set the monitor, says when they have, and takes it back. */
export function CoachedMonitor(props: CoachedMonitorProps) {
  const { state, isSimulated } = useErg();
  const consent = useMonitorConsent(props.room.id, props.userId);
  const { asked, said, allow, decline } = useCoachedMonitor({ ...props, isAllowed: consent.isGiven });
  const ref = useRef<HTMLElement>(null);
  useFocusAfter(asked !== null, ref);
  const isAllowedShown = consent.isGiven && state === 'connected' && !isSimulated;
  const isEmpty = asked === null && said === null && !isAllowedShown;

  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Your monitor"
      className={styles.part}
      data-asks={asked !== null}
      data-empty={isEmpty}
    >
      {/* Stays when it is empty, so that screen readers hear what comes into it. */}
      <div role="status" className={styles.words}>
        {asked !== null && (
          <>
            <p className={styles.question}>
              {asked.sender.displayName} wants to set the monitors of this session
            </p>
            <p>
              Yours would be set to {asked.workout} now, and to later items when the coach says so. Never
              while you row.
            </p>
          </>
        )}
        {said !== null && (
          <p data-failure={said.isFailure}>
            {said.words}
            {said.isFailure && ' Press Begin, then Push workout to my erg, or set it by hand.'}
          </p>
        )}
        {asked === null && said === null && isAllowedShown && <p>The coach may set your monitor.</p>}
      </div>
      {asked !== null && (
        <div className={styles.actions}>
          <Button
            size="touch"
            look="primary"
            onClick={() => {
              consent.set(true);
              allow();
            }}
          >
            Let the coach set my monitor
          </Button>
          <Button size="touch" look="quiet" onClick={decline}>
            Not now
          </Button>
        </div>
      )}
      {asked === null && isAllowedShown && (
        <Button look="quiet" onClick={() => consent.set(false)}>
          Don't let the coach set it
        </Button>
      )}
    </section>
  );
}
