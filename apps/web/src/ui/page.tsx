import type { ReactNode } from 'react';
import styles from './page.module.css';

type PageProps = {
  /** For forms, whose lines are short. */
  isNarrow?: boolean;
  /** What differs on one page. */
  className?: string | undefined;
  children: ReactNode;
};

/** The main part of a page, which begins at the same place on each of them; its `h1` has the size of a page's heading. */
export function Page({ isNarrow = false, className = '', children }: PageProps) {
  return (
    <main className={`${styles.page} ${className}`} data-narrow={isNarrow}>
      {children}
    </main>
  );
}

/** The page's `h1`, and beside it what acts on all of the page. */
export function PageHeading({ children }: { children: ReactNode }) {
  return <div className={styles.heading}>{children}</div>;
}
