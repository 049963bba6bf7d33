import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useAfterPress } from '../../../lib/timing/press-shown.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { commentCountOf, commentsOn, likesOf } from './api.ts';
import { countComments } from './count-comments.ts';
import { LikeButton, Likers } from './like-button.tsx';
import styles from './likes-and-comments.module.css';

const CommentsPanel = lazyPart({
  name: 'The comments',
  load: async () => (await loadChunk(() => import('./comments-panel.tsx'))).CommentsPanel,
  waiting: <Loading label="Loading the comments" lines={1} />,
});

/** Like button and comments of an activity. The panel opens below the count and keeps typed text while closed. */
export function LikesAndComments({ activityId, viewerId }: { activityId: string; viewerId: string }) {
  const [panel, setPanel] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const isOpen = panel === 'open';
  // The button answers first.
  const shown = useAfterPress(panel);
  const likes = useQuery(likesOf(activityId, viewerId));
  const { data: knownCount } = useQuery(commentCountOf(activityId));
  const isNeeded = panel !== 'unopened' || knownCount === undefined;
  const { data: comments, isError, refetch } = useQuery({ ...commentsOn(activityId), enabled: isNeeded });
  const count = isNeeded && comments ? countComments(comments) : knownCount;
  const panelId = useId();

  function toggle() {
    if (!isOpen) void refetch();
    setPanel(isOpen ? 'closed' : 'open');
  }

  return (
    <div className={styles.bar}>
      {likes.data === undefined && likes.isError ? (
        <Unavailable onRetry={() => void likes.refetch()}>The likes couldn't be loaded.</Unavailable>
      ) : (
        <LikeButton activityId={activityId} viewerId={viewerId} />
      )}
      <Likers activityId={activityId} viewerId={viewerId} />
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path
            d="M3 5.5A2.5 2.5 0 0 1 5.5 3h9A2.5 2.5 0 0 1 17 5.5v5a2.5 2.5 0 0 1-2.5 2.5H9l-4 3.5V13a2 2 0 0 1-2-2Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
        </svg>
        {commentWords(count)}
      </button>
      <div id={panelId} hidden={shown !== 'open'} className={styles.panel}>
        {shown !== 'unopened' && (
          <CommentsPanel
            activityId={activityId}
            viewerId={viewerId}
            comments={comments}
            isUnavailable={isError}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </div>
  );
}

function commentWords(count: number | undefined): string {
  if (count === undefined) return 'Comments';
  if (count === 0) return 'Comment';
  return count === 1 ? '1 comment' : `${formatCount(count)} comments`;
}
