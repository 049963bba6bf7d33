import { machineNames } from '@boathouse/contract/activities/machine';
import { memo, type CSSProperties } from 'react';
import { formatWorkout } from '../../../lib/format.ts';
import styles from './board-page.module.css';
import type { BoardLine } from './board-standings.ts';

/** Lines of one column that can be read from 5 m on a television. */
const linesPerColumn = 12;
const columnsMax = 3;

type BoardLinesProps = {
  lines: readonly BoardLine[];
  isLive: boolean;
  workout: string;
  /** A few lines are as high as if there were this many. */
  rowsMin?: number;
};

/** All athletes of a workout by rank, as large as the screen allows. */
export function BoardLines({ lines, isLive, workout, rowsMin = 4 }: BoardLinesProps) {
  const columns = Math.min(columnsMax, Math.ceil(lines.length / linesPerColumn));
  const rows = Math.max(rowsMin, Math.ceil(lines.length / columns));
  const sizes: CSSProperties & Record<`--${string}`, number> = {
    '--board-rows': rows,
    '--board-columns': columns,
    '--board-portrait-rows': Math.max(2, lines.length),
  };
  return (
    <ol
      aria-label={`Ranking: ${formatWorkout(workout)}`}
      className={styles.lines}
      data-live={isLive}
      data-many={columns > 1}
      data-few={lines.length <= 4}
      style={sizes}
    >
      {lines.map((line) => (
        <Line key={line.id} {...line} />
      ))}
    </ol>
  );
}

/** Memoised: renders only when its content changes. */
const Line = memo(function Line(props: BoardLine) {
  const { rank, name, position, progress, pace, state, machine, isSimulated, otherWorkout } = props;
  return (
    <li className={styles.line} data-state={state}>
      <span
        className={styles.bar}
        style={{ transform: `translateX(${((position - 1) * 100).toFixed(1)}%)` }}
      />
      <span className={styles.rank}>{rank ?? '–'}</span>
      <span className={styles.name} dir="auto">
        {name}
        {machine !== 'rower' && <small> {machineNames[machine]}</small>}
        {isSimulated && <small> simulated</small>}
        {otherWorkout !== null && <small> {otherWorkout}</small>}
      </span>
      <span className={styles.progress}>{progress}</span>
      <span className={styles.pace}>{pace}</span>
    </li>
  );
});
