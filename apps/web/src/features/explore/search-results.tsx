import { limits } from '@boathouse/contract/limits';
import { TextInput } from '../../ui/field/field.tsx';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { pagesOf } from '../../lib/paging.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Loading, Unavailable } from '../../ui/states.tsx';
import type { Found } from './api.ts';
import { addressOf, foundInWords, type Search } from './search-address.ts';
import styles from './search-results.module.css';

/** The used part of a useQuery result. */
type Answer<Row> = {
  data: Found<Row> | undefined;
  isError: boolean;
  /** `data` is the previous page while the next one loads. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type SearchResultsProps<Row> = {
  noun: 'club' | 'athlete';
  search: Search;
  answer: Answer<Row>;
  renderRows: (rows: Row[]) => ReactNode;
};

/** Search bar and results. The search is in the URL, so that reload and Back restore it. */
export function SearchResults<Row>({ noun, search, answer, renderRows }: SearchResultsProps<Row>) {
  const navigate = useNavigate();
  const { data, isPlaceholderData } = answer;
  const goTo = (next: Search) => void navigate({ search: addressOf(next) });
  const pages = data === undefined ? 1 : pagesOf(data.count);
  // Page number out of range.
  if (data && !isPlaceholderData && search.page > pages) {
    return <Navigate replace to={{ search: addressOf({ ...search, page: pages }) }} />;
  }
  return (
    <>
      <SearchBar
        noun={noun}
        text={search.text}
        onSearch={(text) => (text === search.text ? void answer.refetch() : goTo({ text, page: 1 }))}
      />
      <p role="status" className={styles.status}>
        {statusOf(noun, search, answer)}
      </p>
      {search.text === '' ? (
        <div className={styles.water}>
          <Banner imageURL={null} />
        </div>
      ) : data === undefined ? (
        <Waiting noun={noun} answer={answer} />
      ) : (
        <div aria-busy={isPlaceholderData}>
          {data.rows.length > 0 && renderRows(data.rows)}
          {pages > 1 && (
            <div className={styles.pager}>
              <Pager page={search.page} pages={pages} onPage={(page) => goTo({ ...search, page })} />
            </div>
          )}
        </div>
      )}
    </>
  );
}

function statusOf(noun: 'club' | 'athlete', { text, page }: Search, answer: Answer<unknown>): string {
  const { data, isPlaceholderData } = answer;
  if (text === '') return `Use the search bar above to find ${noun}s`;
  if (data === undefined || isPlaceholderData) return '';
  if (data.count === 0) return `We couldn't find any ${noun}s matching the name ${text}`;
  return foundInWords(noun, data.count, page, data.rows.length);
}

function Waiting({ noun, answer }: { noun: 'club' | 'athlete'; answer: Answer<unknown> }) {
  return answer.isError ? (
    <Unavailable onRetry={() => void answer.refetch()}>The search isn't available right now.</Unavailable>
  ) : (
    <Loading label={`Searching ${noun}s`} />
  );
}

type SearchBarProps = { noun: 'club' | 'athlete'; text: string; onSearch: (text: string) => void };

function SearchBar({ noun, text, onSearch }: SearchBarProps) {
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  const inputRef = useRef<HTMLInputElement>(null);
  // Back and Forward also change the text.
  if (text !== searched) {
    setSearched(text);
    setTyped(text);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === '') inputRef.current?.focus();
    else onSearch(wanted);
  }

  return (
    <form role="search" className={styles.bar} onSubmit={submit}>
      <TextInput
        ref={inputRef}
        type="search"
        name="q"
        label={noun === 'club' ? 'Club name' : 'Athlete name'}
        autoComplete="off"
        maxLength={limits.searchTextMax}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" look="primary">
        Search
      </Button>
    </form>
  );
}
