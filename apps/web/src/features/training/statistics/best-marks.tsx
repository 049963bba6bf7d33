import type { PersonalBest, RankedPiece } from '@boathouse/contract/statistics';
import styles from './best-marks.module.css';
import { pieceNames } from './ranked-pieces.ts';

/** Marks the personal bests that were set with an activity. */
export function BestMarks({ activityId, bests }: { activityId: string; bests: readonly PersonalBest[] }) {
  const own = bests.filter(({ activity }) => activity === activityId);
  return <PieceMarks pieces={own.map(({ piece }) => piece)} />;
}

/** Marks the pieces in which an activity is its athlete's best. */
export function PieceMarks({ pieces }: { pieces: readonly RankedPiece[] }) {
  return pieces.map((piece) => (
    <span key={piece} className={styles.mark}>
      Personal best {pieceNames[piece]}
    </span>
  ));
}
