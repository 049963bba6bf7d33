import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

type PanelProps = {
  title: string;
  /** It is to the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A named region of a page. */
export function Panel({ title, aside, children }: PanelProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.panel}>
      <header className={styles.header}>
        <h2 id={headingId}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
