import type { StatisticsPeriod } from '@boathouse/contract/statistics';
import { Readout } from '../../../ui/readout.tsx';
import { caloriesFigure, inWords, metersFigure, timeFigure, type Figure } from './figures.ts';
import styles from './overview-cards.module.css';
import { overviewOfPeriod, wordsOfBefore } from './periods.ts';
import type { GeneralStatistics } from '@boathouse/contract/statistics';

const cards: {
  key: 'meters' | 'time' | 'calories';
  label: string;
  figureOf: (value: number) => Figure;
}[] = [
  { key: 'meters', label: 'Meters', figureOf: metersFigure },
  { key: 'time', label: 'Time', figureOf: timeFigure },
  { key: 'calories', label: 'Calories', figureOf: caloriesFigure },
];

/** Returns whether nothing has counted in a year, nor in the year before. */
export function isWithoutMeters({ aggregate, delta }: GeneralStatistics): boolean {
  return aggregate.yearTime === 0 && delta.yearTime === 0;
}

/** Meters, time and calories of a period, with the difference to the previous period. */
export function OverviewCards({
  overview,
  period,
}: {
  overview: GeneralStatistics;
  period: StatisticsPeriod;
}) {
  const figures = overviewOfPeriod(overview, period);
  // Against a period without a row, any row would be progress.
  const isComparable = figures.time.value !== figures.time.delta;
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
            {isComparable && (
              <Comparison {...figures[key]} figureOf={figureOf} before={wordsOfBefore[period]} />
            )}
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
  // A difference below the unit of the value is shown as none.
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
