import type { Nudged } from '@boathouse/contract/live/nudges';
import { useEffect, useState } from 'react';
import styles from './nudge.module.css';
import { useNudges } from './use-nudges.ts';

const shownForMs = 8_000;

/**
 * The newest nudge for this row, large for some seconds, instead of the line above the figures. The voice speaks it.
 */
export function Nudge({ activityId }: { activityId: string }) {
  const [nudge, setNudge] = useState<Nudged | null>(null);
  useNudges(activityId, setNudge);
  useEffect(() => {
    if (nudge === null) return;
    const timer = setTimeout(() => setNudge(null), shownForMs);
    return () => clearTimeout(timer);
  }, [nudge]);
  const shown = nudge?.activity === activityId ? nudge : null;
  return (
    <div role="group" aria-label="Nudge" className={styles.place}>
      {shown !== null && (
        <p className={styles.nudge}>
          <span className={styles.sender}>{shown.sender.displayName}</span>{' '}
          <strong dir="auto">{shown.text}</strong>
        </p>
      )}
    </div>
  );
}
