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
