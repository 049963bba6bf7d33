import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '@boathouse/contract/sessions';
import { Fragment, useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../features/auth/index.ts';
import { SendWaitingLines } from '../../features/chat/send-waiting-lines.tsx';
import { isOnTheWater, useOfRow } from '../../features/rowing/index.ts';
import { DiscardWaitingDialog } from '../../features/sessions/discard-waiting-dialog.tsx';
import { onSent, removeEntry, tryAgain, type Entry } from '../../lib/outbox/outbox.ts';
import { sendAll } from '../../lib/outbox/send.ts';
import { useWaiting } from '../../lib/outbox/use-waiting.ts';
import { waitingSessionOf } from '../../lib/outbox/waiting-sessions.ts';
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
  const [discarded, setDiscarded] = useState<Session | null>(null);
  const sendsLines = !isAway && <SendWaitingLines />;
  if (mine.length === 0 || isRowing) {
    return (
      <>
        <div role="status" />
        {sendsLines}
      </>
    );
  }
  return (
    <>
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
        {mine.map((entry) => (
          <Actions key={entry.key} entry={entry} onDiscard={setDiscarded} />
        ))}
      </div>
      {sendsLines}
      {discarded !== null && <DiscardWaitingDialog session={discarded} onClose={() => setDiscarded(null)} />}
    </>
  );
}

type ActionsProps = {
  entry: Entry;
  /** Called to ask about a session, on which rows and messages may depend. */
  onDiscard: (session: Session) => void;
};

/** What a page has a place for is discarded there while it waits; a session and what was refused here. */
function Actions({ entry, onDiscard }: ActionsProps) {
  const session = waitingSessionOf(entry);
  const isRefused = entry.refusal !== null;
  if (session === null && !isRefused) return null;
  return (
    <>
      {isRefused && (
        <>
          <p>
            {entry.words} was not accepted. {entry.refusal}
          </p>
          <Button onClick={() => void tryAgain(entry)}>Try again</Button>
        </>
      )}
      <Button onClick={() => (session === null ? void removeEntry(entry) : onDiscard(session))}>
        Discard{!isRefused && <span> {session?.title}</span>}
      </Button>
    </>
  );
}
