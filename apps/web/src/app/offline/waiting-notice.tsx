import { ProblemSchema } from '@boathouse/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useCurrentUser } from '../../features/auth/index.ts';
import { isOnTheWater, useOfRow } from '../../features/rowing/index.ts';
import { exchangeJson } from '../../lib/api.ts';
import {
  outboxMark,
  readWaiting,
  removeEntry,
  sendWaiting,
  waiting,
  type Entry,
  type Sent,
} from '../../lib/outbox/outbox.ts';
import { actsAs } from '../../lib/server/login-state.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/bar.module.css';

/** What could not be sent, because the server was busy or went away again, is tried again after this. */
const tryAgainMs = 30_000;

/** Sends what the user has written without the server, and says what waits and what was refused. */
export function WaitingNotice() {
  const { uid } = useCurrentUser();
  const entries = useSyncExternalStore(waiting.subscribe, waiting.get);
  const isAway = useSyncExternalStore(isServerAway.subscribe, isServerAway.get);
  const isRowing = useOfRow(isOnTheWater);
  const client = useQueryClient();
  useEffect(() => {
    if (localStorage.getItem(outboxMark) === null) return;
    readWaiting(uid).catch((error: unknown) => console.warn('What was not sent could not be read', error));
  }, [uid]);
  const mine = entries.filter(({ login }) => login === uid);
  const waits = mine.some(({ refusal }) => refusal === null);
  useEffect(() => {
    if (isAway || !waits) return;
    async function sendAll(): Promise<void> {
      const hasSent = await alone(() => sendWaiting(uid, send));
      if (hasSent) await client.refetchQueries({ type: 'active' });
    }
    const start = () =>
      void sendAll().catch((error: unknown) => console.warn('What waits was not sent', error));
    start();
    const timer = setInterval(start, tryAgainMs);
    return () => clearInterval(timer);
  }, [isAway, waits, uid, client]);
  if (mine.length === 0 || isRowing) return <div role="status" />;
  return (
    <div role="status" className={styles.bar}>
      {waits && (
        <p>
          Not sent yet: {mine.flatMap(({ refusal, words }) => (refusal === null ? [words] : [])).join(', ')}.
        </p>
      )}
      {mine.map((entry) => entry.refusal !== null && <Refused key={entry.key} entry={entry} />)}
    </div>
  );
}

function Refused({ entry }: { entry: Entry }) {
  return (
    <>
      <p>
        {entry.words} was not accepted. {entry.refusal}
      </p>
      <Button onClick={() => void removeEntry(entry)}>Discard</Button>
    </>
  );
}

/** One tab sends at a time; where the browser has no locks, the server stores each entry once anyway. */
async function alone(work: () => Promise<boolean>): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return locks.request('outbox', { ifAvailable: true }, (lock) => (lock === null ? false : work()));
}

async function send({ method, url, body, login }: Entry): Promise<Sent> {
  // Another user has logged in meanwhile: the entry waits for its own.
  if (actsAs() !== login) return 'later';
  const answer = await exchangeJson({ method, url, body }).catch(() => null);
  // Without the server, or while it is busy, or once the login has ended.
  if (answer === null || [401, 408, 429].includes(answer.status) || answer.status >= 500) return 'later';
  if (answer.status < 300) return 'sent';
  const problem = ProblemSchema.safeParse(answer.body);
  // Without our own words it is the answer of a proxy or of a network's login page.
  return problem.success ? { refusal: `${problem.data.message}.` } : 'later';
}
