import type { PastActivity } from '@boathouse/contract/activities/past';
import { formatDuration, formatPace } from '@boathouse/workout/pace';
import { formatDistance } from '../../lib/format.ts';
import { Readout } from '../../ui/readout.tsx';
import { PaceLine } from '../activities/index.ts';
import { mainFigureOf, type FigureName } from './main-figure.ts';
import styles from './result-figures.module.css';

type Figure = { label: string; value: string | null; unit?: string };

function figuresOf({ distance, elapsedTime, averagePace }: PastActivity): Record<FigureName, Figure> {
  const [meters = null, unit = 'm'] = formatDistance(distance).split(' ');
  return {
    time: { label: 'Time', value: formatDuration(elapsedTime) },
    distance: { label: 'Distance', value: meters, unit },
    pace: { label: 'Average pace', value: formatPace(averagePace), unit: '/500 m' },
  };
}

/** The figures of a result: one large, by its kind, beside the line of its paces, and the others small. */
export function ResultFigures({ activity, isSmall }: { activity: PastActivity; isSmall: boolean }) {
  const figures = figuresOf(activity);
  const main = mainFigureOf(activity);
  const { strokeRate } = activity;
  return (
    <div className={styles.figures} data-small={isSmall}>
      <dl className={styles.main}>
        <Readout {...figures[main]} size="large" />
      </dl>
      <PaceLine activity={activity} className={styles.line} />
      <dl className={styles.others}>
        {(['time', 'distance', 'pace'] as const)
          .filter((name) => name !== main)
          .map((name) => (
            <Readout key={name} {...figures[name]} />
          ))}
        <Readout label="Stroke rate" value={strokeRate === null ? null : `${strokeRate}`} unit="spm" />
      </dl>
    </div>
  );
}
