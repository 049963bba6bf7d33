import { liveEvents } from '@boathouse/contract/live';
import { NudgedSchema, type Nudged } from '@boathouse/contract/live/nudges';
import { useEffect, useState } from 'react';
import { useRooms } from '../../room/index.ts';
import styles from './nudge.module.css';

const shownForMs = 8_000;

/** The newest nudge for this row, large for some seconds, in place of the line above the figures. */
export function Nudge({ activityId }: { activityId: string }) {
  const { onEvent } = useRooms();
  const [nudge, setNudge] = useState<Nudged | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent(liveEvents.nudged, NudgedSchema, (nudged) => {
      if (nudged.activity !== activityId) return;
      setNudge(nudged);
      clearTimeout(timer);
      timer = setTimeout(() => setNudge(null), shownForMs);
    });
    return () => {
      clearTimeout(timer);
      setNudge(null);
      stop();
    };
  }, [onEvent, activityId]);
  return (
    <div role="status" aria-label="Nudge" className={styles.place}>
      {nudge !== null && (
        <p className={styles.nudge}>
          <span className={styles.sender}>{nudge.sender.displayName}</span>{' '}
          <strong dir="auto">{nudge.text}</strong>
        </p>
      )}
    </div>
  );
}
