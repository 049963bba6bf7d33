import type { PastActivity } from '@boathouse/contract/activities/past';
import { useQuery } from '@tanstack/react-query';
import { formatWhen } from '../../lib/format.ts';
import { useAtNow } from '../../lib/use-now.ts';
import { Panel } from '../../ui/panel.tsx';
import { Readout } from '../../ui/readout.tsx';
import { Loading, Unavailable } from '../../ui/states.tsx';
import { lastOf } from './api.ts';
import styles from './last-workout.module.css';
import { PartialMark } from './partial-mark.tsx';
import { resultFiguresOf } from './result-figures.ts';
import { SourceMark } from './source-mark.tsx';
import { WorkoutTitle } from './workout-title.tsx';

/** The user's newest result. Shows nothing before the first one. */
export function LastWorkout({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(lastOf(userId));
  if (data === null) return null;
  return (
    <Panel title="Your last workout">
      {data === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>Your last workout couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading your last workout" lines={2} />
        )
      ) : (
        <Result activity={data} />
      )}
    </Panel>
  );
}

function Result({ activity }: { activity: PastActivity }) {
  const { _id, createdAt, title, workout, session } = activity;
  const when = useAtNow((nowMs) => formatWhen(createdAt, nowMs));
  const name = session?.title ?? title;
  const { large, beside } = resultFiguresOf(activity);
  return (
    <div className={styles.last}>
      <dl>
        <Readout size="large" {...large} />
      </dl>
      <div className={styles.about}>
        <p className={styles.title}>
          <WorkoutTitle activityId={_id}>{workout || name}</WorkoutTitle>
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
    </div>
  );
}
