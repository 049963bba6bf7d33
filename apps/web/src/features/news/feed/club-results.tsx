import type { ListedActivity } from '@boathouse/contract/activities';
import type { ClubRef } from '@boathouse/contract/clubs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatWhen } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Readout } from '../../../ui/readout.tsx';
import { PartialMark, resultFiguresOf, SourceMark, WorkoutTitle } from '../../training/activities/index.ts';
import { AthleteLink } from '../../people/users/index.ts';
import { resultsOfClub } from './api.ts';
import styles from './club-results.module.css';
import { FeedPanel } from './feed-panel.tsx';

/** The newest results of a club's sessions, for its members. */
export function ClubResults({ club }: { club: Pick<ClubRef, '_id' | 'name'> }) {
  const feed = useInfiniteQuery(resultsOfClub(club._id));
  return (
    <FeedPanel
      title="Results"
      feed={feed}
      loading={`Loading the results of ${club.name}`}
      unavailable={`The results of ${club.name} couldn't be loaded.`}
      empty={<p>No results yet. What members row in the club's sessions appears here.</p>}
    >
      {(activity) => <ResultLine activity={activity} />}
    </FeedPanel>
  );
}

function ResultLine({ activity }: { activity: ListedActivity }) {
  const { _id, user, createdAt, workout, title } = activity;
  const when = useAtNow((nowMs) => formatWhen(createdAt, nowMs));
  const { large, beside } = resultFiguresOf(activity);
  return (
    <div className={styles.result}>
      <Avatar name={user.displayName} imageURL={user.iconURL} size={32} />
      <div className={styles.who}>
        <h3>
          <AthleteLink athlete={user} />
          {activity.isPartial && <PartialMark />}
          <SourceMark activity={activity} />
        </h3>
        <p className={styles.what} title={workout || title}>
          <WorkoutTitle activityId={_id}>{workout || title}</WorkoutTitle>
        </p>
        <p className={styles.how}>
          {beside !== null && `${beside}, `}
          <time dateTime={createdAt}>{when}</time>
        </p>
      </div>
      <dl className={styles.figure}>
        <Readout {...large} />
      </dl>
    </div>
  );
}
