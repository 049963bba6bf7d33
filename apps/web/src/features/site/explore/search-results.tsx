import { limits } from '@boathouse/contract/limits';
import { Fragment, type ReactNode } from 'react';
import { Navigate, useNavigate, useNavigation, type NavigateOptions } from 'react-router';
import { pagesOf } from '../../../lib/paging.ts';
import { Button } from '../../../ui/button.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { SearchBar } from '../../../ui/list/search-bar.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import type { Found } from './api.ts';
import { addressOf, foundInWords, type Search } from './search-address.ts';
import styles from './search-results.module.css';

/** The used part of a useQuery result. */
type Answer<Row> = {
  data: Found<Row> | undefined;
  isError: boolean;
  /** `data` belongs to the search or page before, while this one loads. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type SearchResultsProps<Row> = {
  noun: 'club' | 'athlete';
  search: Search;
  answer: Answer<Row>;
  renderRows: (rows: Row[], label: string) => ReactNode;
  /** Shown instead of an empty whole list. */
  empty: ReactNode;
};

/**
 * Search bar and results, or before a search all. The search is in the URL, so that reload and Back restore it. A typed
 * text is one entry of the history, which Enter ends.
 */
export function SearchResults<Row>({ noun, search, answer, renderRows, empty }: SearchResultsProps<Row>) {
  const navigate = useNavigate();
  // While the page that the user opens is loading, a search would navigate back to this one.
  const isLeaving = useNavigation().state !== 'idle';
  const { data, isPlaceholderData } = answer;
  const goTo = (next: Search, options?: NavigateOptions) =>
    void navigate({ search: addressOf(next) }, options);
  const pages = data === undefined ? 1 : pagesOf(data.count);
  // Page number out of range.
  if (data && !isPlaceholderData && search.page > pages) {
    return <Navigate replace to={{ search: addressOf({ ...search, page: pages }) }} />;
  }
  return (
    <>
      <SearchBar
        name="q"
        label={noun === 'club' ? 'Club name' : 'Athlete name'}
        maxLength={limits.searchTextMax}
        text={search.text}
        isPaused={isLeaving}
        onSearch={(text, { isTyping, replaces }) =>
          goTo({ text, page: 1 }, { replace: replaces, preventScrollReset: isTyping })
        }
        onRepeat={() => void answer.refetch()}
      >
        <Button type="submit" look="primary">
          Search
        </Button>
      </SearchBar>
      <p role="status" className={styles.status}>
        {statusOf(noun, search, answer)}
      </p>
      {data === undefined ? (
        <Waiting noun={noun} search={search} answer={answer} />
      ) : (
        <section
          aria-label={`${capitalized(noun)}s`}
          aria-busy={isPlaceholderData}
          className={styles.results}
        >
          {partsOf(noun, search, data).map(({ label, rows }) => (
            <Fragment key={label}>
              <h2 className={search.text === '' ? undefined : 'visually-hidden'}>{label}</h2>
              {rows.length > 0 && renderRows(rows, label)}
            </Fragment>
          ))}
          {data.rows.length === 0 && search.text === '' && !isPlaceholderData && <Empty>{empty}</Empty>}
          {pages > 1 && (
            <div className={styles.pager}>
              <Pager page={search.page} pages={pages} onPage={(page) => goTo({ ...search, page })} />
            </div>
          )}
        </section>
      )}
    </>
  );
}

type Part<Row> = { label: string; rows: Row[] };

/**
 * Returns the rows of a page under their headings; in the list of all athletes, members of the viewer's clubs come
 * first.
 */
function partsOf<Row>(noun: 'club' | 'athlete', { text, page }: Search, found: Found<Row>): Part<Row>[] {
  const { rows, ofClubs } = found;
  if (text !== '') return [{ label: `${capitalized(noun)}s found`, rows }];
  if (noun === 'club' || ofClubs === undefined) return [{ label: `Newest ${noun}s`, rows }];
  const own = Math.min(rows.length, Math.max(0, ofClubs - (page - 1) * limits.pageSize));
  const parts = [
    { label: 'From your clubs', rows: rows.slice(0, own) },
    { label: own > 0 || page > 1 ? 'More athletes' : 'Active and new athletes', rows: rows.slice(own) },
  ];
  const shown = parts.filter((part) => part.rows.length > 0);
  return shown.length > 0 ? shown : parts.slice(1);
}

const capitalized = (noun: 'club' | 'athlete') => (noun === 'club' ? 'Club' : 'Athlete');

function statusOf(noun: 'club' | 'athlete', { text, page }: Search, answer: Answer<unknown>): string {
  const { data, isPlaceholderData } = answer;
  if (text === '') return `Use the search bar above to find ${noun}s`;
  if (data === undefined || isPlaceholderData) return '';
  if (data.count === 0) return `We couldn't find any ${noun}s matching the name ${text}`;
  return foundInWords(noun, data.count, page, data.rows.length);
}

type WaitingProps = { noun: 'club' | 'athlete'; search: Search; answer: Answer<unknown> };

function Waiting({ noun, search: { text }, answer }: WaitingProps) {
  if (!answer.isError) return <Loading label={text === '' ? `Loading the ${noun}s` : `Searching ${noun}s`} />;
  return (
    <Unavailable onRetry={() => void answer.refetch()}>
      {text === '' ? `The ${noun}s couldn't be loaded.` : "The search couldn't be loaded."}
    </Unavailable>
  );
}
