import type { PastFilterTexts } from '@boathouse/contract/activities/history';
import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Chip, chipsClass } from '../../../../ui/list/chip.tsx';
import { useRowFocus } from '../../../../ui/use-row-focus.ts';
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
    <div
      ref={regionRef}
      tabIndex={-1}
      role="group"
      aria-label="Active filters"
      className={`${chipsClass} ${styles.filters}`}
    >
      {active.map(([name, value]) => {
        const words = filterWords[name](value);
        return (
          <span key={name} data-row={name}>
            <Chip label={`Clear ${words}`} onRemove={() => onFilter(without(filters, name))}>
              {words}
            </Chip>
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
