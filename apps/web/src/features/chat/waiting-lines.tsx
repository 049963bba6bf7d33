import { useEffect, useSyncExternalStore } from 'react';
import { formatTime } from '../../lib/format.ts';
import { removeEntry, type Entry } from '../../lib/outbox/outbox.ts';
import { useWaiting } from '../../lib/outbox/use-waiting.ts';
import { showErrorToast } from '../../ui/toast-store.ts';
import { useCurrentUser } from '../auth/index.ts';
import { useRooms } from '../room/index.ts';
import { readWaitingLine } from './read-waiting-line.ts';
import { sendLines } from './send-line.ts';
import styles from './waiting-lines.module.css';

type WaitingLinesProps = {
  /** The id of the session. */
  room: string;
  /** Absent while no channel is shown. */
  channelKey: string | undefined;
};

/**
 * A server that was away has no one in its rooms, and stores no messages: pages are back within 4.5 s
 * (`reconnectionDelayMax` in `lib/socket-client.ts` and its half).
 */
const othersBackMs = 6_000;

/** The user's lines in a channel that wait for the server, and those that it has refused. Sends those of the room once its others are back. */
export function WaitingLines({ room, channelKey }: WaitingLinesProps) {
  const rooms = useRooms();
  const { subscribe, getStatus } = rooms.roomOf(room);
  const isIn = useSyncExternalStore(subscribe, () => getStatus().state === 'connected');
  useEffect(() => {
    if (!isIn) return;
    const timer = setTimeout(
      () => sendLines((event, message) => rooms.ask(room, event, message), room),
      othersBackMs,
    );
    return () => clearTimeout(timer);
  }, [isIn, rooms, room]);
  const lines = useWaiting(useCurrentUser().uid).flatMap((entry) => {
    const line = readWaitingLine(entry);
    const isHere = entry.room === room && line?.channelKey === channelKey;
    return isHere && line !== null ? [{ entry, message: line.message }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ol className={styles.lines} aria-label="Messages that are not sent yet">
      {lines.map(({ entry, message }) => (
        <Line key={entry.key} entry={entry} message={message} />
      ))}
    </ol>
  );
}

function Line({ entry, message }: { entry: Entry; message: string }) {
  const writtenAt = new Date(entry.atMs).toISOString();
  const discard = () =>
    void removeEntry(entry).catch(() =>
      showErrorToast("This device couldn't delete the message. Try again.", { action: entry.key }),
    );
  return (
    <li className={styles.line}>
      <p className={styles.state}>
        {entry.refusal ?? 'Not sent yet'} <time dateTime={writtenAt}>{formatTime(writtenAt)}</time>
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
