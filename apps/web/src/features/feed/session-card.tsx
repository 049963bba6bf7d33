import type { ListedActivity } from '@boathouse/contract/activities';
import { formatDuration, formatPace } from '@boathouse/workout/pace';
import { useId, type ReactNode } from 'react';
import { formatDistance, formatWhen } from '../../lib/format.ts';
import { useAtNow } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Readout } from '../../ui/readout.tsx';
import { PartialMark, SessionLink, SimulatedMark, WorkoutTitle } from '../activities/index.ts';
import { LikesAndComments } from '../comments/index.ts';
import type { SessionResults } from './api.ts';
import styles from './session-card.module.css';
import { AthleteLink } from '../follows/index.ts';

type SessionCardProps = { results: SessionResults; viewerId: string };

/** The results of a session, by athlete: what they rowed, when and how well, and what others say of it. */
export function SessionCard({ results: { newest, activities }, viewerId }: SessionCardProps) {
  const titleId = useId();
  const { user, createdAt } = newest;
  const when = useAtNow((nowMs) => formatWhen(createdAt, nowMs));
  const athletes = [...Map.groupBy(activities, (activity) => activity.user._id).values()];
  const time = <time dateTime={createdAt}>{when}</time>;
  return (
    <article aria-labelledby={titleId} className={styles.card}>
      {athletes.length === 1 ? (
        <header className={styles.header}>
          <Avatar name={user.displayName} imageURL={user.iconURL} size={44} />
          <div className={styles.who}>
            <h3 id={titleId}>
              <AthleteLink athlete={user} />
              {activities.length === 1 && <Marks activity={newest} />}
            </h3>
            <p className={styles.where}>
              <SessionLink activity={newest} />
              {time}
            </p>
          </div>
        </header>
      ) : (
        <header className={styles.who}>
          <h3 id={titleId}>
            <SessionLink activity={newest} />
          </h3>
          <p className={styles.where}>
            <span>{athletes.length} athletes</span>
            {time}
          </p>
        </header>
      )}
      {activities.length === 1 ? (
        <Result activity={newest} viewerId={viewerId} />
      ) : (
        athletes.map((ofAthlete) => (
          <section key={ofAthlete[0]?.user._id} className={styles.athlete}>
            {ofAthlete.map((activity, index) => (
              <Result key={activity._id} activity={activity} viewerId={viewerId} isOneOfMany>
                {athletes.length > 1 && index === 0 && <Athlete user={activity.user} />}
              </Result>
            ))}
          </section>
        ))
      )}
    </article>
  );
}

function Athlete({ user }: Pick<ListedActivity, 'user'>) {
  return (
    <h4 className={styles.name}>
      <Avatar name={user.displayName} imageURL={user.iconURL} size={28} />
      <AthleteLink athlete={user} />
    </h4>
  );
}

function Marks({ activity }: { activity: ListedActivity }) {
  return (
    <>
      {activity.isPartial && <PartialMark />}
      {activity.isSimulated && <SimulatedMark />}
    </>
  );
}

type ResultProps = {
  activity: ListedActivity;
  viewerId: string;
  isOneOfMany?: boolean;
  /** Before the workout. */
  children?: ReactNode;
};

function Result({ activity, viewerId, isOneOfMany = false, children }: ResultProps) {
  const { _id } = activity;
  const [metres = null, metreUnit = 'm'] = formatDistance(activity.distance).split(' ');
  return (
    <div className={styles.result} data-compact={isOneOfMany}>
      <div className={styles.work}>
        <div className={styles.title}>
          {children}
          <WorkoutTitle activityId={_id}>{activity.workout || activity.title}</WorkoutTitle>
          {isOneOfMany && <Marks activity={activity} />}
        </div>
        <dl className={styles.figures}>
          <Readout label="Distance" value={metres} unit={metreUnit} />
          <Readout label="Time" value={formatDuration(activity.elapsedTime)} />
          <Readout label="Average pace" value={formatPace(activity.averagePace)} unit="/500 m" />
          <Readout
            label="Stroke rate"
            value={activity.strokeRate === null ? null : `${activity.strokeRate}`}
            unit="spm"
          />
        </dl>
      </div>
      <LikesAndComments activityId={_id} viewerId={viewerId} />
    </div>
  );
}
