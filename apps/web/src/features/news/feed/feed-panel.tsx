import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { LoadMore } from '../../../ui/list/load-more.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import styles from './feed-panel.module.css';

type FeedPanelProps<T> = {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  feed: Pick<
    UseInfiniteQueryResult<T[]>,
    | 'data'
    | 'isError'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >;
  /** For a screen reader, while the first page loads. */
  loading: string;
  /** The sentence shown instead of content that could not be loaded. */
  unavailable: string;
  /** Shown instead of entries. */
  empty: ReactNode;
  /** Below the last entry. */
  end?: ReactNode;
  children: (entry: T) => ReactNode;
};

export function FeedPanel<T extends { _id: string }>(props: FeedPanelProps<T>) {
  const { title, aside, feed, loading, unavailable } = props;
  return (
    <Panel title={title} aside={aside}>
      {feed.data !== undefined ? (
        <Entries {...props} entries={feed.data} />
      ) : feed.isError ? (
        <Unavailable onRetry={() => void feed.refetch()}>{unavailable}</Unavailable>
      ) : (
        <Loading label={loading} />
      )}
    </Panel>
  );
}

function Entries<T extends { _id: string }>({
  title,
  feed,
  empty,
  end,
  entries,
  children,
}: FeedPanelProps<T> & { entries: T[] }) {
  const listRef = useRef<HTMLOListElement>(null);
  const awaitedRef = useRef<number | null>(null);

  // The button may disappear with the last page; the focus continues with the first new entry.
  useEffect(() => {
    const entry = awaitedRef.current === null ? null : listRef.current?.children[awaitedRef.current];
    if (!(entry instanceof HTMLElement)) return;
    awaitedRef.current = null;
    entry.focus({ preventScroll: true });
  });

  async function loadMore() {
    awaitedRef.current = entries.length;
    const { data = [], hasNextPage } = await feed.fetchNextPage();
    if (data.length > entries.length) return;
    awaitedRef.current = null;
    const last = listRef.current?.lastElementChild;
    if (!hasNextPage && last instanceof HTMLElement) last.focus({ preventScroll: true });
  }

  const words = entries.length === 0 ? empty : end;
  return (
    <>
      {entries.length > 0 && (
        <ol ref={listRef} className={styles.entries} aria-label={title}>
          {entries.map((entry) => (
            <li key={entry._id} tabIndex={-1} className={styles.entry}>
              {children(entry)}
            </li>
          ))}
        </ol>
      )}
      <LoadMore
        hasMore={feed.hasNextPage}
        isLoading={feed.isFetchingNextPage}
        isFailed={feed.isFetchNextPageError && !feed.isFetchingNextPage}
        loadMore={() => void loadMore()}
      />
      {!feed.hasNextPage && words !== undefined && <Empty>{words}</Empty>}
    </>
  );
}
