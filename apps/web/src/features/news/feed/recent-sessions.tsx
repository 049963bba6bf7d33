import type { ClubRef } from '@boathouse/contract/clubs';
import type { PastSession } from '@boathouse/contract/feed';
import { formatPaceOn } from '@boathouse/workout/machine';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDistanceToNow, formatWorkout } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { clubFeed } from './api.ts';
import { FeedPanel } from './feed-panel.tsx';
import styles from './recent-sessions.module.css';
import { formatStart } from './start-words.ts';

type RecentSessionsProps = {
  club: Pick<ClubRef, '_id' | 'name'>;
  /** Whether the viewer is a member; only members may open the club's sessions. Null while unknown. */
  isMember: boolean | null;
};

/** Past sessions of a club, newest first, for members with how they went. */
export function RecentSessions({ club, isMember }: RecentSessionsProps) {
  const feed = useInfiniteQuery(clubFeed(club._id));
  return (
    <FeedPanel
      title="Recent Sessions"
      feed={feed}
      loading={`Loading the sessions of ${club.name}`}
      unavailable={`The sessions of ${club.name} couldn't be loaded.`}
      empty={<p>No sessions yet. Those that have begun appear here.</p>}
      end={<p>{club.name} has no more sessions</p>}
    >
      {(session) => <SessionRow session={session} canOpen={isMember} />}
    </FeedPanel>
  );
}

type SessionRowProps = {
  /** Past or planned. */
  session: PastSession;
  /** Whether the viewer is a member; others join first. Null while unknown. */
  canOpen: boolean | null;
};

export function SessionRow({ session, canOpen }: SessionRowProps) {
  const { _id, title, hostUser, startAt, workoutItems, results } = session;
  const items = formatWorkout(workoutItems.join(', '));
  const when = useAtNow((nowMs) => formatStart(startAt, nowMs));
  const distance = useAtNow((nowMs) =>
    Date.parse(startAt) > nowMs ? formatDistanceToNow(startAt, nowMs) : null,
  );
  return (
    <div className={styles.row}>
      <h3 className={styles.title} title={title}>
        <Link to={`/sessions/${_id}`}>{title}</Link>
      </h3>
      <p className={styles.items} title={items}>
        {items}
      </p>
      <time className={styles.when} dateTime={startAt}>
        {distance !== null && <span>{distance}</span>}
        {when}
      </time>
      <div className={styles.foot}>
        <p className={styles.host}>
          <Avatar name={hostUser.displayName} imageURL={hostUser.iconURL} size={24} />
          <span>{hostUser.displayName}</span>
        </p>
        {canOpen === false && <p className={styles.join}>Join to open</p>}
        {results && results.rowed > 0 && <p>{outcomeOf(results)}</p>}
      </div>
    </div>
  );
}

/** `3 rowed, best Tobias 1:40.8` */
function outcomeOf({ rowed, best }: NonNullable<PastSession['results']>) {
  if (best === null) return `${rowed} rowed`;
  return (
    <>
      {rowed} rowed, best <bdi>{best.user.displayName}</bdi> {formatPaceOn(best.machine, best.averagePace)}
    </>
  );
}
