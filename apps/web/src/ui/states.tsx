import { useSyncExternalStore, type ReactNode } from 'react';
import { createStore } from '../lib/store.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';
import styles from './states.module.css';

/** An empty state with the next step for the user. */
export function Empty({ children }: { children: ReactNode }) {
  return <div className={styles.state}>{children}</div>;
}

/**
 * Placeholder lines. If the height of the data is unknown, pages hide the following parts by `:has([data-loading])`, so
 * that nothing jumps.
 */
export function Loading({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <div role="status" className={styles.loading} data-loading>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}

type UnavailableProps = { children: ReactNode; onRetry: () => void };

/** The reason why nothing can be loaded now, shown instead of the missing content; null without one. */
export const whyUnavailable = createStore<string | null>(null);

function useReason(otherwise: ReactNode): ReactNode {
  return useSyncExternalStore(whyUnavailable.subscribe, whyUnavailable.get) ?? otherwise;
}

/** A message and a Try again button instead of content that could not be loaded. */
export function Unavailable({ children, onRetry }: UnavailableProps) {
  return (
    <div className={styles.state}>
      <p>{useReason(children)}</p>
      <TryAgain onRetry={onRetry} />
    </div>
  );
}

/** Moves the focus to the region around it, because it is about to be removed. */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <Button
      onClick={(event) => {
        focusRegionOf(event.currentTarget);
        onRetry();
      }}
    >
      Try again
    </Button>
  );
}

/** Moves the focus from a button that is about to be removed to the region around it. */
function focusRegionOf(button: HTMLElement): void {
  const region = button.closest<HTMLElement>('section, [tabindex="-1"]');
  if (region === null) return;
  region.tabIndex = -1;
  region.focus({ preventScroll: true });
}

/** Shown while the main content of a page loads. */
export function LoadingPage({ label }: { label: string }) {
  return (
    <Page>
      <Loading label={label} lines={4} />
    </Page>
  );
}

/** Replaces a page whose main content could not be loaded; `errorId` is the id in the server's log. */
export function UnavailablePage({
  children,
  errorId,
  onRetry,
}: UnavailableProps & { errorId: string | null }) {
  return (
    <main className={styles.page}>
      <h1>{useReason(children)}</h1>
      {errorId !== null && <p>Error {errorId}</p>}
      <TryAgain onRetry={onRetry} />
    </main>
  );
}
