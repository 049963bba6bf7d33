import type { Machine } from '@boathouse/contract/activities';
import { activitySortFields, type PastFilterTexts } from '@boathouse/contract/activities/history';
import { limits } from '@boathouse/contract/limits';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useNavigation, type NavigateOptions } from 'react-router';
import { useAfterPress } from '../../../../lib/timing/press-shown.ts';
import { Button } from '../../../../ui/button.tsx';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { SearchBar } from '../../../../ui/list/search-bar.tsx';
import { useMediaQuery } from '../../../../ui/use-media-query.ts';
import { HistoryChips } from './history-chips.tsx';
import { HistoryFilterForm } from './history-filter.tsx';
import { AddMenu, ExportMenu } from './history-menus.tsx';
import { firstDirection, without, type HistorySearch, type HistorySort } from './history-search.ts';
import styles from './history-toolbar.module.css';
import { sortLabels } from './history-words.ts';

const phone = '(max-width: 40rem)';

type HistoryToolbarProps = {
  userId: string;
  search: HistorySearch;
  /** The number of all results; 0 while unknown. */
  count: number;
  machines: readonly Machine[];
  tags: readonly string[];
  onSort: (sort: HistorySort) => void;
  onFilter: (filters: PastFilterTexts, options?: NavigateOptions) => void;
};

/** Search, order and filters of past activities, and the ways to add and export them. A phone has the order in the filter. */
export function HistoryToolbar(props: HistoryToolbarProps) {
  const { userId, search, count, machines, tags, onSort, onFilter } = props;
  const { sort, filters } = search;
  const isPhone = useMediaQuery(phone);
  const panelId = useId();
  const toolbarRef = useRef<HTMLDivElement>(null);
  const { isOpen, toggle, closeSoon } = useFilterPanel(toolbarRef);
  // The button responds first, because a phone needs a moment to lay out so many fields.
  const isShown = useAfterPress(isOpen);
  const { text = '' } = filters;
  const others = without(filters, 'text');
  const withText = (next: PastFilterTexts, wanted: string) =>
    wanted === '' ? next : { ...next, text: wanted };
  const isLeaving = useNavigation().state !== 'idle';
  return (
    <div ref={toolbarRef}>
      <div className={styles.toolbar}>
        <SearchBar
          name="text"
          label="Search by title or workout"
          maxLength={limits.searchTextMax}
          text={text}
          isPaused={isLeaving}
          onSearch={(wanted, { replaces }) => onFilter(withText(others, wanted), { replace: replaces })}
        />
        {!isPhone && <SortFields sort={sort} onSort={onSort} />}
        <Button aria-expanded={isOpen} aria-controls={panelId} onClick={toggle}>
          Filter
        </Button>
        <AddMenu />
        <ExportMenu userId={userId} search={search} count={count} />
      </div>
      <div id={panelId} hidden={!isShown} className={styles.filter}>
        {isPhone && (
          <div className={styles.sort}>
            <SortFields sort={sort} onSort={onSort} />
          </div>
        )}
        <HistoryFilterForm
          filters={others}
          machines={machines}
          tags={tags}
          onSearch={(next) => {
            onFilter(withText(next, text));
            closeSoon();
          }}
        />
      </div>
      <HistoryChips filters={filters} onFilter={onFilter} />
    </div>
  );
}

function SortFields({ sort, onSort }: { sort: HistorySort; onSort: (sort: HistorySort) => void }) {
  return (
    <>
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
    </>
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
      const panel = document.activeElement?.closest('form:not([role])');
      if (panel && toolbarRef.current?.contains(panel)) opener?.focus();
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
