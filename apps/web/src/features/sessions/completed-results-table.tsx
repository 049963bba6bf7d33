import type { ListedActivity } from '@boathouse/contract/activities';
import { formatDuration, formatPace } from '@boathouse/workout/pace';
import { useState } from 'react';
import { formatDistance } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Empty } from '../../ui/states.tsx';
import { figureCell, SortHeader, Table } from '../../ui/table.tsx';
import { ReopenAction } from '../room/index.ts';
import { PartialMark, SimulatedMark, StartMark, targetsKept, WorkoutTitle } from '../activities/index.ts';
import {
  firstDirection,
  firstOrder,
  resultColumns,
  sortResults,
  sourceWords,
  type ResultColumn,
  type ResultOrder,
} from './completed-results.ts';
import styles from './completed-results-table.module.css';
import { AthleteLink } from '../follows/index.ts';

const labels: Record<ResultColumn, string> = {
  name: 'Name',
  averagePace: 'Average pace',
  distance: 'Distance',
  strokeRate: 'Stroke rate',
  elapsedTime: 'Elapsed time',
};

type CompletedResultsTableProps = {
  workout: string;
  /** Completed activities of one workout item. */
  results: readonly ListedActivity[];
  /** Whether the viewer may put a result back in progress. */
  mayReopen?: (result: ListedActivity) => boolean;
};

export function CompletedResultsTable({ workout, results, mayReopen }: CompletedResultsTableProps) {
  const [order, setOrder] = useState<ResultOrder>(() => firstOrder(workout));

  function sortBy(column: ResultColumn) {
    setOrder(
      order.column === column
        ? { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
        : { column, direction: firstDirection(column) },
    );
  }

  if (results.length === 0) {
    return (
      <Empty>
        <p>No results yet.</p>
      </Empty>
    );
  }
  return (
    <div className={styles.results}>
      <Table caption={`Results: ${workout}`}>
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
          {sortResults(results, order).map((result) => (
            <tr key={result._id}>
              <th scope="row">
                <span className={styles.athlete}>
                  <Avatar name={result.user.displayName} imageURL={result.user.iconURL} />
                  <AthleteLink athlete={result.user} />
                  {result.isPartial && <PartialMark />}
                  {result.isSimulated && <SimulatedMark />}
                  <StartMark startOffset={result.startOffset} />
                  <span className={styles.more}>
                    <WorkoutTitle activityId={result._id}>{workout}</WorkoutTitle>
                    {result.summary && <span>{sourceWords[result.summary.source]}</span>}
                    {targetsKept(workout, result.summary).map((words) => (
                      <span key={words}>{words}</span>
                    ))}
                    {mayReopen?.(result) && <ReopenAction activity={result} />}
                  </span>
                </span>
              </th>
              <td className={figureCell}>{formatPace(result.averagePace)}</td>
              <td className={figureCell}>{formatDistance(result.distance, 1)}</td>
              <td className={figureCell}>{result.strokeRate ?? '–'}</td>
              <td className={figureCell}>{formatDuration(result.elapsedTime)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
