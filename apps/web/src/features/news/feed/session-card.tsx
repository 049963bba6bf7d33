import type { FeedActivity } from '@boathouse/contract/feed';
import { memo, useId, type ReactNode } from 'react';
import { formatWhen } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { PartialMark, SessionLink, SourceMark, WorkoutTitle } from '../../training/activities/index.ts';
import { LikesAndComments } from '../comments/index.ts';
import { AthleteLink } from '../../people/users/index.ts';
import { PieceMarks } from '../../training/statistics/index.ts';
import type { SessionResults } from './api.ts';
import { ResultFigures } from './result-figures.tsx';
import styles from './session-card.module.css';

type SessionCardProps = {
  results: SessionResults;
  viewerId: string;
  /** On the profile of its athlete, whose name is above all cards. */
  isOnProfile?: boolean;
};

/**
 * The results of a session, by athlete: what they rowed, when and how well, with others' reactions. Renders only for
 * other results: a feed with many cards renders for each page that it loads.
 */
export const SessionCard = memo(SessionResultsCard);

function SessionResultsCard({ results, viewerId, isOnProfile = false }: SessionCardProps) {
  const titleId = useId();
  const { newest, activities } = results;
  const athletes = [...Map.groupBy(activities, (activity) => activity.user._id).values()];
  return (
    <article aria-labelledby={titleId} className={styles.card}>
      {athletes.length === 1 && !isOnProfile ? (
        <OfAthlete results={results} titleId={titleId} />
      ) : (
        <OfSession results={results} titleId={titleId} athleteCount={athletes.length} />
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

type HeaderProps = { results: SessionResults; titleId: string };

function OfAthlete({ results: { newest, activities }, titleId }: HeaderProps) {
  const { user } = newest;
  return (
    <header className={styles.header}>
      <Avatar name={user.displayName} imageURL={user.iconURL} size={44} />
      <div className={styles.who}>
        <h3 id={titleId}>
          <AthleteLink athlete={user} />
          {activities.length === 1 && <Marks activity={newest} />}
        </h3>
        <p className={styles.where}>
          <SessionLink activity={newest} />
          <When activity={newest} />
        </p>
      </div>
    </header>
  );
}

function OfSession({
  results: { newest, activities },
  titleId,
  athleteCount,
}: HeaderProps & { athleteCount: number }) {
  return (
    <header className={styles.who}>
      <h3 id={titleId}>
        <SessionLink activity={newest} />
        {activities.length === 1 && <Marks activity={newest} />}
      </h3>
      <p className={styles.where}>
        {athleteCount > 1 && <span>{athleteCount} athletes</span>}
        <When activity={newest} />
      </p>
    </header>
  );
}

function When({ activity: { createdAt } }: { activity: FeedActivity }) {
  const when = useAtNow((nowMs) => formatWhen(createdAt, nowMs));
  return <time dateTime={createdAt}>{when}</time>;
}

function Athlete({ user }: Pick<FeedActivity, 'user'>) {
  return (
    <h4 className={styles.name}>
      <Avatar name={user.displayName} imageURL={user.iconURL} size={28} />
      <AthleteLink athlete={user} />
    </h4>
  );
}

function Marks({ activity }: { activity: FeedActivity }) {
  return (
    <>
      {activity.isPartial && <PartialMark />}
      <SourceMark activity={activity} />
      <PieceMarks pieces={activity.bests ?? []} />
    </>
  );
}

type ResultProps = {
  activity: FeedActivity;
  viewerId: string;
  isOneOfMany?: boolean;
  /** It is shown before the workout. */
  children?: ReactNode;
};

function Result({ activity, viewerId, isOneOfMany = false, children }: ResultProps) {
  const { _id } = activity;
  return (
    <div className={styles.result} data-compact={isOneOfMany}>
      <div className={styles.work}>
        <div className={styles.title}>
          {children}
          <WorkoutTitle activityId={_id}>{activity.workout || activity.title}</WorkoutTitle>
          {isOneOfMany && <Marks activity={activity} />}
        </div>
        <ResultFigures activity={activity} isSmall={isOneOfMany} />
      </div>
      <LikesAndComments activityId={_id} viewerId={viewerId} />
    </div>
  );
}
