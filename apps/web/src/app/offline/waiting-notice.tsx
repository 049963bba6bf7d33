import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../features/auth/index.ts';
import { isOnTheWater, useOfRow } from '../../features/rowing/index.ts';
import { onSent, removeEntry, type Entry } from '../../lib/outbox/outbox.ts';
import { sendAll } from '../../lib/outbox/send.ts';
import { useWaiting } from '../../lib/outbox/use-waiting.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/bar.module.css';

/** What could not be sent, because the server was busy or went away again, is tried again after this. */
const tryAgainMs = 30_000;

/** Sends what the user has written without the server, and says what waits and what was refused. */
export function WaitingNotice() {
  const { uid } = useCurrentUser();
  const mine = useWaiting(uid);
  const isAway = useSyncExternalStore(isServerAway.subscribe, isServerAway.get);
  const isRowing = useOfRow(isOnTheWater);
  const client = useQueryClient();
  const waits = mine.some(({ refusal }) => refusal === null);
  useEffect(() => onSent(() => void client.refetchQueries({ type: 'active' })), [client]);
  useEffect(() => {
    if (isAway || !waits) return;
    const start = () =>
      void sendAll(uid).catch((error: unknown) => console.warn('What waits was not sent', error));
    start();
    const timer = setInterval(start, tryAgainMs);
    return () => clearInterval(timer);
  }, [isAway, waits, uid]);
  if (mine.length === 0 || isRowing) return <div role="status" />;
  return (
    <div role="status" className={styles.bar}>
      {waits && (
        <p>
          Not sent yet:{' '}
          {mine
            .filter(({ refusal }) => refusal === null)
            .map(({ key, words, href }, index) => (
              <Fragment key={key}>
                {index > 0 && ', '}
                {href === undefined ? words : <Link to={href}>{words}</Link>}
              </Fragment>
            ))}
          .
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
