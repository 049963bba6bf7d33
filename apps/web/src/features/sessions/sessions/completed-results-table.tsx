import type { ListedActivity } from '@boathouse/contract/activities';
import { figuresOn, formatPaceOn, knownMeters } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { useState } from 'react';
import { formatDistance, formatWorkout } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Empty } from '../../../ui/states.tsx';
import { figureCell, SortHeader, Table } from '../../../ui/table.tsx';
import { ReopenAction } from '../../rowing/room/index.ts';
import {
  firstDirection,
  firstOrder,
  PartialMark,
  rankedResults,
  resultColumns,
  SourceMark,
  sourceWords,
  StartMark,
  targetsKept,
  WorkoutTitle,
  type ResultColumn,
  type ResultOrder,
} from '../../training/activities/index.ts';
import styles from './completed-results-table.module.css';
import { AthleteLink } from '../../people/users/index.ts';

const labels: Record<ResultColumn, string> = {
  name: 'Name',
  averagePace: 'Average pace',
  distance: 'Distance',
  strokeRate: 'Stroke rate',
  elapsedTime: 'Elapsed time',
};

type Cell = {
  column: ResultColumn;
  value: string;
  /**
   * Shown beside the value if the columns have no headings: on a phone. Absent if the value needs none, or has its own.
   */
  unit?: string | undefined;
};

/** Returns the figures of a result. The columns have rowing's units: another unit is in the value. */
function cellsOf({ machine, averagePace, distance, elapsedTime, strokeRate }: ListedActivity): Cell[] {
  const [own, usual] = [figuresOn(machine), figuresOn('rower')];
  const withUnit = (column: ResultColumn, value: string, unit: 'paceUnit' | 'rateUnit'): Cell =>
    own[unit] === usual[unit]
      ? { column, value, unit: value === '–' ? undefined : own[unit] }
      : { column, value: `${value} ${own[unit]}` };
  return [
    withUnit('averagePace', formatPaceOn(machine, averagePace), 'paceUnit'),
    { column: 'distance', value: formatDistance(knownMeters(distance, elapsedTime)) },
    withUnit('strokeRate', `${strokeRate ?? '–'}`, 'rateUnit'),
    { column: 'elapsedTime', value: formatDuration(elapsedTime) },
  ];
}

type CompletedResultsTableProps = {
  workout: string;
  /** Completed activities of one workout item. */
  results: readonly ListedActivity[];
  viewerId: string;
  /** Whether the viewer may put a result back in progress. */
  mayReopen?: (result: ListedActivity) => boolean;
};

export function CompletedResultsTable({ workout, results, viewerId, mayReopen }: CompletedResultsTableProps) {
  const [order, setOrder] = useState<ResultOrder>(() => firstOrder(workout));

  function sortBy(column: ResultColumn) {
    setOrder(
      order.column === column
        ? { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
        : { column, direction: firstDirection(column) },
    );
  }

  const { sorted, of } = rankedResults(workout, results, order);
  const gapOf = (result: ListedActivity, column: ResultColumn) => {
    const standing = of.get(result._id);
    const gap = column === standing?.decides ? standing.gap : null;
    return gap && <span className={styles.gap}>{gap}</span>;
  };

  const decidesOf = (result: ListedActivity) =>
    of.get(result._id)?.decides ?? firstOrder(result.workout).column;

  if (results.length === 0) {
    return (
      <Empty>
        <p>No results yet.</p>
      </Empty>
    );
  }
  return (
    <div className={styles.results}>
      <Table caption={`Results: ${formatWorkout(workout)}`}>
        <thead>
          <tr>
            {resultColumns.map((column) => (
              <SortHeader
                key={column}
                isFigure={column !== 'name'}
                direction={order.column === column ? order.direction : null}
                onSort={() => sortBy(column)}
              >
                {labels[column]}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((result) => {
            const source = result.summary && sourceWords[result.summary.source];
            return (
              <tr key={result._id} data-self={result.user._id === viewerId}>
                <th scope="row">
                  <span className={styles.athlete}>
                    <span className={styles.rank}>{of.get(result._id)?.rank ?? '–'}</span>
                    <Avatar name={result.user.displayName} imageURL={result.user.iconURL} />
                    <AthleteLink athlete={result.user} />
                    {result.isPartial && <PartialMark />}
                    <SourceMark activity={result} />
                    <StartMark startOffset={result.startOffset} />
                    <span className={styles.more}>
                      <WorkoutTitle activityId={result._id}>{result.workout}</WorkoutTitle>
                      {source !== null && <span>{source}</span>}
                      {targetsKept(result.workout, result.summary).map((words) => (
                        <span key={words}>{words}</span>
                      ))}
                      {mayReopen?.(result) && <ReopenAction activity={result} />}
                    </span>
                  </span>
                </th>
                {cellsOf(result).map(({ column, value, unit }) => (
                  <td
                    key={column}
                    className={figureCell}
                    data-decides={column === decidesOf(result)}
                    data-unit={unit}
                  >
                    {value}
                    {gapOf(result, column)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
