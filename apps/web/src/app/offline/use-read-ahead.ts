import { useEffect } from 'react';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { useIsInCockpit } from '../../features/rowing/rowing/index.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { readAhead } from './read-ahead.ts';

/** From one reading ahead to the next. */
const aheadEveryMs = 3_600_000;
/** A page that has just opened has other things to do. */
const aheadAfterMs = 15_000;
const aheadKey = 'read-ahead';

/** Reads ahead what one needs beside the erg; not while rowing. */
export function useReadAhead(): void {
  const user = useCurrentUser();
  const isInCockpit = useIsInCockpit();
  useEffect(() => {
    if (isInCockpit) return;
    const ahead = new AbortController();
    async function read(): Promise<void> {
      if (isServerAway.get() || !isDue(user.uid, Date.now())) return;
      await readAhead(user, ahead.signal);
      localStorage.setItem(aheadKey, JSON.stringify({ login: user.uid, atMs: Date.now() }));
    }
    const tryToRead = () =>
      void read().catch((error: unknown) => ahead.signal.aborted || console.warn('Not read ahead', error));
    const first = setTimeout(tryToRead, aheadAfterMs);
    const again = setInterval(tryToRead, aheadEveryMs);
    return () => {
      ahead.abort();
      clearTimeout(first);
      clearInterval(again);
    };
  }, [isInCockpit, user]);
}

/** Whether the last reading ahead of this device, in any tab, is an hour ago, or was for another login. */
function isDue(login: string, nowMs: number): boolean {
  try {
    const last: unknown = JSON.parse(localStorage.getItem(aheadKey) ?? 'null');
    if (typeof last !== 'object' || last === null || !('login' in last) || !('atMs' in last)) return true;
    return last.login !== login || typeof last.atMs !== 'number' || nowMs - last.atMs >= aheadEveryMs;
  } catch {
    return true;
  }
}
