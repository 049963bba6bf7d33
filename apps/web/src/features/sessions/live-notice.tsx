import { useSyncExternalStore, type ReactNode } from 'react';
import { useMonotonicMs } from '../../lib/use-now.ts';
import styles from './live-notice.module.css';
import type { LiveRoom, RoomStatus } from './live-room.ts';

/** Says in words why nothing live arrives; nothing while all is well. */
export function LiveNotice({ room }: { room: LiveRoom }) {
  const status = useSyncExternalStore(room.subscribe, room.getStatus);
  const nowMs = useMonotonicMs();
  const words = wordsOf(status, nowMs);
  return (
    <div role="status" className={styles.notice} data-shown={words !== null}>
      {words}
    </div>
  );
}

/** The seconds are hidden from screen readers, which would otherwise read the sentence anew with each of them. */
function wordsOf(status: RoomStatus, nowMs: number): ReactNode {
  switch (status.state) {
    case 'idle':
    case 'connecting':
    case 'connected':
      return null;
    case 'lost': {
      const sec = Math.max(0, Math.floor((nowMs - status.sinceMs) / 1000));
      return (
        <>
          The server has not been reachable<span aria-hidden="true"> for {sec} s</span>. What the others do is
          not shown until it is back; trying again.
        </>
      );
    }
    case 'notAllowed':
      return status.message;
    case 'refused':
      return refusals[status.reason];
  }
}

const refusals = {
  not_signed_in: 'You are signed out. Sign in again to see the others live.',
  wrong_origin: 'The live channel is closed to this address. Open the page at its own address.',
  protocol_mismatch: 'The server was updated. Reload the page to see the others live.',
} as const;
