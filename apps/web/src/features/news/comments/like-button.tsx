import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { namesInWords } from '../../../lib/names-in-words.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { hasOutbox } from '../../../lib/outbox/waits.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { likesOf, useToggleLike } from './api.ts';
import styles from './likes-and-comments.module.css';

const WaitingLike = lazyPart({
  name: 'Your like',
  load: async () => (await loadChunk(() => import('./waiting-like.tsx'))).WaitingLike,
});

export function LikeButton({ activityId, viewerId }: { activityId: string; viewerId: string }) {
  const { data: likes } = useQuery(likesOf(activityId, viewerId));
  const { toggle, isSaving } = useToggleLike(activityId, viewerId);
  const didLike = likes?.didLike ?? false;

  return (
    <>
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
        Like{likes !== undefined && likes.count > 0 && <span>{formatCount(likes.count)}</span>}
      </button>
      {hasOutbox() && <WaitingLike activityId={activityId} viewerId={viewerId} />}
    </>
  );
}

/** The faces of the latest users who like an activity, among those whom the viewer may see; nothing without any. */
export function Likers({ activityId, viewerId }: { activityId: string; viewerId: string }) {
  const { data: { count, likers = [] } = { count: 0 } } = useQuery(likesOf(activityId, viewerId));
  if (likers.length === 0) return null;
  const names = likers.map(({ _id, displayName }) => (_id === viewerId ? 'you' : displayName));
  const others = count - likers.length;
  const named = others > 0 ? [...names, others === 1 ? '1 other' : `${others} others`] : names;
  return (
    <span role="img" aria-label={`Liked by ${namesInWords(named, named.length)}`} className={styles.faces}>
      {likers.map(({ _id, displayName, iconURL }) => (
        <Avatar key={_id} name={displayName} imageURL={iconURL} size={26} />
      ))}
    </span>
  );
}
