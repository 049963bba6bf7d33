import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** Nothing is there yet, and what to do about it. */
export function Empty({ children }: { children: ReactNode }) {
  return <div className={styles.state}>{children}</div>;
}

/** There is nothing at this link, said as the page's own heading. */
export function NotFound({ children }: { children: ReactNode }) {
  return (
    <main className={styles.notFound}>
      <h1>{children}</h1>
    </main>
  );
}

/** Placeholder lines of the final height, so that nothing jumps when the data arrives. */
export function Loading({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <div role="status" className={styles.loading}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}

/** A calm sentence in the place of what is missing. */
export function Unavailable({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div className={styles.state}>
      <p>{children}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
