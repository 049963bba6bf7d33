import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { Unavailable } from '../../../ui/states.tsx';
import { followSummary } from './api.ts';
import styles from './follow-counts.module.css';

/** Follower and following counts with links to their lists. */
export function FollowCounts({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(followSummary(userId));
  if (data === undefined && isError)
    return <Unavailable onRetry={() => void refetch()}>The followers couldn't be loaded.</Unavailable>;
  return (
    <ul className={styles.counts}>
      <li>
        <Link to={`/athletes/${userId}/following?show=followers`}>
          <span className={styles.figure}>{data === undefined ? '–' : formatCount(data.followers)}</span>{' '}
          <span className={styles.label}>{data?.followers === 1 ? 'follower' : 'followers'}</span>
        </Link>
      </li>
      <li>
        <Link to={`/athletes/${userId}/following?show=followees`}>
          <span className={styles.figure}>{data === undefined ? '–' : formatCount(data.followees)}</span>{' '}
          <span className={styles.label}>following</span>
        </Link>
      </li>
    </ul>
  );
}
