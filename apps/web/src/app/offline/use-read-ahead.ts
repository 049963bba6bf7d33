import { useEffect } from 'react';
import { useCurrentUser, useIsGuest } from '../../features/people/auth/index.ts';
import { useIsInCockpit } from '../../features/rowing/rowing/index.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { readAhead } from './read-ahead.ts';

/** The interval of reading ahead. */
const aheadEveryMs = 3_600_000;
/** A page that has just opened has other things to do. */
const aheadAfterMs = 15_000;
/** The first wait after a reading that failed, or that found no server; each later wait is twice as long. */
const retryAfterMs = 60_000;
const aheadKey = 'read-ahead';

/** Reads ahead the data needed at the erg, except while rowing, and not for guests, who row in one race only. */
export function useReadAhead(): void {
  const user = useCurrentUser();
  const isInCockpit = useIsInCockpit();
  const isGuest = useIsGuest();
  useEffect(() => {
    if (isInCockpit || isGuest) return;
    const ahead = new AbortController();
    let retryMs = retryAfterMs;
    /** Returns the time until the next try, in milliseconds. */
    async function read(): Promise<number> {
      if (!isDue(user.uid, Date.now())) return aheadEveryMs;
      try {
        if (!isServerAway.get()) {
          await readAhead(user, ahead.signal);
          localStorage.setItem(aheadKey, JSON.stringify({ login: user.uid, atMs: Date.now() }));
          retryMs = retryAfterMs;
          return aheadEveryMs;
        }
      } catch (error) {
        if (!ahead.signal.aborted) console.warn('Not read ahead', error);
      }
      const waitMs = retryMs;
      retryMs = Math.min(2 * retryMs, aheadEveryMs);
      return waitMs;
    }
    let next = setTimeout(() => void tryToRead(), aheadAfterMs);
    async function tryToRead(): Promise<void> {
      const waitMs = await read();
      if (!ahead.signal.aborted) next = setTimeout(() => void tryToRead(), waitMs);
    }
    return () => {
      ahead.abort();
      clearTimeout(next);
    };
  }, [isInCockpit, isGuest, user]);
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
