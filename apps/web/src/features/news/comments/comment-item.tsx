import type { Reply } from '@boathouse/contract/comments';
import { useRef, useState, type ReactNode } from 'react';
import { formatWhen } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { AthleteLink } from '../../people/users/index.ts';
import { Report } from '../../operating/reports/index.ts';
import styles from './comment-item.module.css';

type CommentItemProps = {
  /** A comment or a reply. */
  comment: Reply;
  viewerId: string;
  onDelete: () => void;
  /** Absent if replies are not possible. */
  onReply?: () => void;
  isReplying?: boolean;
  /** Its replies and the reply form. */
  children?: ReactNode;
};

export function CommentItem(props: CommentItemProps) {
  const { comment, viewerId, onDelete, onReply, isReplying = false, children } = props;
  const [isAsking, setIsAsking] = useState(false);
  const itemRef = useRef<HTMLLIElement>(null);
  const replyRef = useRef<HTMLButtonElement>(null);
  // A dialog restores the focus to the button that opened it, which may have been removed with the message.
  useFocusAfter(isAsking, itemRef);
  useFocusAfter(isReplying, replyRef);
  const { user, removed, message, createdAt } = comment;
  const when = useAtNow((nowMs) => formatWhen(createdAt, nowMs));
  const isOwn = user._id === viewerId;

  return (
    <li ref={itemRef} tabIndex={-1} className={styles.comment}>
      <Avatar name={user.displayName} imageURL={user.iconURL} size={28} />
      <div className={styles.body}>
        <p className={styles.by}>
          <AthleteLink athlete={user} /> <time dateTime={createdAt}>{when}</time>
        </p>
        {removed ? (
          <p className={styles.deleted}>[deleted]</p>
        ) : (
          <p className={styles.message} dir="auto">
            {message}
          </p>
        )}
        <div className={styles.actions}>
          {onReply && (
            <button ref={replyRef} type="button" aria-expanded={isReplying} onClick={onReply}>
              Reply
            </button>
          )}
          {isOwn && !removed && (
            <button type="button" onClick={() => setIsAsking(true)}>
              Delete
            </button>
          )}
          {!isOwn && !removed && (
            <Report
              target={{ kind: 'comment', id: comment._id, name: user.displayName }}
              renderButton={(open) => (
                <button type="button" onClick={open}>
                  Report
                </button>
              )}
            />
          )}
        </div>
        {children}
      </div>
      {isAsking && (
        <ConfirmDialog
          question="Are you sure you want to delete this message?"
          look="danger"
          onConfirm={onDelete}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}
