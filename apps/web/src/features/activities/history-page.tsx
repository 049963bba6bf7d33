import { activityFilterFields, activitySortFields } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { NativeSelect } from '../../ui/field/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { formatWhole } from '../../lib/format.ts';
import { pagesOf } from '../../lib/paging.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { Empty, Loading, Unavailable } from '../../ui/states.tsx';
import { Page } from '../../ui/page.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { personalBestsOf } from '../statistics/index.ts';
import { historyOf } from './api.ts';
import { HistoryFilterForm } from './history-filter.tsx';
import styles from './history-page.module.css';
import {
  addressOf,
  filterInWords,
  firstDirection,
  searchOf,
  sortLabels,
  type HistoryFilters,
  type HistorySearch,
} from './history-search.ts';
import { HistoryTable } from './history-table.tsx';

const unfiltered: HistoryFilters = { distance: null, elapsedTime: null };

/** The viewer's past workouts. Sort, filters and page are in the URL. */
export function HistoryPage() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const search = searchOf(query);
  const { filters } = search;
  const { data, isError, isPlaceholderData, refetch } = useQuery(historyOf(user._id, search));
  const { data: bests = [] } = useQuery(personalBestsOf(user._id));
  const show = (next: HistorySearch, isOtherPage = false) =>
    void navigate({ search: addressOf(next) }, { preventScrollReset: !isOtherPage });
  const sortBy = (sort: HistorySearch['sort']) => show({ ...search, sort, page: 1 });

  const pages = data === undefined ? 1 : pagesOf(data.count);
  // Page number out of range.
  if (data && !isPlaceholderData && search.page > pages) {
    return <Navigate replace to={{ search: addressOf({ ...search, page: pages }) }} />;
  }
  return (
    <Page>
      <h1>Activity</h1>
      <section aria-label="Past activities" className={styles.panel}>
        <Toolbar
          search={search}
          onSort={sortBy}
          onFilter={(next) => show({ ...search, filters: next, page: 1 })}
        />
        <p role="status" className={styles.count}>
          {data && !isPlaceholderData && data.count > 0 && countInWords(data.count)}
        </p>
        {data === undefined ? (
          isError ? (
            <Unavailable onRetry={() => void refetch()}>Your activities couldn't be loaded.</Unavailable>
          ) : (
            <Loading label="Loading your activities" lines={8} />
          )
        ) : data.count === 0 ? (
          <Empty>
            {isFiltered(filters) ? (
              <>
                <p>We couldn't find any activities matching those filters</p>
                <Button onClick={() => show({ ...search, filters: unfiltered, page: 1 })}>
                  Remove filters
                </Button>
              </>
            ) : (
              <>
                <p>No activities yet. Connect your erg in a session, and your results are kept here.</p>
                <Link to="/dashboard" className={buttonClass()}>
                  Create a session
                </Link>
              </>
            )}
          </Empty>
        ) : (
          <div aria-busy={isPlaceholderData}>
            <HistoryTable
              activities={data.activities}
              bests={bests}
              sort={search.sort}
              onSort={(field) =>
                sortBy(
                  field === search.sort.field
                    ? { field, isDescending: !search.sort.isDescending }
                    : firstDirection(field),
                )
              }
            />
            <div className={styles.pager}>
              <Pager page={search.page} pages={pages} onPage={(page) => show({ ...search, page }, true)} />
            </div>
          </div>
        )}
      </section>
    </Page>
  );
}

const isFiltered = (filters: HistoryFilters) => activityFilterFields.some((field) => filters[field] !== null);

const countInWords = (count: number) => `${formatWhole(count)} ${count === 1 ? 'activity' : 'activities'}`;

type ToolbarProps = {
  search: HistorySearch;
  onSort: (sort: HistorySearch['sort']) => void;
  onFilter: (filters: HistoryFilters) => void;
};

function Toolbar({ search, onSort, onFilter }: ToolbarProps) {
  const { sort, filters } = search;
  const panelId = useId();
  const filterRef = useRef<HTMLDivElement>(null);
  const { isOpen, toggle, closeSoon } = useFilterPanel(filterRef);
  const inForce = activityFilterFields.flatMap((field) => {
    const filter = filters[field];
    return filter === null ? [] : [filterInWords(field, filter)];
  });
  return (
    <div ref={filterRef}>
      <div className={styles.toolbar}>
        <NativeSelect
          label="Sort by"
          value={sort.field}
          data={activitySortFields.map((value) => ({ value, label: sortLabels[value] }))}
          onChange={(event) => {
            const field = activitySortFields.find((known) => known === event.currentTarget.value);
            if (field !== undefined) onSort(firstDirection(field));
          }}
        />
        <NativeSelect
          label="Order"
          value={sort.isDescending ? 'Descending' : 'Ascending'}
          data={['Descending', 'Ascending']}
          onChange={(event) => onSort({ ...sort, isDescending: event.currentTarget.value === 'Descending' })}
        />
        <Button aria-expanded={isOpen} aria-controls={panelId} onClick={toggle}>
          Filter
        </Button>
        {inForce.length > 0 && <p className={styles.filters}>{inForce.join(', ')}</p>}
      </div>
      <div id={panelId} hidden={!isOpen} className={styles.filter}>
        <HistoryFilterForm
          filters={filters}
          onSearch={(next) => {
            onFilter(next);
            closeSoon();
          }}
        />
      </div>
    </div>
  );
}

/** State of the filter panel, which closes `limits.filterPanelCloseMs` after a search. */
function useFilterPanel(toolbarRef: RefObject<HTMLDivElement | null>) {
  const [state, setState] = useState<'closed' | 'open' | 'closing'>('closed');
  useEffect(() => {
    if (state !== 'closing') return;
    const timer = setTimeout(() => {
      // Keep the focus when the panel disappears.
      const opener = toolbarRef.current?.querySelector<HTMLElement>('[aria-expanded]');
      if (toolbarRef.current?.contains(document.activeElement)) opener?.focus();
      setState('closed');
    }, limits.filterPanelCloseMs);
    return () => clearTimeout(timer);
  }, [state, toolbarRef]);
  return {
    isOpen: state !== 'closed',
    toggle: () => setState(state === 'closed' ? 'open' : 'closed'),
    closeSoon: () => setState('closing'),
  };
}
