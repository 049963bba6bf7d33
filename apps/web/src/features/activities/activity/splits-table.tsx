import type { Activity, WorkoutSummary } from '@boathouse/contract/activities';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../lib/format.ts';
import { figureCell, Table } from '../../../ui/table.tsx';
import styles from './splits-table.module.css';

type SplitsTableProps = {
  activity: Pick<Activity, 'distance' | 'elapsedTime' | 'averagePace' | 'machine'>;
  summary: WorkoutSummary;
};

/** The splits of a single piece or the intervals of a workout, with their rests, and the whole row. */
export function SplitsTable({ activity, summary }: SplitsTableProps) {
  const { splits } = summary;
  const { machine } = activity;
  const { paceUnit, rateUnit } = figuresOn(machine);
  const hasRests = splits.some(({ restTime }) => restTime > 0);
  const hasHeart = splits.some(({ heartRate }) => heartRate);
  const paces = splits.flatMap(({ averagePace }) => averagePace ?? []);
  const fastest = paces.length > 1 ? Math.min(...paces) : null;
  return (
    <Table caption={hasRests ? 'Intervals' : 'Splits'}>
      <thead>
        <tr>
          <th scope="col">
            <span aria-hidden="true">#</span>
            <span className="visually-hidden">{hasRests ? 'Interval' : 'Split'}</span>
          </th>
          {[
            'Distance',
            'Time',
            paceUnit === '/500 m' ? 'Pace' : `Pace ${paceUnit}`,
            rateUnit === 'spm' ? 'Rate' : rateUnit,
            ...(hasHeart ? ['HR'] : []),
            ...(hasRests ? ['Rest'] : []),
          ].map((name) => (
            <th key={name} scope="col" className={figureCell}>
              {name === 'HR' ? <abbr title="Heart rate">HR</abbr> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {splits.map((split, index) => (
          <tr key={index} className={styles.split} data-fastest={split.averagePace === fastest}>
            <th scope="row">{index + 1}</th>
            <td className={figureCell}>{formatDistance(split.distance)}</td>
            <td className={figureCell}>{formatDuration(split.time)}</td>
            <td className={figureCell}>
              {formatPaceOn(machine, split.averagePace)}
              {split.averagePace === fastest && <span className="visually-hidden"> fastest</span>}
            </td>
            <td className={figureCell}>{split.strokeRate ?? '–'}</td>
            {hasHeart && <td className={figureCell}>{split.heartRate || '–'}</td>}
            {hasRests && (
              <td className={`${figureCell} ${styles.rest}`}>
                {split.restTime > 0 ? formatDuration(split.restTime) : '–'}
              </td>
            )}
          </tr>
        ))}
        <tr className={styles.whole}>
          <th scope="row">All</th>
          <td className={figureCell}>{formatDistance(activity.distance)}</td>
          <td className={figureCell}>{formatDuration(activity.elapsedTime)}</td>
          <td className={figureCell}>{formatPaceOn(machine, activity.averagePace)}</td>
          <td className={figureCell}>{summary.averageStrokeRate ?? '–'}</td>
          {hasHeart && <td className={figureCell}>{summary.averageHeartRate || '–'}</td>}
          {hasRests && (
            <td className={`${figureCell} ${styles.rest}`}>
              {formatDuration(splits.reduce((sum, { restTime }) => sum + restTime, 0))}
            </td>
          )}
        </tr>
      </tbody>
    </Table>
  );
}
