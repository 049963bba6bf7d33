import { limits } from '@boathouse/contract/limits';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Page, PageHeading } from '../../../ui/page.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { FeedPanel } from '../feed/index.ts';
import { linesQuery, useReadAll } from './api.ts';
import { unreadQuery } from './unread.ts';
import { NotificationLine } from './notification-line.tsx';
import styles from './notifications-page.module.css';

export function NotificationsPage() {
  const viewer = useCurrentUser();
  const feed = useInfiniteQuery(linesQuery);
  return (
    <Page isNarrow>
      <PageHeading>
        <h1>Notifications</h1>
        <ReadAll newest={feed.data?.[0]?.createdAt} />
      </PageHeading>
      <FeedPanel
        title={`Last ${limits.notificationDays} days`}
        feed={feed}
        loading="Loading your notifications"
        unavailable="Your notifications couldn't be loaded."
        empty={
          <div className={styles.empty}>
            <p>
              <strong>Nothing yet</strong>
            </p>
            <p>Likes, comments, followers and the sessions of your clubs appear here.</p>
            <Link to="/explore/clubs" className={buttonClass()}>
              Find a club
            </Link>
          </div>
        }
      >
        {(line) => <NotificationLine line={line} viewerId={viewer._id} />}
      </FeedPanel>
      <p className={styles.choice}>
        <Link to="/settings#notifications">Choose which notifications you get by email</Link>
      </p>
    </Page>
  );
}

/** Stays in its place when there is nothing to mark, so that the focus is not lost. */
function ReadAll({ newest }: { newest: string | undefined }) {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const readAll = useReadAll();
  if (newest === undefined) return null;
  return (
    <Button
      isBusy={readAll.isPending}
      aria-disabled={unread === 0}
      onClick={() => {
        if (unread > 0) readAll.mutate(newest);
      }}
    >
      Mark all as read
    </Button>
  );
}
