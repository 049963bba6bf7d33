import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isOnTheWater, useOfRow } from '../../features/rowing/index.ts';
import { shouldRetry } from '../../lib/query.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { watchServer } from '../../lib/server/watch-server.ts';
import styles from './offline-notice.module.css';

/** Says that the server does not answer, and loads what has failed once it does. The cockpit has words of its own. */
export function OfflineNotice() {
  const isAway = useSyncExternalStore(isServerAway.subscribe, isServerAway.get);
  useEffect(watchServer, []);
  // Failures are toasts: what keeps them off the buttons must be there without the server too.
  useEffect(() => void import('../../ui/toasts/keep-clear.ts').catch(() => undefined), []);
  const isRowing = useOfRow(isOnTheWater);
  const client = useQueryClient();
  useEffect(() => {
    if (isAway) return;
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state: { error } }) => error !== null && shouldRetry(0, error),
    });
  }, [isAway, client]);
  return (
    <div role="status" className={styles.notice}>
      {isAway &&
        !isRowing &&
        `${navigator.onLine ? "The server can't be reached" : "You're offline"}. This page may be out of date. Reconnecting…`}
    </div>
  );
}
