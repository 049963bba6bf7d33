import { formatDuration } from '@boathouse/workout/pace';
import type { Activity } from '@boathouse/contract/activities';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useCurrentUser } from '../auth/index.ts';
import { findKeptResults } from './run/kept-result.ts';
import { rowNotes } from './run/rows-mark.ts';
import { formatDayAndTime, formatDistance } from '../../lib/format.ts';
import styles from '../../ui/bar.module.css';

/** Where an athlete looks for the last result. */
const pages = ['/dashboard', '/training/activity'];
/** Looks this often whether they were sent. */
const lookEveryMs = 5_000;

/** The results that this device keeps until they are sent, newest first, above the pages that list results. */
export function UnsentResults() {
  const user = useCurrentUser();
  const isListed = pages.includes(useLocation().pathname);
  const [results, setResults] = useState<readonly Activity[]>([]);
  useEffect(() => {
    if (!isListed) return;
    let isGone = false;
    async function look(): Promise<void> {
      const hasRows = Object.keys(rowNotes.read(user._id)).length > 0;
      const found = hasRows ? await findKeptResults(user) : [];
      if (!isGone) setResults(found.map(({ activity }) => activity));
    }
    const start = () =>
      void look().catch((error: unknown) => console.warn("This device's journal could not be read", error));
    start();
    const timer = setInterval(start, lookEveryMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isListed, user]);
  if (!isListed || results.length === 0) return null;
  return (
    <section aria-label="Results that are not sent yet" className={styles.bar}>
      <ul>
        {results.map(({ _id, title, workout, distance, elapsedTime, createdAt }) => (
          <li key={_id}>
            Not sent yet: <Link to={`/activities/${_id}`}>{workout || title}</Link>,{' '}
            {formatDistance(distance)} in {formatDuration(elapsedTime)},{' '}
            <time dateTime={createdAt}>{formatDayAndTime(createdAt)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
