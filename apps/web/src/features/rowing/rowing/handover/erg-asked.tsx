import { ErgAskedSchema, liveEvents } from '@boathouse/contract/live';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useErg } from '../../erg/index.ts';
import { useRooms } from '../../room/index.ts';
import styles from './erg-asked.module.css';

/** The other device repeats its request every 5 s while its athlete waits there. */
const waitsForMs = 12_000;

/**
 * Offers to release the erg while another device of the athlete requests it. The row stays here until that device has
 * the erg.
 */
export function ErgAsked({ activityId }: { activityId: string }) {
  const { onEvent } = useRooms();
  const { state, silentSinceMs, lend } = useErg();
  const [isAsked, setIsAsked] = useState(false);
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent(liveEvents.ergAsked, ErgAskedSchema, ({ activity }) => {
      if (activity !== activityId) return;
      setIsAsked(true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setIsAsked(false);
        setIsKept(false);
      }, waitsForMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onEvent, activityId]);
  // A silent erg reconnects every few seconds: the question stays below the athlete's finger.
  const hasErg = state === 'connected' || silentSinceMs !== null;
  if (!isAsked || isKept || !hasErg) return null;
  return (
    <div role="group" aria-label="Your other device" className={styles.asked}>
      <p role="status">You want to go on with this on your other device. It needs the erg.</p>
      <Button size="touch" look="primary" onClick={lend}>
        Let the erg go
      </Button>
      <Button size="touch" onClick={() => setIsKept(true)}>
        Keep it here
      </Button>
    </div>
  );
}
