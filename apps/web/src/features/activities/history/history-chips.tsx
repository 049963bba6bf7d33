import type { PastFilterTexts } from '@boathouse/contract/activities/history';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import styles from './history-chips.module.css';
import { activeFilters, without } from './history-search.ts';
import { filterWords } from './history-words.ts';

type HistoryChipsProps = { filters: PastFilterTexts; onFilter: (filters: PastFilterTexts) => void };

/** The active filters, each a button that clears it. */
export function HistoryChips({ filters, onFilter }: HistoryChipsProps) {
  const regionRef = useRef<HTMLDivElement>(null);
  const active = activeFilters(filters);
  useRowFocus(regionRef, [filters]);
  return (
    <div ref={regionRef} tabIndex={-1} role="group" aria-label="Active filters" className={styles.chips}>
      {active.map(([name, value]) => {
        const words = filterWords[name](value);
        return (
          <span key={name} data-row={name}>
            <button
              type="button"
              aria-label={`Clear ${words}`}
              className={styles.chip}
              onClick={() => onFilter(without(filters, name))}
            >
              <span className={styles.words}>{words}</span>
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d="m2 2 8 8m0-8-8 8" fill="none" stroke="currentColor" strokeWidth="1.75" />
              </svg>
            </button>
          </span>
        );
      })}
      {active.length > 1 && (
        <span data-row="all">
          <Button look="quiet" onClick={() => onFilter({})}>
            Clear all
          </Button>
        </span>
      )}
    </div>
  );
}
