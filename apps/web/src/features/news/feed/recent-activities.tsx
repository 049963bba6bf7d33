import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCurrentUser } from '../../people/auth/index.ts';
import { athleteFeed } from './api.ts';
import { FeedPanel } from './feed-panel.tsx';
import { SessionCard } from './session-card.tsx';

/** Results of one athlete that the viewer may see, newest first. */
export function RecentActivities({ userId, name }: { userId: string; name: string }) {
  const viewer = useCurrentUser();
  const feed = useInfiniteQuery(athleteFeed(userId, viewer._id, useQueryClient()));
  return (
    <FeedPanel
      title="Recent Activities"
      feed={feed}
      loading={`Loading the activities of ${name}`}
      unavailable={`The activities of ${name} couldn't be loaded.`}
      empty={
        viewer._id === userId ? (
          <p>
            No activities yet. Your results appear here. <Link to="/dashboard">Create a session</Link>
          </p>
        ) : (
          <p>No activities yet</p>
        )
      }
      end={<p>{name} has no more activities</p>}
    >
      {(results) => <SessionCard results={results} viewerId={viewer._id} isOnProfile />}
    </FeedPanel>
  );
}
