import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dashboardFeed } from './api.ts';
import { FeedPanel } from './feed-panel.tsx';
import { SessionCard } from './session-card.tsx';

/** The feed of the dashboard: results of the viewer and their followees, newest first. */
export function ActivityFeed({ userId }: { userId: string }) {
  const feed = useInfiniteQuery(dashboardFeed(userId, useQueryClient()));
  return (
    <FeedPanel
      title="Activity Feed"
      feed={feed}
      loading="Loading the activity feed"
      unavailable="The activity feed couldn't be loaded."
      empty={
        <p>
          Results from you and the people you follow appear here.{' '}
          <Link to="/explore/athletes">Find athletes to follow</Link>
        </p>
      }
    >
      {(results) => <SessionCard results={results} viewerId={userId} />}
    </FeedPanel>
  );
}
