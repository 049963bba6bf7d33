import { comments } from '@boathouse/contract/comments';
import { urlOf } from '@boathouse/contract/endpoint';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { removeEntry, type Entry } from '../../../lib/outbox/outbox.ts';
import { useWaiting } from '../../../lib/outbox/use-waiting.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import styles from './comment-item.module.css';

/** The page's build has no schemas of requests. */
const MessageSchema = z.object({ parent: z.string(), message: z.string() });

const calls = { comment: comments.create, reply: comments.reply };
const labels = { comment: 'Comments that are not sent yet', reply: 'Replies that are not sent yet' };

type WaitingMessagesProps = {
  kind: keyof typeof calls;
  /** The id of the activity or comment that they are for. */
  parent: string;
};

/** The user's own messages that wait for the server, in their future place, and the refused ones. */
export function WaitingMessages({ kind, parent }: WaitingMessagesProps) {
  const call = calls[kind];
  const url = urlOf(call, {}, {});
  const messages = useWaiting(useCurrentUser().uid).flatMap((entry) => {
    if (entry.url !== url || entry.method !== call.method) return [];
    const read = MessageSchema.safeParse(entry.body);
    return read.success && read.data.parent === parent ? [{ entry, message: read.data.message }] : [];
  });
  if (messages.length === 0) return null;
  return (
    <ol className={styles.waiting} aria-label={labels[kind]}>
      {messages.map(({ entry, message }) => (
        <WaitingMessage key={entry.key} entry={entry} message={message} />
      ))}
    </ol>
  );
}

function WaitingMessage({ entry, message }: { entry: Entry; message: string }) {
  const user = useCurrentUser();
  const [isAsking, setIsAsking] = useState(false);
  const itemRef = useRef<HTMLLIElement>(null);
  useFocusAfter(isAsking, itemRef);
  const discard = () =>
    void removeEntry(entry).catch(() =>
      showErrorToast("This device couldn't delete the message. Try again.", { action: entry.key }),
    );
  return (
    <li ref={itemRef} tabIndex={-1} className={styles.comment}>
      <Avatar name={user.displayName} imageURL={user.iconURL} size={28} />
      <div className={styles.body}>
        <p className={styles.by}>
          <strong dir="auto">{user.displayName}</strong>
          <span className={styles.state}>
            {entry.refusal === null ? 'Not sent yet' : `Not accepted. ${entry.refusal}`}
          </span>
        </p>
        <p className={styles.message} dir="auto">
          {message}
        </p>
        <div className={styles.actions}>
          <button type="button" onClick={() => setIsAsking(true)}>
            Discard
          </button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          question="Discard this message?"
          action="Discard"
          look="danger"
          onConfirm={discard}
          onClose={() => setIsAsking(false)}
        >
          It was not sent, and is deleted from this device.
        </ConfirmDialog>
      )}
    </li>
  );
}
