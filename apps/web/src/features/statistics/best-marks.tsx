import type { PersonalBest } from '@boathouse/contract/statistics';
import styles from './best-marks.module.css';
import { pieceNames } from './ranked-pieces.ts';

/** Marks the personal bests that were set with an activity. */
export function BestMarks({ activityId, bests }: { activityId: string; bests: readonly PersonalBest[] }) {
  return bests
    .filter(({ activity }) => activity === activityId)
    .map(({ piece }) => (
      <span key={piece} className={styles.mark}>
        Personal best {pieceNames[piece]}
      </span>
    ));
}
