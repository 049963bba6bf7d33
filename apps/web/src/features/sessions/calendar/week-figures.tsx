import { inWords, metersFigure, timeFigure } from '../../training/statistics/index.ts';
import type { WeekTotal } from './calendar-month.ts';
import styles from './week-figures.module.css';

/** The totals of a week: `24,500 m, 1 h 58 min`. */
export function WeekFigures({ total: { meters, timeSec } }: { total: WeekTotal }) {
  return (
    <span className={styles.figures}>
      <strong>{inWords(metersFigure(meters))}</strong>, {inWords(timeFigure(timeSec))}
    </span>
  );
}
