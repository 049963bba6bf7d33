import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ActivityCard } from './activity-card.tsx';
import { dashboardFeed } from './api.ts';
import { FeedPanel } from './feed-panel.tsx';

/** Results of the signed-in person and of everybody they follow, the newest first, as a panel. */
export function ActivityFeed({ userId }: { userId: string }) {
  const feed = useInfiniteQuery(dashboardFeed(userId));
  return (
    <FeedPanel
      title="Activity Feed"
      feed={feed}
      loading="Loading the activity feed"
      unavailable="The activity feed is not available right now."
      empty={
        <p>
          Your results and those of everybody you follow will stand here.{' '}
          <Link to="/explore/athletes">Find athletes to follow</Link>
        </p>
      }
    >
      {(activity) => <ActivityCard activity={activity} viewerId={userId} />}
    </FeedPanel>
  );
}
