import { useRef, useCallback, useState } from 'react';
import { formatWorkout } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { useFocusAfter } from '../../../../ui/use-focus-after.ts';
import { useErg } from '../../../rowing/erg/index.ts';
import styles from './coached-monitor.module.css';
import { useCoachedMonitor, type CoachedMonitorFacts } from './use-coached-monitor.ts';

export type CoachedMonitorProps = Omit<CoachedMonitorFacts, 'isAllowed'>;

/** Asks the athlete whether the session's managers may set the monitor, shows when they have, and can undo it. */
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
      {/* Stays in the page when it is empty, so that screen readers read its new content. */}
      <div role="status" className={styles.words}>
        {asked !== null && (
          <>
            <p className={styles.question}>
              {asked.sender.displayName} wants to set the monitors of this session
            </p>
            <p>
              Yours would be set to {formatWorkout(asked.workout)} now, and to later items when the coach says
              so. Never while you row.
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

type MonitorConsent = { isGiven: boolean; set: (isGiven: boolean) => void };

/**
 * Returns whether the athlete lets the session's managers set the monitor in this session. Stored for this tab, so that
 * a reload does not ask again; without storage, for the page.
 */
function useMonitorConsent(sessionId: string, userId: string): MonitorConsent {
  const key = `monitor-consent ${sessionId}`;
  const [isGiven, setIsGiven] = useState(() => stored(key) === userId);
  const set = useCallback(
    (next: boolean) => {
      setIsGiven(next);
      try {
        if (next) sessionStorage.setItem(key, userId);
        else sessionStorage.removeItem(key);
      } catch {
        // Storage can be disabled; the next page asks again.
      }
    },
    [key, userId],
  );
  return { isGiven, set };
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
