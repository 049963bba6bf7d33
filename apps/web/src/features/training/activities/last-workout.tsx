import type { PastActivity } from '@boathouse/contract/activities/past';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatWhen } from '../../../lib/format.ts';
import { useUnsentResults } from '../../../lib/kept/unsent-results.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { lastOf } from './api.ts';
import styles from './last-workout.module.css';
import { NotSentMark } from './not-sent-mark.tsx';
import { PartialMark } from './partial-mark.tsx';
import { resultFiguresOf } from './result-figures.ts';
import { SourceMark } from './source-mark.tsx';
import { WorkoutTitle } from './workout-title.tsx';

/** The user's newest result in a line or two. Shows nothing before the first one. */
export function LastWorkout({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(lastOf(userId));
  const headingId = useId();
  const [unsent] = useUnsentResults(data ? [data] : []);

  const isUnsentLast = unsent !== undefined && (data?.createdAt ?? '') <= unsent.createdAt;
  const last = isUnsentLast ? unsent : data;
  if (last === null) return null;
  return (
    <section aria-labelledby={headingId} className={styles.panel}>
      <h2 id={headingId} className={styles.heading}>
        Your last workout
      </h2>
      {last === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>Your last workout couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading your last workout" lines={1} />
        )
      ) : (
        <Result activity={last} isUnsent={isUnsentLast} />
      )}
      <Link to="/row" className={styles.again}>
        Row again
      </Link>
    </section>
  );
}

function Result({ activity, isUnsent }: { activity: PastActivity; isUnsent: boolean }) {
  const { _id, createdAt, title, workout, session } = activity;
  const when = useAtNow((nowMs) => formatWhen(createdAt, nowMs));
  const name = session?.title ?? title;
  const { large, beside } = resultFiguresOf(activity);
  return (
    <div className={styles.last} data-unsent={isUnsent}>
      <p className={styles.title}>
        <WorkoutTitle activityId={_id}>{workout || name}</WorkoutTitle>
        <strong className={styles.figure}>
          {large.value ?? '–'}
          {large.unit !== undefined && <span> {large.unit}</span>}
        </strong>
        {isUnsent && <NotSentMark />}
        {activity.isPartial && <PartialMark />}
        <SourceMark activity={activity} />
      </p>
      <p className={styles.where}>
        {beside !== null && `${beside}, `}
        {workout && workout !== name && (
          <>
            <bdi>{name}</bdi>,{' '}
          </>
        )}
        <time dateTime={createdAt}>{when}</time>
      </p>
    </div>
  );
}
