import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './comments-panel.module.css';

/** How many entries a list shows at first. */
const shownAtFirst = 3;

type LastOfProps<T> = {
  label: string;
  className: string | undefined;
  /** Oldest first. Entries are only added, at the end. */
  entries: readonly T[];
  children: (entry: T) => ReactNode;
};

/** A list of the last entries; a button shows the earlier ones. Entries that arrive later are shown too. */
export function LastOf<T>({ label, className, entries, children }: LastOfProps<T>) {
  const [hiddenCount, setHiddenCount] = useState(Math.max(0, entries.length - shownAtFirst));
  const [wasAsked, setWasAsked] = useState(false);
  const listRef = useRef<HTMLOListElement>(null);

  // The button has disappeared; reading continues with the first entry that it has loaded.
  useEffect(() => {
    const first = listRef.current?.firstElementChild;
    if (wasAsked && first instanceof HTMLElement) first.focus({ preventScroll: true });
  }, [wasAsked]);

  return (
    <>
      {hiddenCount > 0 && (
        <button
          type="button"
          className={styles.earlier}
          aria-label={`Show ${hiddenCount} earlier: ${label}`}
          onClick={() => {
            setHiddenCount(0);
            setWasAsked(true);
          }}
        >
          Show {hiddenCount} earlier
        </button>
      )}
      <ol ref={listRef} className={className} aria-label={label}>
        {entries.slice(hiddenCount).map(children)}
      </ol>
    </>
  );
}
