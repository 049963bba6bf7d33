import { useEffect, useSyncExternalStore } from 'react';
import { outboxMark, readWaiting, waiting, type Entry } from '../../lib/outbox/outbox.ts';
import { useCurrentUser } from '../auth/index.ts';

/** Returns what the user has written without the server and is not sent yet, oldest first. */
export function useWaiting(): readonly Entry[] {
  const { uid } = useCurrentUser();
  const entries = useSyncExternalStore(waiting.subscribe, waiting.get);
  useEffect(() => {
    if (localStorage.getItem(outboxMark) === null) return;
    readWaiting(uid).catch((error: unknown) => console.warn('What was not sent could not be read', error));
  }, [uid]);
  return entries.filter(({ login }) => login === uid);
}
