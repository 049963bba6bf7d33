import { Readout } from '../../../ui/readout.tsx';
import { caloriesFigure, inWords, metersFigure, timeFigure, type Figure } from './figures.ts';
import styles from './overview-cards.module.css';
import type { OverviewFigures } from './periods.ts';

const cards: {
  key: 'meters' | 'time' | 'calories';
  label: string;
  figureOf: (value: number) => Figure;
}[] = [
  { key: 'meters', label: 'Meters', figureOf: metersFigure },
  { key: 'time', label: 'Time', figureOf: timeFigure },
  { key: 'calories', label: 'Calories', figureOf: caloriesFigure },
];

/**
 * Meters, time and calories of a period, with the difference from `before`, a period as text; null shows no comparison.
 */
export function OverviewCards({ figures, before }: { figures: OverviewFigures; before: string | null }) {
  // Against a period without a row, any row would be progress.
  const isComparable = before !== null && figures.time.value !== figures.time.delta;
  return (
    <ul className={styles.cards}>
      {cards.map(({ key, label, figureOf }) => {
        const [first, more] = figureOf(figures[key].value);
        return (
          <li key={key} className={styles.card}>
            <dl>
              <Readout
                label={figures[key].missing > 0 ? `${label}, at least` : label}
                size="large"
                value={first?.value ?? null}
                unit={first?.unit}
                more={more}
              />
            </dl>
            {isComparable && <Comparison {...figures[key]} figureOf={figureOf} before={before} />}
          </li>
        );
      })}
    </ul>
  );
}

type ComparisonProps = {
  delta: number | null;
  missing: number;
  figureOf: (value: number) => Figure;
  before: string;
};

function Comparison({ delta, missing, figureOf, before }: ComparisonProps) {
  if (delta !== null) {
    return <Delta size={inWords(figureOf(Math.abs(delta)))} sign={Math.sign(delta)} before={before} />;
  }
  const activities = missing === 1 ? '1 activity' : `${missing} activities`;
  return (
    <p className={styles.delta}>
      {missing > 0 ? `Not known of ${activities}` : `Not all known of ${before}`}
    </p>
  );
}

function Delta({ size, sign, before }: { size: string; sign: number; before: string }) {
  // A difference below the unit of the value shows as no difference.
  const direction = sign === 0 || size.startsWith('0 ') ? 'none' : sign > 0 ? 'more' : 'less';
  return (
    <p className={styles.delta} data-direction={direction}>
      <span className="visually-hidden">
        {direction === 'none' ? `as much as in ${before}` : `${size} ${direction} than in ${before}`}
      </span>
      <span aria-hidden="true">
        <strong className={styles.change}>
          {direction !== 'none' && (
            <svg viewBox="0 0 12 12" width="12" height="12">
              <path d={direction === 'more' ? 'M6 2 11 10H1Z' : 'M6 10 1 2h10Z'} fill="currentColor" />
            </svg>
          )}
          {direction === 'none' ? '±' : direction === 'more' ? '+' : '−'}
          {size}
        </strong>{' '}
        vs {before}
      </span>
    </p>
  );
}
