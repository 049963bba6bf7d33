import { useEffect, useSyncExternalStore } from 'react';
import { readWaiting, waiting, type Entry } from './outbox.ts';
import { hasOutbox } from './waits.ts';

/** Returns a user's entries that were made without the server and are not sent yet, oldest first. */
export function useWaiting(uid: string): readonly Entry[] {
  const entries = useSyncExternalStore(waiting.subscribe, waiting.get);
  useEffect(() => {
    if (!hasOutbox()) return;
    readWaiting(uid).catch((error: unknown) => console.warn('What was not sent could not be read', error));
  }, [uid]);
  return entries.filter(({ login }) => login === uid);
}
