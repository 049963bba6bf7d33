import { useEffect } from 'react';
import { useCurrentUser } from '../../features/auth/index.ts';
import { isOnTheWater, useOfRow } from '../../features/rowing/index.ts';
import { forgetOldest, forgetOthers, keepAnswers } from '../../lib/kept/answers.ts';
import { notePageRead } from '../../lib/kept/read-pages.ts';
import { takeReads, type Read } from '../../lib/kept/reads.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { readAhead } from './read-ahead.ts';

/** Reads of a moment are stored together. */
const storeAfterMs = 500;
/** From one reading ahead to the next. */
const aheadEveryMs = 3_600_000;
/** A page that has just opened has other things to do. */
const aheadAfterMs = 15_000;
const aheadKey = 'read-ahead';

/** Keeps what the signed-in user reads, and reads ahead what one needs beside the erg; not while rowing. */
export function useKeeping(): void {
  const user = useCurrentUser();
  const isRowing = useOfRow(isOnTheWater);
  useEffect(() => keepReadsOf(user.uid), [user.uid]);
  useEffect(() => {
    if (isRowing) return;
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
  }, [isRowing, user]);
}

/** Stores what the login reads from now on, and what this page has read before; returns a function that stops. */
function keepReadsOf(login: string): () => void {
  let reads: Read[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const warn = (error: unknown) => console.warn('What was read is not kept on this device', error);
  async function store(): Promise<void> {
    timer = undefined;
    const now = reads;
    reads = [];
    await forgetOthers(login);
    await keepAnswers(login, now, Date.now());
    notePageRead(login, location.pathname, Date.now());
  }
  takeReads((read) => {
    reads.push(read);
    timer ??= setTimeout(() => void store().catch(warn), storeAfterMs);
  });
  forgetOldest(Date.now()).catch(warn);
  return () => {
    takeReads(null);
    clearTimeout(timer);
  };
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
