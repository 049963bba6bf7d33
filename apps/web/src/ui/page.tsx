import type { ReactNode } from 'react';
import styles from './page.module.css';

type PageProps = {
  /** A narrow column, for forms. */
  isNarrow?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** The main part of a page, with the same margins and heading size on every page. */
export function Page({ isNarrow = false, className = '', children }: PageProps) {
  return (
    <main className={`${styles.page} ${className}`} data-narrow={isNarrow}>
      {children}
    </main>
  );
}

/** The page's `h1` with the page's actions beside it. */
export function PageHeading({ children }: { children: ReactNode }) {
  return <div className={styles.heading}>{children}</div>;
}
