import type { KeyboardEvent, ReactNode } from 'react';

/** A key is part of an id: without spaces. */
type Tab = { key: string; label: ReactNode };

type TabListProps = {
  /** The name of the group for screen readers. */
  label: string;
  /** The panel has the id `${id}-panel` and is labeled by `${id}-${selected}`. */
  id: string;
  tabs: readonly Tab[];
  /** Key of the selected tab. */
  selected: string;
  onSelect: (key: string) => void;
  className: string | undefined;
};

/** The buttons of a panel with tabs: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ with automatic activation. */
export function TabList({ label, id, tabs, selected, onSelect, className }: TabListProps) {
  function move(event: KeyboardEvent) {
    const index = tabs.findIndex(({ key }) => key === selected);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  }
  return (
    <div role="tablist" aria-label={label} className={className}>
      {tabs.map(({ key, label: content }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}-${key}`}
          aria-selected={key === selected}
          aria-controls={`${id}-panel`}
          tabIndex={key === selected ? 0 : -1}
          onClick={() => onSelect(key)}
          onKeyDown={move}
        >
          {content}
        </button>
      ))}
    </div>
  );
}
