import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../features/auth/index.ts';
import { hasKeptRows } from '../../features/rowing/run/kept-rows.ts';
import { forgetNotes, notedRows } from '../../features/rowing/run/rows-mark.ts';
import { formatDayAndTime } from '../../lib/format.ts';
import { namesInWords } from '../../lib/names-in-words.ts';
import styles from '../../ui/bar.module.css';
import { Button } from '../../ui/button.tsx';

/** Says which rows are gone that this device had and that were not sent: the browser has deleted its databases. */
export function LostRowsNotice() {
  const { _id } = useCurrentUser();
  const [lost, setLost] = useState<readonly number[]>([]);
  useEffect(() => {
    const noted = Object.values(notedRows(_id));
    if (noted.length === 0) return;
    let isGone = false;
    void hasKeptRows(_id).then((isThere) => {
      if (!isThere && !isGone) setLost(noted.toSorted());
    });
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
