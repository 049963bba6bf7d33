import { type FoundActivity, history } from '@boathouse/contract/activities/history';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import type { PersonalBest } from '@boathouse/contract/statistics';
import { limits } from '@boathouse/contract/limits';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams, type NavigateOptions } from 'react-router';
import { useUnsentResults } from '../../../../lib/kept/unsent-results.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Pager } from '../../../../ui/list/pager.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { useFocusAfter } from '../../../../ui/use-focus-after.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { personalBestsOf } from '../../statistics/index.ts';
import styles from './history-page.module.css';
import {
  activeFilters,
  addressOf,
  firstDirection,
  searchOf,
  without,
  type HistorySearch,
  endsEarly,
  pagesOfSearch,
  queryOf,
  type HistorySort,
} from './history-search.ts';
import { AskedRows } from '../same/asked-rows.tsx';
import { HistoryTable } from './history-table.tsx';
import { HistoryToolbar } from './history-toolbar.tsx';
import { countInWords, filterWords, totalsInWords, unsentInWords } from './history-words.ts';
import { apiQuery } from '../../../../lib/api-query.ts';
import { pageQuery } from '../../../../lib/paging.ts';

type Found = EndpointResponse<typeof history.search>;
type Show = (changed: Partial<HistorySearch>, options?: NavigateOptions) => void;

/** The viewer's past workouts. Sort, filters and page are in the URL. */
export function HistoryPage() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const search = searchOf(query);
  const { data, isError, isPlaceholderData, refetch } = useQuery(historyOf(user._id, search));
  const { data: bests = [] } = useQuery(personalBestsOf(user._id));
  const isFiltered = activeFilters(search.filters).length > 0;
  const kept = useUnsentResults(data?.activities ?? []);
  // Only the server searches. Unsent activities are on the first page, so that each is in the list once.
  const unsent = isFiltered || search.page > 1 ? [] : kept;
  const show: Show = (changed, options) =>
    void navigate(
      { search: addressOf({ ...search, page: 1, ...changed }) },
      { preventScrollReset: true, ...options },
    );

  const panelRef = useRef<HTMLElement>(null);
  // The button that clears a filter is removed with the first result.
  useFocusAfter(data?.count === 0, panelRef);

  // Page number out of range.
  const pages = pagesOfSearch(search.sort, data?.count ?? 0);
  if (data && !isPlaceholderData && search.page > pages) {
    return <Navigate replace to={{ search: addressOf({ ...search, page: pages }) }} />;
  }
  const isNew = data?.count === 0 && !isFiltered && unsent.length === 0 && !isPlaceholderData;
  return (
    <Page>
      <h1>Activity</h1>
      <AskedRows />
      <section ref={panelRef} tabIndex={-1} aria-label="Past activities" className={styles.panel}>
        {isNew ? (
          <NoActivities />
        ) : (
          <>
            <HistoryToolbar
              userId={user._id}
              search={search}
              count={data?.count ?? 0}
              machines={data?.machines ?? []}
              tags={data?.tags ?? []}
              onSort={(sort) => show({ sort })}
              onFilter={(filters, options) => show({ filters }, options)}
            />
            <p role="status" className={styles.totals}>
              {data &&
                !isPlaceholderData &&
                data.count > 0 &&
                totalsInWords(data.count, data.totals ?? []).map((words) => <span key={words}>{words}</span>)}
              {kept.length > 0 && <span>{unsentInWords(kept.length, isFiltered)}</span>}
            </p>
            {data !== undefined || unsent.length > 0 ? (
              <Results
                found={data}
                pages={pages}
                unsent={unsent}
                isOld={isPlaceholderData}
                bests={bests}
                search={search}
                show={show}
              />
            ) : null}
            {data !== undefined ? null : isError ? (
              <Unavailable onRetry={() => void refetch()}>Your activities couldn't be loaded.</Unavailable>
            ) : (
              <Loading label="Loading your activities" lines={8} />
            )}
          </>
        )}
      </section>
    </Page>
  );
}

function NoActivities() {
  return (
    <Empty>
      <p>No activities yet. Row one, and its result is kept here.</p>
      <div className={styles.actions}>
        <Link to="/row" className={buttonClass('primary')}>
          Just row
        </Link>
        <Link to="/dashboard" className={buttonClass()}>
          Create a session
        </Link>
        <Link to="/training/import" className={buttonClass()}>
          Import files
        </Link>
        <Link to="/training/enter" className={buttonClass()}>
          Enter a result
        </Link>
      </div>
    </Empty>
  );
}

type ResultsProps = {
  /** Absent until it is loaded. */
  found: Found | undefined;
  /** Pages of the found list. */
  pages: number;
  /** The results that this device keeps until they are sent. */
  unsent: readonly FoundActivity[];
  /** The previous search, until the response to this one. */
  isOld: boolean;
  bests: readonly PersonalBest[];
  search: HistorySearch;
  show: Show;
};

function Results({ found, pages, unsent, isOld, bests, search, show }: ResultsProps) {
  const { sort, page } = search;
  if (found?.count === 0 && unsent.length === 0) {
    return <NothingFound found={found} search={search} show={show} />;
  }
  return (
    <div aria-busy={isOld}>
      <HistoryTable
        activities={unsentInPlace(found?.activities ?? [], unsent, sort)}
        unsent={unsent}
        bests={bests}
        sort={sort}
        onSort={(field) =>
          show({
            sort: field === sort.field ? { field, isDescending: !sort.isDescending } : firstDirection(field),
          })
        }
      />
      {found !== undefined && found.count > 0 && (
        <>
          {page === pages && endsEarly(sort, found.count) && (
            <p>
              Sorted by figures, the list ends after {limits.searchEntriesMax.toLocaleString('en-US')}{' '}
              workouts: add a filter.
            </p>
          )}
          <div className={styles.pager}>
            <Pager
              page={page}
              pages={pages}
              onPage={(next) => show({ page: next }, { preventScrollReset: false })}
            />
          </div>
        </>
      )}
    </div>
  );
}

type NothingFoundProps = Pick<ResultsProps, 'search' | 'show'> & { found: Found };

/** Offers to clear each filter that alone excludes activities, or all filters if no single one does. */
function NothingFound({ found, search: { filters }, show }: NothingFoundProps) {
  const active = new Map(activeFilters(filters));
  const offers = (found.without ?? []).flatMap(({ filter, count }) => {
    const value = active.get(filter);
    return value === undefined ? [] : [{ filter, count, words: filterWords[filter](value) }];
  });
  return (
    <Empty>
      <p>We couldn't find any activities matching those filters</p>
      <div className={styles.actions}>
        {offers.map(({ filter, count, words }) => (
          <Button key={filter} onClick={() => show({ filters: without(filters, filter) })}>
            Without {words}: {countInWords(count)}
          </Button>
        ))}
        {offers.length === 0 && <Button onClick={() => show({ filters: {} })}>Clear all filters</Button>}
      </div>
    </Empty>
  );
}

/** Fetches one page of a user's completed activities, and their total count. */
function historyOf(userId: string, search: HistorySearch) {
  const query = { ...queryOf(search), ...pageQuery(search.page) };
  return queryOptions({
    queryKey: ['activities', 'search', userId, query],
    ...apiQuery(history.search, { query: { user: userId, ...query } }),
    placeholderData: keepPreviousData,
  });
}

/** Returns results of this device at their places in the first page of a list; later ones are at its end. */
function unsentInPlace(
  page: readonly FoundActivity[],
  unsent: readonly FoundActivity[],
  sort: HistorySort,
): FoundActivity[] {
  const list = [...page];
  for (const activity of unsent) {
    const at = list.findIndex((each) => isBefore(activity, each, sort));
    list.splice(at === -1 ? list.length : at, 0, activity);
  }
  return list;
}

function isBefore(one: FoundActivity, other: FoundActivity, { field, isDescending }: HistorySort): boolean {
  const [first, second] = isDescending ? [other[field], one[field]] : [one[field], other[field]];
  // Without a pace it comes last in both directions, as on the server.
  if (one[field] === null || other[field] === null) return one[field] !== null;
  return first !== null && second !== null && first < second;
}
