import { useSyncExternalStore, type ReactNode } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useAtMonotonic } from '../../../lib/use-now.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import styles from './live-notice.module.css';
import type { LiveRoom, RoomStatus } from './live-room.ts';

const RefusedWords = lazyPart({
  name: 'The reason why no live data arrives',
  load: async () => (await loadChunk(() => import('./refused-words.tsx'))).RefusedWords,
});

/** Explains why no live data arrives; empty while connected. */
export function LiveNotice({ room }: { room: LiveRoom }) {
  const status = useSyncExternalStore(room.subscribe, room.getStatus);
  const lostForSec = useAtMonotonic(
    (nowMs) => (status.state === 'lost' ? Math.max(0, Math.floor((nowMs - status.sinceMs) / 1_000)) : 0),
    500,
  );
  const words = wordsOf(status, lostForSec);
  return (
    <div role="status" className={styles.notice} data-shown={words !== null}>
      {words}
    </div>
  );
}

/** Hides the seconds from screen readers, which would otherwise read the sentence every second. */
function wordsOf(status: RoomStatus, lostForSec: number): ReactNode {
  switch (status.state) {
    case 'idle':
    case 'connecting':
    case 'connected':
      return null;
    case 'lost':
      if (status.isBlocked) return <RefusedWords status={status} />;
      return (
        <>
          The server has not been reachable<span aria-hidden="true"> for {lostForSec} s</span>. Live data is
          paused. Reconnecting…
        </>
      );
    case 'notAllowed':
    case 'refused':
      return <RefusedWords status={status} />;
  }
}
