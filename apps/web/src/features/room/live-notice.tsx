import { useSyncExternalStore, type ReactNode } from 'react';
import { useAtMonotonic } from '../../lib/use-now.ts';
import styles from './live-notice.module.css';
import type { LiveRoom, RoomStatus } from './live-room.ts';

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
      return (
        <>
          The server has not been reachable<span aria-hidden="true"> for {lostForSec} s</span>. Live data is
          paused. Reconnecting…
        </>
      );
    case 'notAllowed':
      // Only an athlete who rows here still sees the page of a session that is gone.
      return status.refusal.code === 'not_found'
        ? "You can't see the others in this session any more. What you row is still saved."
        : status.refusal.message;
    case 'refused':
      return refusals[status.reason];
  }
}

const refusals = {
  board_closed: 'This board is closed. Ask the host for a new link.',
  not_signed_in: 'You are logged out. Log in again to see the others live.',
  wrong_origin: "Live data isn't available at this address. Open the page at the server's own address.",
  wrong_address: "Live data couldn't be requested. Reload the page.",
  protocol_mismatch: 'The server was updated. Reload the page to see the others live.',
  server_too_old: 'The server is being updated. Live data is back in a moment.',
  too_many_connections: 'You have too many pages open. Close some to see the others live here.',
  flooding: 'Your account has sent too many messages. Live data is back in a few seconds.',
} as const;
