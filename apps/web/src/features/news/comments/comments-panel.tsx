import type { Comment } from '@boathouse/contract/comments';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { notSentWords } from '../../../lib/outbox/call-or-keep.ts';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';

import { LastOf } from './last-of.tsx';
import { MessageForm } from './message-form.tsx';
import { useComment, useRemoveComment, useRemoveReply, useReply } from './messages.ts';
import { CommentItem } from './comment-item.tsx';
import styles from './comments-panel.module.css';
import { WaitingMessages } from './waiting-messages.tsx';

type CommentsPanelProps = {
  activityId: string;
  viewerId: string;
  comments: readonly Comment[] | undefined;
  isUnavailable: boolean;
  onRetry: () => void;
};

export function CommentsPanel({
  activityId,
  viewerId,
  comments,
  isUnavailable,
  onRetry,
}: CommentsPanelProps) {
  const comment = useComment(activityId, viewerId);
  const action = `comment on ${activityId}`;
  return (
    <>
      {comments !== undefined ? (
        comments.length > 0 && (
          <LastOf label="Comments" className={styles.list} entries={comments}>
            {(each) => <Thread key={each._id} activityId={activityId} viewerId={viewerId} comment={each} />}
          </LastOf>
        )
      ) : isUnavailable ? (
        <Unavailable onRetry={onRetry}>The comments couldn't be loaded.</Unavailable>
      ) : (
        <Loading label="Loading the comments" lines={1} />
      )}
      <WaitingMessages kind="comment" parent={activityId} />
      <MessageForm
        parent={activityId}
        label="Write a comment"
        submit="Post comment"
        onSubmit={async (message) => {
          try {
            const made = await comment.mutateAsync(message);
            showToast(made === null ? notSentWords : 'Your comment was saved', action);
            return true;
          } catch (error) {
            showErrorToast(`Error saving comment. ${messageOf(error)}`, { action });
            return false;
          }
        }}
      />
    </>
  );
}

type ThreadProps = { activityId: string; viewerId: string; comment: Comment };

/** A comment with its replies. */
function Thread({ activityId, viewerId, comment }: ThreadProps) {
  const [isReplying, setIsReplying] = useState(false);
  const reply = useReply(activityId, comment._id, viewerId);
  const replying = `reply to ${comment._id}`;
  const removeComment = useRemoveComment(activityId, viewerId);
  const removeReply = useRemoveReply(activityId, viewerId);
  // A removed comment accepts replies only if it already has some.
  const canReply = !comment.removed || comment.replies.length > 0;

  return (
    <CommentItem
      comment={comment}
      viewerId={viewerId}
      onDelete={() => void reportDeletion(comment._id, removeComment.mutateAsync(comment))}
      {...(canReply ? { isReplying, onReply: () => setIsReplying(!isReplying) } : {})}
    >
      {comment.replies.length > 0 && (
        <LastOf
          label={`Replies to ${comment.user.displayName}`}
          className={styles.replies}
          entries={comment.replies}
        >
          {(each) => (
            <CommentItem
              key={each._id}
              comment={each}
              viewerId={viewerId}
              onDelete={() => void reportDeletion(each._id, removeReply.mutateAsync(each))}
            />
          )}
        </LastOf>
      )}
      <WaitingMessages kind="reply" parent={comment._id} />
      {isReplying && (
        <MessageForm
          parent={comment._id}
          label={`Reply to ${comment.user.displayName}`}
          submit="Post reply"
          hasFocus
          onCancel={() => setIsReplying(false)}
          onSubmit={async (message) => {
            try {
              const made = await reply.mutateAsync(message);
              showToast(made === null ? notSentWords : 'Reply submitted', replying);
            } catch (error) {
              showErrorToast(`Error submitting reply. ${messageOf(error)}`, { action: replying });
              return false;
            }
            setIsReplying(false);
            return true;
          }}
        />
      )}
    </CommentItem>
  );
}

/** Shows the outcome of a deletion. Never rejects. */
async function reportDeletion(id: string, removing: Promise<unknown>): Promise<void> {
  const action = `delete comment ${id}`;
  try {
    await removing;
    showToast('Comment deleted', action);
  } catch (error) {
    showErrorToast(`Error deleting comment. ${messageOf(error)}`, { action });
  }
}
