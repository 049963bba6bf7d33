import type { ReactNode } from 'react';
import styles from './table.module.css';

/** For the cells that hold figures. */
export const figureCell = styles.figure ?? '';

/** Rows and cells are plain `tr`, `th` and `td`. The caption is for screen readers. */
export function Table({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

type SortHeaderProps = {
  children: string;
  /** How the table is sorted by this column; null while it is sorted by another. */
  direction: 'ascending' | 'descending' | null;
  isFigure?: boolean;
  onSort: () => void;
};

/** The head of a column by which the rows can be sorted. */
export function SortHeader({ children, direction, isFigure = false, onSort }: SortHeaderProps) {
  return (
    <th scope="col" className={isFigure ? figureCell : undefined} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {children}
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <path d="M1 3.5h8L5 8Z" fill="currentColor" />
        </svg>
      </button>
    </th>
  );
}
