import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { pageLastReadMs } from '../../lib/kept/read-pages.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { whyUnavailable } from '../../ui/states.tsx';
import { whenRead } from './when-read.ts';

/**
 * While the server is unavailable, explains that this device does not have the data, with the time at which its page
 * was last read.
 */
export function UnavailableReason() {
  const isAway = useSyncExternalStore(isServerAway.subscribe, isServerAway.get);
  const { uid } = useCurrentUser();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isAway) return;
    const lastMs = pageLastReadMs(uid, pathname);
    whyUnavailable.set(
      lastMs === null
        ? 'Not available offline.'
        : `Not available offline. You last opened this page ${whenRead(lastMs)}.`,
    );
    return () => whyUnavailable.set(null);
  }, [isAway, uid, pathname]);
  return null;
}
