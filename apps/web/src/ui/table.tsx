import type { ReactNode } from 'react';
import styles from './table.module.css';

/** Class name for numeric cells. */
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
  /** Sort direction of this column; null while another column is sorted. */
  direction: 'ascending' | 'descending' | null;
  isFigure?: boolean;
  onSort: () => void;
};

/** A column header that sorts the table. */
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
