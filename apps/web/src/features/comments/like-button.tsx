import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';
import { likesOf, useSaveLike } from './api.ts';
import styles from './likes-and-comments.module.css';

export function LikeButton({ activityId, viewerId }: { activityId: string; viewerId: string }) {
  const { data: likes } = useQuery(likesOf(activityId, viewerId));
  const save = useSaveLike(activityId, viewerId);
  // Blocks a second click at once; the mutation's isPending changes only on the next render.
  const [isSaving, setIsSaving] = useState(false);
  const didLike = likes?.didLike ?? false;

  async function toggle() {
    if (isSaving) return;
    setIsSaving(true);
    try {
      await save.mutateAsync(!didLike);
      showToast(didLike ? 'Unlike submitted' : 'Like submitted');
    } catch (error) {
      showErrorToast(`Error submitting like/unlike. ${messageOf(error)}`);
    }
    setIsSaving(false);
  }

  return (
    <button
      type="button"
      className={styles.button}
      aria-pressed={didLike}
      aria-busy={isSaving || undefined}
      onClick={() => void toggle()}
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
