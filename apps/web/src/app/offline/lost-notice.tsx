import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { hasKeptRows } from '../../features/rowing/rowing/run/kept-rows.ts';
import { closeLostRows, rowNotes, rowWords } from '../../features/rowing/rowing/run/rows-mark.ts';
import { formatDayAndTime } from '../../lib/format.ts';
import { namesInWords } from '../../lib/names-in-words.ts';
import { outboxNotes, readWaiting } from '../../lib/outbox/outbox.ts';
import { hasOutbox } from '../../lib/outbox/waits.ts';
import styles from '../../ui/bar.module.css';
import { Button } from '../../ui/button.tsx';

const why = 'The browser deleted what it kept for this site, for example because its disk was full.';

/** Lists unsent data of this device that is lost because the browser has deleted its databases. */
export function LostNotice() {
  const { _id, uid } = useCurrentUser();
  const [rows, setRows] = useState<readonly LostRow[]>([]);
  const [written, setWritten] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    async function look(): Promise<void> {
      const [lostRows, lostWords] = await Promise.all([findLostRows(_id), findLostWords(uid)]);
      if (isGone) return;
      setRows(lostRows);
      setWritten(lostWords);
    }
    void look();
    return () => {
      isGone = true;
    };
  }, [_id, uid]);
  function closeRows(): void {
    closeLostRows(
      _id,
      rows.map(({ id }) => id),
    );
    setRows([]);
  }
  const began = rows.map(({ words }) => words);
  return (
    <>
      {rows.length > 0 && (
        <Lost onClose={closeRows}>
          {rows.length === 1 ? 'A workout' : `${rows.length} workouts`} that may not have been sent{' '}
          {rows.length === 1 ? 'is' : 'are'} gone from this device: {namesInWords(began, rows.length)}. {why}{' '}
          Where you know a result, you can <Link to="/training/enter">enter it</Link>.
        </Lost>
      )}
      {written.length > 0 && (
        <Lost onClose={() => (outboxNotes.forgetLost(uid), setWritten([]))}>
          What you wrote is gone from this device, and may not have been sent:{' '}
          {namesInWords(written, written.length)}. {why}
        </Lost>
      )}
    </>
  );
}

/** `words` describe when it began, and how much was rowed. */
type LostRow = { id: string; words: string };

/** Returns the lost rows, earliest first. */
async function findLostRows(userId: string): Promise<LostRow[]> {
  // If no code has opened the journal since, it is still checked.
  const noted = rowNotes.read(userId);
  const isThere = Object.keys(noted).length === 0 || (await hasKeptRows(userId));
  const found = { ...rowNotes.lost(userId), ...(isThere ? {} : noted) };
  const words = { ...rowWords.read(userId), ...rowWords.lost(userId) };
  return Object.entries(found)
    .toSorted(([, one], [, other]) => one - other)
    .map(([id, beganAtMs]) => {
      const began = formatDayAndTime(new Date(beganAtMs).toISOString());
      return { id, words: id in words ? `${began} (${words[id]})` : began };
    });
}

/** Returns descriptions of the lost things that the user has written without the server. */
async function findLostWords(login: string): Promise<string[]> {
  if (!hasOutbox()) return [];
  // Compares the notes with the stored entries.
  await readWaiting(login).catch((error: unknown) =>
    console.warn('What was not sent could not be read', error),
  );
  return Object.values(outboxNotes.lost(login));
}

function Lost({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div role="alert" className={styles.bar}>
      <p>{children}</p>
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
