import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { removeEntry } from '../../../lib/outbox/outbox.ts';
import { likesOf } from './api.ts';
import styles from './likes-and-comments.module.css';
import { useWaiting } from '../../../lib/outbox/use-waiting.ts';
import { useCurrentUser } from '../../people/auth/index.ts';

/** Shows beside the button that the user's like, or its removal, waits for the server or was refused. */
export function WaitingLike({ activityId, viewerId }: { activityId: string; viewerId: string }) {
  const client = useQueryClient();
  const { data: likes } = useQuery(likesOf(activityId, viewerId));
  const entry = useWaiting(useCurrentUser().uid).find(({ key }) => key === `like ${activityId}`);
  const wanted = entry === undefined || entry.refusal !== null ? null : entry.method === 'POST';
  const isShown = wanted === null || likes === undefined || likes.didLike === wanted;
  // Data that this device has read before shows the server's state before the press.
  useEffect(() => {
    if (isShown) return;
    client.setQueryData(
      likesOf(activityId, viewerId).queryKey,
      (shown) => shown && { ...shown, didLike: wanted, count: Math.max(0, shown.count + (wanted ? 1 : -1)) },
    );
  }, [client, isShown, wanted, activityId, viewerId]);
  if (entry === undefined) return null;

  async function discard(): Promise<void> {
    if (entry === undefined) return;
    await removeEntry(entry);
    const { queryKey } = likesOf(activityId, viewerId);
    if (wanted !== null) {
      client.setQueryData(
        queryKey,
        (shown) =>
          shown && { ...shown, didLike: !wanted, count: Math.max(0, shown.count + (wanted ? -1 : 1)) },
      );
    }
    await client.invalidateQueries({ queryKey });
  }

  return (
    <span className={styles.waiting}>
      {entry.refusal === null ? 'Not sent yet' : `${entry.words} was not accepted. ${entry.refusal}`}
      <button type="button" className={styles.button} onClick={() => void discard()}>
        Discard
      </button>
    </span>
  );
}
