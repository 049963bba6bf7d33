import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../lib/format.ts';
import { likesOf, useToggleLike } from './api.ts';
import styles from './likes-and-comments.module.css';

export function LikeButton({ activityId, viewerId }: { activityId: string; viewerId: string }) {
  const { data: likes } = useQuery(likesOf(activityId, viewerId));
  const { toggle, isSaving } = useToggleLike(activityId, viewerId);
  const didLike = likes?.didLike ?? false;

  return (
    <button
      type="button"
      className={styles.button}
      aria-pressed={didLike}
      aria-busy={isSaving || undefined}
      onClick={toggle}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M10 16.8S3 12.9 3 7.9A3.7 3.7 0 0 1 10 6a3.7 3.7 0 0 1 7 1.9c0 5-7 8.9-7 8.9Z"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
        />
      </svg>
      Like{likes && <span>{formatCount(likes.count)}</span>}
    </button>
  );
}
