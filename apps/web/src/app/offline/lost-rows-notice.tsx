import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../features/auth/index.ts';
import { hasKeptRows } from '../../features/rowing/run/kept-rows.ts';
import { forgetNotes, lostRows, notedRows } from '../../features/rowing/run/rows-mark.ts';
import { formatDayAndTime } from '../../lib/format.ts';
import { namesInWords } from '../../lib/names-in-words.ts';
import styles from '../../ui/bar.module.css';
import { Button } from '../../ui/button.tsx';

/** Says which rows are gone that this device had and that were not sent: the browser has deleted its databases. */
export function LostRowsNotice() {
  const { _id } = useCurrentUser();
  const [lost, setLost] = useState<readonly number[]>([]);
  useEffect(() => {
    let isGone = false;
    async function look(): Promise<void> {
      // Where no code has opened the journal since, it still has to be looked for.
      const noted = notedRows(_id);
      const isThere = Object.keys(noted).length === 0 || (await hasKeptRows(_id));
      const found = { ...lostRows(_id), ...(isThere ? {} : noted) };
      if (!isGone) setLost(Object.values(found).toSorted((one, other) => one - other));
    }
    void look();
    return () => {
      isGone = true;
    };
  }, [_id]);
  if (lost.length === 0) return null;
  const days = lost.map((beganAtMs) => formatDayAndTime(new Date(beganAtMs).toISOString()));
  return (
    <div role="alert" className={styles.bar}>
      <p>
        {lost.length === 1 ? 'A workout' : `${lost.length} workouts`} that may not have been sent{' '}
        {lost.length === 1 ? 'is' : 'are'} gone from this device: {namesInWords(days, days.length)}. The
        browser deleted what it kept for this site, for example because its disk was full.
      </p>
      <Button
        onClick={() => {
          forgetNotes(_id);
          setLost([]);
        }}
      >
        Close
      </Button>
    </div>
  );
}
