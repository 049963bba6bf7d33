import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '@boathouse/contract/sessions';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { SendWaitingLines } from '../../features/evening/chat/send-waiting-lines.tsx';
import { useIsInCockpit } from '../../features/rowing/rowing/index.ts';
import { DiscardWaitingDialog } from '../../features/sessions/sessions/discard-waiting-dialog.tsx';
import { onSent, removeEntry, tryAgain, type Entry } from '../../lib/outbox/outbox.ts';
import { sendAll } from '../../lib/outbox/send.ts';
import { useWaiting } from '../../lib/outbox/use-waiting.ts';
import { waitingSessionOf } from '../../lib/outbox/waiting-sessions.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { Button } from '../../ui/button.tsx';
import bar from '../../ui/bar.module.css';
import styles from './waiting-notice.module.css';

/** Entries that could not be sent, because the server was busy or went away again, are tried again after this. */
const tryAgainMs = 30_000;

/** Sends text that the user has written without the server, and shows queued and refused entries. */
export function WaitingNotice() {
  const { uid } = useCurrentUser();
  const mine = useWaiting(uid);
  const isAway = useSyncExternalStore(isServerAway.subscribe, isServerAway.get);
  const isInCockpit = useIsInCockpit();
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
  const unsent = mine.filter(({ refusal }) => refusal === null);
  const lines = unsent.map((entry) => <Unsent key={entry.key} entry={entry} onDiscard={setDiscarded} />);
  const isShown = mine.length > 0 && !isInCockpit;
  return (
    <>
      <div role="status">
        {isShown && lines.length === 1 && (
          <div className={bar.bar}>
            <div className={styles.only}>Not sent yet: {lines}</div>
          </div>
        )}
        {isShown && lines.length > 1 && (
          <div className={bar.bar}>
            <details className={styles.several}>
              <summary>{lines.length} not sent yet</summary>
              <ul>
                {lines.map((line) => (
                  <li key={line.key}>{line}</li>
                ))}
              </ul>
            </details>
          </div>
        )}
        {isShown &&
          mine.map(
            (entry) =>
              entry.refusal !== null && <Refused key={entry.key} entry={entry} onDiscard={setDiscarded} />,
          )}
      </div>
      {!isAway && <SendWaitingLines />}
      {discarded !== null && <DiscardWaitingDialog session={discarded} onClose={() => setDiscarded(null)} />}
    </>
  );
}

type EntryProps = {
  entry: Entry;
  /** Called to ask about a session, because rows and messages may depend on it. */
  onDiscard: (session: Session) => void;
};

/** Names the waiting entries. Entries with a place on a page are discarded there, a session here. */
function Unsent({ entry, onDiscard }: EntryProps) {
  const { href, words } = entry;
  const session = waitingSessionOf(entry);
  return (
    <>
      {href === undefined ? <span>{words}</span> : <Link to={href}>{words}</Link>}
      {session !== null && <Discard words={words} onClick={() => onDiscard(session)} />}
    </>
  );
}

function Refused({ entry, onDiscard }: EntryProps) {
  const session = waitingSessionOf(entry);
  return (
    <div className={bar.bar}>
      <p>
        {entry.words} was not accepted. {entry.refusal}
      </p>
      <Button onClick={() => void tryAgain(entry)}>
        Try again<span className="visually-hidden"> to send {entry.words}</span>
      </Button>
      <Discard
        words={entry.words}
        onClick={() => (session === null ? void removeEntry(entry) : onDiscard(session))}
      />
    </div>
  );
}

function Discard({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <Button look="quiet" onClick={onClick}>
      Discard<span className="visually-hidden"> {words}</span>
    </Button>
  );
}
