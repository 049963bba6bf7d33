import type { Activity, WorkoutSummary } from '@boathouse/contract/activities';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../../lib/format.ts';
import { figureCell, Table } from '../../../../ui/table.tsx';
import { splitRowsOf } from './split-rows.ts';
import styles from './splits-table.module.css';

type SplitsTableProps = {
  activity: Pick<Activity, 'distance' | 'elapsedTime' | 'averagePace' | 'machine' | 'workout'>;
  summary: WorkoutSummary;
};

/** The splits of a single piece or the intervals of a workout, with their rests, and the total. */
export function SplitsTable({ activity, summary }: SplitsTableProps) {
  const { splits } = summary;
  const { machine } = activity;
  const { paceUnit, rateUnit } = figuresOn(machine);
  const hasRests = splits.some(({ restTime }) => restTime > 0);
  const hasHeart = splits.some(({ heartRate }) => heartRate);
  const paces = splits.flatMap(({ averagePace }) => averagePace ?? []);
  const fastest = paces.length > 1 ? Math.min(...paces) : null;
  const rows = splitRowsOf(activity, summary);
  const notHeard = rows.filter(({ split, isDerived }) => split === null || isDerived);
  const table = (
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
        {rows.map(({ number, split, isDerived }) => {
          const isFastest = split !== null && !isDerived && split.averagePace === fastest;
          return (
            <tr
              key={number}
              className={styles.split}
              data-fastest={isFastest}
              data-heard={split !== null && !isDerived}
            >
              <th scope="row">{number}</th>
              <td className={figureCell}>{split === null ? '–' : formatDistance(split.distance)}</td>
              <td className={figureCell}>{split === null ? '–' : formatDuration(split.time)}</td>
              <td className={figureCell}>
                {formatPaceOn(machine, split?.averagePace ?? null)}
                {isFastest && <span className="visually-hidden"> fastest</span>}
              </td>
              <td className={figureCell}>{split?.strokeRate ?? '–'}</td>
              {hasHeart && <td className={figureCell}>{split?.heartRate || '–'}</td>}
              {hasRests && (
                <td className={`${figureCell} ${styles.rest}`}>
                  {split !== null && split.restTime > 0 ? formatDuration(split.restTime) : '–'}
                </td>
              )}
            </tr>
          );
        })}
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
  if (notHeard.length === 0) return table;
  return (
    <>
      {table}
      <p className={styles.note}>{notHeardWords(notHeard)}</p>
    </>
  );
}

function notHeardWords(rows: ReturnType<typeof splitRowsOf>): string {
  const numbers = rows.map(({ number }) => number).join(', ');
  const [first] = rows;
  if (rows.length === 1 && first?.isDerived) {
    return `${numbers} was not heard: its distance, time and pace are what the others leave of the whole.`;
  }
  return rows.length === 1 ? `${numbers} was not heard.` : `${numbers} were not heard.`;
}
