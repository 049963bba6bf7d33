import type { RowedWorkout, Trend } from '@boathouse/contract/statistics/trends';
import { formatPace } from '@boathouse/workout/pace';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatFullDay } from '../../../../lib/format.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { segmentsClass } from '../../../../ui/tabs.ts';
import { trendOf, workoutsOf } from './api.ts';
import { figureOfResult, nameOfWorkout, pointsOf, trendInWords, type TrendPoint } from './trend.ts';
import styles from './workout-trend.module.css';

const TrendChart = lazyPart({
  name: 'The chart',
  load: async () => (await loadChunk(() => import('./trend-chart.tsx'))).TrendChart,
});

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate };

type WorkoutTrendProps = {
  userId: string;
  /** The period that the page shows, with its name; null for all time. */
  period: (Days & { title: string }) | null;
};

/** The results of one workout that the athlete chooses. */
export function WorkoutTrend({ userId, period }: WorkoutTrendProps) {
  const { data: workouts, isError, refetch } = useQuery(workoutsOf(userId));
  const [query, setQuery] = useSearchParams();
  if (workouts === undefined) {
    if (!isError) return <Loading label="Loading the workouts" lines={5} />;
    return <Unavailable onRetry={() => void refetch()}>Your workouts couldn't be loaded.</Unavailable>;
  }
  const chosen = workouts.find(({ workout }) => workout === query.get('workout')) ?? workouts[0];
  if (chosen === undefined) {
    return (
      <Empty>
        <p>No whole results of a workout yet. Row one such as 2k or 4 x 500 m, and again, to compare.</p>
      </Empty>
    );
  }
  const days = query.get('trend') === 'period' ? period : null;
  const change = (key: string, value: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(key);
        else next.set(key, value);
        return next;
      },
      { preventScrollReset: true, replace: true },
    );
  return (
    <>
      <div className={styles.choices}>
        <NativeSelect
          label="Workout"
          value={chosen.workout}
          onChange={({ currentTarget: { value } }) => change('workout', value)}
          data={workouts.map((each) => ({ value: each.workout, label: labelOf(each) }))}
        />
        {period !== null && (
          <div role="group" aria-label="Results of" className={segmentsClass}>
            <button type="button" aria-pressed={days === null} onClick={() => change('trend', null)}>
              All time
            </button>
            <button type="button" aria-pressed={days !== null} onClick={() => change('trend', 'period')}>
              {period.title}
            </button>
          </div>
        )}
      </div>
      <Results userId={userId} workout={chosen} days={days} />
    </>
  );
}

/** `2k (14)` */
const labelOf = (workout: RowedWorkout) => `${nameOfWorkout(workout)} (${workout.count})`;

type ResultsProps = { userId: string; workout: RowedWorkout; days: Days | null };

function Results({ userId, workout, days }: ResultsProps) {
  const { data: trend, isError, refetch } = useQuery(trendOf(userId, workout.workout));
  if (trend === undefined) {
    if (!isError) return <Loading label="Loading the trend" lines={5} />;
    return <Unavailable onRetry={() => void refetch()}>The trend couldn't be loaded.</Unavailable>;
  }
  return <Points trend={trend} days={days} name={nameOfWorkout(workout)} />;
}

function Points({ trend, days, name }: { trend: Trend; days: Days | null; name: string }) {
  const navigate = useNavigate();
  const [from, to] = [days?.from.toString() ?? null, days?.to.toString() ?? null];
  const points = useMemo(() => {
    const between =
      from === null || to === null
        ? null
        : { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
    return pointsOf(trend, between);
  }, [trend, from, to]);
  if (points.length === 0) {
    return (
      <Empty>
        <p>No results of {name} in this period.</p>
      </Empty>
    );
  }
  return (
    <>
      <p className={styles.words}>{trendInWords(points, trend.decides)}</p>
      <p className={styles.legend}>
        <span>
          <span className={styles.dot} aria-hidden="true" />
          Result
        </span>
        <span>
          <span className={styles.step} aria-hidden="true" />
          Best up to then
        </span>
      </p>
      <div className={styles.drawing}>
        <TrendChart
          label={`Pace of ${name}. Use the arrow keys to move by result, and Enter to open it.`}
          points={points}
          decides={trend.decides}
          onOpen={({ activity }) => void navigate(`/activities/${activity}`)}
        />
      </div>
      <ResultTable points={points} decides={trend.decides} name={name} />
    </>
  );
}

type ResultTableProps = { points: TrendPoint[]; decides: Trend['decides']; name: string };

/** The dots as rows, newest first, each with a link to its result. */
function ResultTable({ points, decides, name }: ResultTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.table} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>Table of the results</summary>
      {isOpen && (
        <table>
          <caption className="visually-hidden">Results of {name}</caption>
          <thead>
            <tr>
              {['Date', 'Result', 'Pace', 'Best'].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.activity}>
                <th scope="row">
                  <Link to={`/activities/${point.activity}`}>{formatFullDay(point.date)}</Link>
                </th>
                <td>{figureOfResult(point, decides)}</td>
                <td>{formatPace(point.pace)}</td>
                <td>{point.isBest ? 'New best' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
