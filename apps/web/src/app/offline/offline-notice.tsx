import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useIsInCockpit } from '../../features/rowing/rowing/index.ts';
import { shownSinceMs } from '../../lib/kept/answers.ts';
import { newId } from '../../lib/outbox/call-or-keep.ts';
import { shouldRetry } from '../../lib/query.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { watchServer } from '../../lib/server/watch-server.ts';
import styles from './offline-notice.module.css';
import { whenRead } from './when-read.ts';

/** A server that is only slow is asked again after this, because everything on the page is requested at once. */
const askSlowAgainMs = 15_000;

/**
 * Reports that the server does not respond, and once it does, loads failed and old data. The cockpit has its own
 * message.
 */
export function OfflineNotice() {
  const isAway = useSyncExternalStore(isServerAway.subscribe, isServerAway.get);
  const sinceMs = useSyncExternalStore(shownSinceMs.subscribe, shownSinceMs.get);
  useEffect(watchServer, []);
  useEffect(() => void loadForLater().catch(() => undefined), []);
  const isInCockpit = useIsInCockpit();
  const client = useQueryClient();
  useEffect(() => {
    if (isAway) return;
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state: { error } }) => error !== null && shouldRetry(0, error),
    });
  }, [isAway, client]);
  const isOld = sinceMs !== null;
  const wasAway = useRef(false);
  useEffect(() => {
    if (isAway) wasAway.current = true;
    if (isAway || !isOld) return;
    const timer = setTimeout(
      () => {
        wasAway.current = false;
        shownSinceMs.set(null);
        void client.refetchQueries({ type: 'active' });
      },
      wasAway.current ? 0 : askSlowAgainMs,
    );
    return () => clearTimeout(timer);
  }, [isAway, isOld, client]);
  return (
    <div role="status" className={styles.notice} data-old={isOld}>
      {(isAway || isOld) && !isInCockpit && wordsFor(isAway, sinceMs)}
    </div>
  );
}

/**
 * Loads the parts that are also needed without the server: the layout that keeps toasts off the buttons, and the
 * storage of messages.
 */
async function loadForLater(): Promise<void> {
  await import('../../ui/toasts/keep-clear.ts');
  await import('../../features/evening/chat/waiting-lines.tsx');
  await newId();
}

function wordsFor(isAway: boolean, sinceMs: number | null): string {
  const why = !isAway
    ? 'The server is slow to answer'
    : navigator.onLine
      ? "The server can't be reached"
      : "You're offline";
  const age = sinceMs === null ? 'may be out of date' : `is as it was ${whenRead(sinceMs)}`;
  return `${why}. This page ${age}. Reconnecting…`;
}
