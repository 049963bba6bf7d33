import { limits } from '@boathouse/contract/limits';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { pagesOf } from '../../../lib/paging.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { SearchBar } from '../../../ui/list/search-bar.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import type { Search } from './api.ts';
import styles from './administration.module.css';

/** The used part of a useQuery result. */
type Answer<Row> = {
  data: { count: number; rows: Row[] } | undefined;
  isError: boolean;
  refetch: () => unknown;
};

type SearchedListProps<Row> = {
  noun: 'user' | 'club';
  /** The name of the searched list. */
  label: string;
  search: Search;
  onSearch: (search: Search) => void;
  answer: Answer<Row>;
  renderRow: (row: Row) => ReactNode;
};

/** A list of all entries, a page at a time, and the results of a search in it. */
export function SearchedList<Row>(props: SearchedListProps<Row>) {
  const { noun, label, search, onSearch, answer, renderRow } = props;
  const { data, isError, refetch } = answer;
  const pages = data === undefined ? 1 : pagesOf(data.count);
  return (
    <>
      <SearchBar
        name={`${noun}s`}
        label={label}
        maxLength={limits.searchTextMax}
        text={search.search}
        isPaused={false}
        onSearch={(text) => onSearch({ search: text, page: 1 })}
        onRepeat={() => void refetch()}
      />
      {data === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>The {noun}s couldn't be loaded.</Unavailable>
        ) : (
          <Loading label={`Loading the ${noun}s`} />
        )
      ) : (
        <>
          <p role="status" className={styles.note}>
            {data.count === 0 && search.search !== ''
              ? `No ${noun} has ${search.search} in it`
              : `${formatCount(data.count)} ${noun}${data.count === 1 ? '' : 's'}`}
          </p>
          <ul className={styles.rows}>{data.rows.map(renderRow)}</ul>
          {pages > 1 && (
            <Pager page={search.page} pages={pages} onPage={(page) => onSearch({ ...search, page })} />
          )}
        </>
      )}
    </>
  );
}

export const firstPageOfAll: Search = { search: '', page: 1 };
