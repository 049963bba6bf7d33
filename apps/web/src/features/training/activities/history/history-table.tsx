/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   The style sheet lays the rows out as blocks on a narrow screen, which takes the table's own roles away. */
import type { ActivitySortField, FoundActivity } from '@boathouse/contract/activities/history';
import type { PersonalBest } from '@boathouse/contract/statistics';
import { figuresOn, formatPaceOn, knownMeters } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import {
  dayOf,
  formatDistance,
  formatShortDate,
  formatShortDayIn,
  formatTime,
  formatWorkout,
  todayIn,
  viewerTimeZone,
} from '../../../../lib/format.ts';
import { figureCell, SortHeader, Table } from '../../../../ui/table.tsx';
import { BestMarks } from '../../statistics/index.ts';
import { Link } from 'react-router';
import { PaceLine } from '../pace-line.tsx';
import { addressOf, type HistorySort } from './history-search.ts';
import styles from './history-table.module.css';
import { NotSentMark } from '../not-sent-mark.tsx';
import { PartialMark } from '../partial-mark.tsx';
import { SessionLink } from '../session-link.tsx';
import { SourceMark } from '../source-mark.tsx';

type HistoryTableProps = {
  activities: readonly FoundActivity[];
  /** The rows that this device keeps until they are sent. */
  unsent: readonly FoundActivity[];
  /** The athlete's personal bests, which are marked. */
  bests: readonly PersonalBest[];
  sort: HistorySort;
  onSort: (field: ActivitySortField) => void;
};

/** On a phone each row has its figures in one line; the roles keep it a table for screen readers. */
export function HistoryTable({ activities, unsent, bests, sort, onSort }: HistoryTableProps) {
  const header = (field: ActivitySortField) => ({
    direction:
      sort.field !== field ? null : sort.isDescending ? ('descending' as const) : ('ascending' as const),
    onSort: () => onSort(field),
  });
  return (
    <Table caption="Past activities">
      <thead className={styles.head}>
        <tr>
          <SortHeader {...header('createdAt')}>Date</SortHeader>
          <th scope="col">Workout</th>
          <SortHeader isFigure {...header('distance')}>
            Distance
          </SortHeader>
          <SortHeader isFigure {...header('elapsedTime')}>
            Time
          </SortHeader>
          <SortHeader isFigure {...header('averagePace')}>
            Average pace
          </SortHeader>
          <th scope="col" className={figureCell}>
            Stroke rate
          </th>
        </tr>
      </thead>
      <tbody>
        {activities.map((activity) => (
          <HistoryRow
            key={activity._id}
            activity={activity}
            isUnsent={unsent.includes(activity)}
            bests={bests}
            sort={sort}
          />
        ))}
      </tbody>
    </Table>
  );
}

/** The columns have rowing's units; a different unit is shown beside its value. */
const withUnit = (value: string, unit: string): string =>
  value === '–' || unit === '/500 m' || unit === 'spm' ? value : `${value} ${unit}`;

type HistoryRowProps = {
  activity: FoundActivity;
  isUnsent: boolean;
  bests: readonly PersonalBest[];
  sort: HistorySort;
};

function HistoryRow({ activity, isUnsent, bests, sort }: HistoryRowProps) {
  const { createdAt, session, title, workout, machine } = activity;
  const { paceUnit, rateName, rateUnit } = figuresOn(machine);
  const timeZone = viewerTimeZone();
  const day = dayOf(createdAt, timeZone);
  const figures = [
    { label: 'Distance', value: formatDistance(knownMeters(activity.distance, activity.elapsedTime)) },
    { label: 'Time', value: formatDuration(activity.elapsedTime) },
    {
      label: 'Average pace',
      value: withUnit(formatPaceOn(machine, activity.averagePace), paceUnit),
      line: <PaceLine activity={activity} className={styles.line} />,
    },
    {
      label: rateName,
      value: withUnit(`${activity.strokeRate ?? '–'}`, rateUnit),
      // `r23` if no column heading names the rate.
      isRate: activity.strokeRate !== null && rateUnit === 'spm',
    },
  ];
  return (
    <tr role="row" className={styles.row} data-unsent={isUnsent}>
      <td role="cell" className={styles.date}>
        <time dateTime={createdAt}>
          <span className={styles.fullDay}>{formatShortDate(day)}</span>
          <span className={styles.shortDay}>{formatShortDayIn(day, todayIn(timeZone))}</span>
          <span className={styles.clock}>{formatTime(createdAt, timeZone)}</span>
        </time>
      </td>
      <th role="rowheader" scope="row" className={styles.workout}>
        <Link to={`/activities/${activity._id}`} className={styles.result}>
          {formatWorkout(workout) || title}
        </Link>
        <span className={styles.facts}>
          {(session !== null || title !== workout) && (
            // A search finds the title that it had.
            <SessionLink activity={activity}>{title}</SessionLink>
          )}
          {isUnsent && <NotSentMark />}
          {activity.isPartial && <PartialMark />}
          <SourceMark activity={activity} />
          <BestMarks activityId={activity._id} bests={bests} />
          {activity.tags?.map((tag) => (
            <Link
              key={tag}
              dir="auto"
              to={addressOf({ sort, filters: { tag }, page: 1 })}
              aria-label={`Activities tagged ${tag}`}
              className={styles.tag}
            >
              {tag}
            </Link>
          ))}
        </span>
      </th>
      {figures.map(({ label, value, line, isRate = false }) => (
        <td key={label} role="cell" data-label={label} className={`${figureCell} ${styles.figure}`}>
          <span className={isRate ? `${styles.value} ${styles.rate}` : styles.value}>
            {value}
            {line}
          </span>
        </td>
      ))}
    </tr>
  );
}
