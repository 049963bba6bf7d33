import type { PastActivity } from '@boathouse/contract/activities/past';
import { figuresOn } from '@boathouse/workout/machine';
import { Readout } from '../../../ui/readout.tsx';
import { figuresOf, mainFigureOf, PaceLine } from '../../training/activities/index.ts';
import styles from './result-figures.module.css';

/** The figures of a result: a large one, depending on its kind, beside the line of its paces, and small ones. */
export function ResultFigures({ activity, isSmall }: { activity: PastActivity; isSmall: boolean }) {
  const figures = figuresOf(activity);
  const main = mainFigureOf(activity);
  const { strokeRate } = activity;
  const { rateName, rateUnit } = figuresOn(activity.machine);
  return (
    <div className={styles.figures} data-small={isSmall}>
      <dl className={styles.main}>
        <Readout {...figures[main]} size="large" />
      </dl>
      <PaceLine activity={activity} className={styles.line} />
      <dl className={styles.others}>
        {(['time', 'distance', 'pace'] as const)
          // Over 500 m the pace is the time.
          .filter((name) => name !== main && !(name === 'pace' && figures.pace.value === figures[main].value))
          .map((name) => (
            <Readout key={name} {...figures[name]} />
          ))}
        <Readout label={rateName} value={strokeRate === null ? null : `${strokeRate}`} unit={rateUnit} />
      </dl>
    </div>
  );
}
