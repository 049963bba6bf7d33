import { Fragment } from 'react';
import { useAtMonotonic } from '../../../lib/use-now.ts';
import styles from './chat-line.module.css';
import { useChat } from './chat-provider.tsx';
import { useMessagesWhileRowing } from './while-rowing.ts';

const shownForMs = 60_000;

/**
 * The newest message as one quiet line for a rower: no sound, no focus, not read out, and large for its first 10
 * seconds. Keeps its height without a message, so that nothing moves, and takes no space if the user has turned it off.
 */
export function ChatLine({ sessionId }: { sessionId: string }) {
  const { newest } = useChat(sessionId).state;
  const isShown = useAtMonotonic((nowMs) => newest !== null && nowMs - newest.atMs < shownForMs, 5_000);
  if (!useMessagesWhileRowing()) return null;
  return (
    <div role="group" aria-label="Newest message" className={styles.line}>
      {isShown && newest && (
        // A new message is large again.
        <Fragment key={newest.atMs}>
          <strong>
            {newest.message.sender.displayName}
            {newest.message.recipient !== null && ' to you'}
          </strong>{' '}
          <span dir="auto">{newest.message.message}</span>
        </Fragment>
      )}
    </div>
  );
}
