import type { AdministrationLogEntry } from '@boathouse/contract/administration/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDayAndTime } from '../../../lib/format.ts';
import { pagesOf } from '../../../lib/paging.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { logQuery } from './api.ts';
import styles from './administration.module.css';
import { entryInWords } from './log-words.ts';

export function Log() {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(logQuery(page));
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The log couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the log" />
    );
  }
  if (data.count === 0) return <p className={styles.note}>Administrators have done nothing here yet.</p>;
  const pages = pagesOf(data.count);
  return (
    <>
      <ul className={styles.rows}>
        {data.entries.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} onPage={setPage} />}
    </>
  );
}

function Entry({ entry }: { entry: AdministrationLogEntry }) {
  return (
    <li className={styles.entry}>
      <time dateTime={entry.at} className={styles.note}>
        {formatDayAndTime(entry.at)}
      </time>
      <span>{entryInWords(entry)}</span>
    </li>
  );
}
