import { limits } from '@boathouse/contract/limits';
import { formatDuration } from '@boathouse/workout/pace';
import styles from './source-mark.module.css';

/** The countdown is right within 0.1 s, and a first stroke is never recorded too early. */
const earlySec = 0.3;
/**
 * A first stroke within this time is a start with the others. A later one counts in ranks at equal time, and is
 * shown.
 */
const lateSec = 2;
/** Below this, tenths are shown: so close to GO they are a boat's length. */
const tenthsUpToSec = 10;

/** Returns 'early', 'late 4.0 s', 'late 1:20', or null for an athlete who started with the others; `startOffset` as in an activity. */
export function startWords(startOffset: number | null): string | null {
  // Results of earlier versions have offsets of up to an hour before the start.
  if (startOffset === null || startOffset < -limits.earlyStartMs / 1000) return null;
  if (startOffset < -earlySec) return 'early';
  if (startOffset < lateSec) return null;
  if (startOffset < tenthsUpToSec) return `late ${(Math.floor(startOffset * 10) / 10).toFixed(1)} s`;
  return `late ${formatDuration(Math.floor(startOffset)).replace(/\.0$/, '')}`;
}

/** Marks an athlete who started before or after the common start. */
export function StartMark({ startOffset }: { startOffset: number | null }) {
  const words = startWords(startOffset);
  return words === null ? null : <span className={styles.mark}>{words}</span>;
}
