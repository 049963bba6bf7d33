import { formatDistance, formatDuration, formatPace } from '@boathouse/workout/pace';
import type { RowPhase } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import { memo, type ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Empty } from '../../ui/states.tsx';
import { figureCell, Table } from '../../ui/table.tsx';
import { SimulatedMark, WorkoutTitle } from '../activities/index.ts';
import styles from './live-activity-table.module.css';

type LiveActivityTableProps = {
  /** The workout item that these athletes row. */
  workout: string;
  rowCount: number;
  /** `LiveActivityRow`s. Each subscribes by itself, so that a sample renders one row, not the table. */
  children: ReactNode;
};

export function LiveActivityTable({ workout, rowCount, children }: LiveActivityTableProps) {
  if (rowCount === 0) {
    return (
      <Empty>
        <p>No one is rowing this yet.</p>
      </Empty>
    );
  }
  return (
    <Table caption={`Rowing now: ${workout}`}>
      <thead>
        <tr>
          <th scope="col">Athlete</th>
          <th scope="col" className={figureCell}>
            Distance
          </th>
          <th scope="col" className={figureCell}>
            Elapsed time
          </th>
          <th scope="col" className={figureCell}>
            Pace
          </th>
          <th scope="col" className={figureCell}>
            Average pace
          </th>
          <th scope="col" className={figureCell}>
            Stroke rate
          </th>
          <th scope="col" className={figureCell}>
            Heart rate
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

export type LiveActivityRowProps = {
  athlete: UserRef;
  /** Whether this is the viewer's row. */
  isSelf: boolean;
  workoutTitle: string;
  elapsedSec: number;
  distanceM: number;
  /** Seconds per 500 m. */
  paceSec: number | null;
  averagePaceSec: number | null;
  strokeRateSpm: number;
  heartRateBpm: number | null;
  isSimulated: boolean;
  /** The athlete's current phase; null before the first sample. */
  phase: RowPhase | null;
  /**
   * Seconds without a sample from this athlete, once stale; 'unknown' if this page has received none; null while
   * samples arrive.
   */
  silence: number | 'unknown' | null;
  /** What the viewer can do about this row. */
  actions?: ReactNode;
};

const phaseWords: Record<RowPhase, string> = {
  waiting: 'Ready',
  rowing: 'Rowing',
  resting: 'Resting',
  paused: 'Paused',
  ending: 'Finishing',
  finished: 'Finished',
};

/** `95 s`, and minutes from the second on. */
const formatSilence = (sec: number) => (sec < 120 ? `${sec} s` : `${Math.floor(sec / 60)} min`);

/** Memoised: renders only when one of its props changes; all are primitive, unless the row has actions. */
export const LiveActivityRow = memo(function LiveActivityRow(props: LiveActivityRowProps) {
  const { athlete, silence, heartRateBpm } = props;
  return (
    <tr className={styles.row} data-self={props.isSelf} data-stale={silence !== null}>
      <th scope="row">
        <div className={styles.athlete}>
          <Avatar name={athlete.displayName} imageURL={athlete.iconURL} size={36} />
          <div>
            <span className={styles.name}>
              {athlete.displayName}
              {props.isSelf && ' (you)'}
              {props.isSimulated && <SimulatedMark />}
            </span>
            <WorkoutTitle>{props.workoutTitle}</WorkoutTitle>
            {silence === null ? (
              <span className={styles.phase}>{props.phase === null ? null : phaseWords[props.phase]}</span>
            ) : (
              <span className={styles.silence}>
                {silence === 'unknown' ? 'No signal' : `No signal for ${formatSilence(silence)}`}
              </span>
            )}
            {props.actions}
          </div>
        </div>
      </th>
      <td className={figureCell}>{formatDistance(props.distanceM)}</td>
      <td className={figureCell}>{formatDuration(props.elapsedSec)}</td>
      <td className={`${figureCell} ${styles.pace}`}>{formatPace(props.paceSec)}</td>
      <td className={figureCell}>{formatPace(props.averagePaceSec)}</td>
      <td className={figureCell}>{props.strokeRateSpm}</td>
      <td className={figureCell}>{heartRateBpm ?? '–'}</td>
    </tr>
  );
});
