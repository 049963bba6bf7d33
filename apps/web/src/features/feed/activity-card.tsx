import type { ListedActivity } from '@boathouse/contract/activities';
import { formatDistance, formatDuration, formatPace } from '@boathouse/workout/pace';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatWhen } from '../../lib/format.ts';
import { useNowMs } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Readout } from '../../ui/readout.tsx';
import { PartialMark, SimulatedMark, WorkoutTitle, SessionLink } from '../activities/index.ts';
import { LikesAndComments } from '../comments/index.ts';
import styles from './activity-card.module.css';

/** One result: who rowed what, when and how well, and what others say of it. */
export function ActivityCard({ activity, viewerId }: { activity: ListedActivity; viewerId: string }) {
  const nowMs = useNowMs();
  const nameId = useId();
  const { user, session, createdAt } = activity;
  const [metres = null, metreUnit = 'm'] = formatDistance(activity.distance).split(' ');
  return (
    <article aria-labelledby={nameId} className={styles.card}>
      <header className={styles.header}>
        <Avatar name={user.displayName} imageURL={user.iconURL} size={44} />
        <div className={styles.who}>
          <h3 id={nameId}>
            <Link to={`/athletes/${user._id}`}>{user.displayName}</Link>
            {activity.isPartial && <PartialMark />}
            {activity.isSimulated && <SimulatedMark />}
          </h3>
          <p className={styles.where}>
            <SessionLink session={session} />
            <time dateTime={createdAt}>{formatWhen(createdAt, nowMs)}</time>
          </p>
        </div>
      </header>
      <div className={styles.work}>
        <WorkoutTitle activityId={activity._id}>
          {session.workoutItems[activity.workoutItemIndex] ?? session.title}
        </WorkoutTitle>
        <dl className={styles.figures}>
          <Readout label="Distance" value={metres} unit={metreUnit} />
          <Readout label="Time" value={formatDuration(activity.elapsedTime)} />
          <Readout label="Average pace" value={formatPace(activity.averagePace)} unit="/500 m" />
          <Readout label="Stroke rate" value={`${activity.strokeRate}`} unit="spm" />
        </dl>
      </div>
      <LikesAndComments activityId={activity._id} viewerId={viewerId} />
    </article>
  );
}
