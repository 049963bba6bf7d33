import type { ClubRef } from '@boathouse/contract/clubs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { upcomingOfClub } from './api.ts';
import { FeedPanel } from './feed-panel.tsx';
import { SessionRow } from './recent-sessions.tsx';

type UpcomingSessionsProps = {
  club: Pick<ClubRef, '_id' | 'name'>;
  /** Whether the viewer is a member, who may open and schedule the club's sessions; null while unknown. */
  isMember: boolean | null;
};

/** Sessions of a club that have not begun, the next one first. */
export function UpcomingSessions({ club, isMember }: UpcomingSessionsProps) {
  const feed = useInfiniteQuery(upcomingOfClub(club._id));
  return (
    <FeedPanel
      title="Upcoming sessions"
      aside={isMember === true && <Link to={`/dashboard?club=${club._id}`}>New session</Link>}
      feed={feed}
      loading={`Loading the upcoming sessions of ${club.name}`}
      unavailable={`The upcoming sessions of ${club.name} couldn't be loaded.`}
      empty={<p>No upcoming sessions</p>}
    >
      {(session) => <SessionRow session={session} canOpen={isMember} />}
    </FeedPanel>
  );
}
