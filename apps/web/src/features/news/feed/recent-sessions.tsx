import type { ClubRef } from '@boathouse/contract/clubs';
import type { Session } from '@boathouse/contract/sessions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDistanceToNow } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { clubFeed } from './api.ts';
import { FeedPanel } from './feed-panel.tsx';
import styles from './recent-sessions.module.css';
import { formatStart } from './start-words.ts';

type RecentSessionsProps = {
  club: Pick<ClubRef, '_id' | 'name'>;
  /** Whether the viewer is a member; only members may open the club's sessions. */
  canRead: boolean;
};

/** Past sessions of a club, newest first. */
export function RecentSessions({ club, canRead }: RecentSessionsProps) {
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
      {(session) => <SessionRow session={session} canOpen={canRead} />}
    </FeedPanel>
  );
}

export function SessionRow({ session, canOpen }: { session: Session; canOpen: boolean }) {
  const { _id, title, hostUser, startAt, workoutItems } = session;
  const when = useAtNow((nowMs) => formatStart(startAt, nowMs));
  const distance = useAtNow((nowMs) =>
    Date.parse(startAt) > nowMs ? formatDistanceToNow(startAt, nowMs) : null,
  );
  return (
    <div className={styles.row} data-open={canOpen}>
      <h3 className={styles.title} title={title}>
        {canOpen ? <Link to={`/sessions/${_id}`}>{title}</Link> : title}
      </h3>
      <p className={styles.items} title={workoutItems.join(', ')}>
        {workoutItems.join(', ')}
      </p>
      <p className={styles.host}>
        <Avatar name={hostUser.displayName} imageURL={hostUser.iconURL} size={24} />
        {hostUser.displayName}
      </p>
      <time className={styles.when} dateTime={startAt}>
        {distance !== null && <span>{distance}</span>}
        {when}
      </time>
    </div>
  );
}
