import { useSyncExternalStore } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { removeEntry, type Entry } from '../../../lib/outbox/outbox.ts';
import { atServerMs } from '../../../lib/server/server-now.ts';
import { useWaiting } from '../../../lib/outbox/use-waiting.ts';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { useRooms } from '../../rowing/room/index.ts';
import { readWaitingLine } from './read-waiting-line.ts';
import { LinesOfRoom } from './send-waiting-lines.tsx';
import styles from './waiting-lines.module.css';

// In one part with the storage of a line: it must be loaded when the server is unavailable.
export { sendLine } from './send-line.ts';

type WaitingLinesProps = {
  /** The id of the session. */
  room: string;
  /** Absent while no channel is shown. */
  channelKey: string | undefined;
};

/** The user's lines in a channel that wait for the server, and those that it has refused. */
export function WaitingLines({ room, channelKey }: WaitingLinesProps) {
  const { subscribe, getStatus, getMembers } = useRooms().roomOf(room);
  const isAlone = useSyncExternalStore(
    subscribe,
    () => getStatus().state === 'connected' && getMembers().length === 1,
  );
  const lines = useWaiting(useCurrentUser().uid).flatMap((entry) => {
    const line = readWaitingLine(entry);
    const isHere = entry.room === room && line?.channelKey === channelKey;
    return isHere && line !== null ? [{ entry, message: line.message }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <>
      {/* It is also needed if the part that sends them from any page could not be loaded. */}
      <LinesOfRoom room={room} />
      <ol className={styles.lines} aria-label="Messages that are not sent yet">
        {lines.map(({ entry, message }) => (
          <Line key={entry.key} entry={entry} message={message} isAlone={isAlone} />
        ))}
      </ol>
    </>
  );
}

type LineProps = {
  entry: Entry;
  message: string;
  /** No one else is there to read it. */
  isAlone: boolean;
};

function Line({ entry, message, isAlone }: LineProps) {
  const writtenAt = new Date(atServerMs(entry.atMs)).toISOString();
  const discard = () =>
    void removeEntry(entry).catch(() =>
      showErrorToast("This device couldn't delete the message. Try again.", { action: entry.key }),
    );
  return (
    <li className={styles.line}>
      <p className={styles.state}>
        {entry.refusal ?? (isAlone ? 'Sent when someone else is here' : 'Not sent yet')}{' '}
        <time dateTime={writtenAt}>{formatTime(writtenAt)}</time>
      </p>
      <p dir="auto" className={styles.text}>
        {message}
      </p>
      <button type="button" className={styles.discard} onClick={discard}>
        Discard<span className="visually-hidden"> the message “{message}”</span>
      </button>
    </li>
  );
}
