import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Page } from './page.tsx';
import styles from './states.module.css';

/** Nothing is there yet, and what to do about it. */
export function Empty({ children }: { children: ReactNode }) {
  return <div className={styles.state}>{children}</div>;
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

type UnavailableProps = { children: ReactNode; onRetry: () => void };

/** A calm sentence in the place of what is missing. */
export function Unavailable({ children, onRetry }: UnavailableProps) {
  return (
    <div className={styles.state}>
      <p>{children}</p>
      <TryAgain onRetry={onRetry} />
    </div>
  );
}

function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <Button
      onClick={(event) => {
        handFocusOn(event.currentTarget);
        onRetry();
      }}
    >
      Try again
    </Button>
  );
}

/** A button that is about to leave the page hands the focus to the region it stands in. */
function handFocusOn(button: HTMLElement): void {
  const region = button.closest<HTMLElement>('section, [tabindex="-1"]');
  if (region === null) return;
  region.tabIndex = -1;
  region.focus({ preventScroll: true });
}

/** While the one thing that a page shows is on its way. */
export function LoadingPage({ label }: { label: string }) {
  return (
    <Page>
      <Loading label={label} lines={4} />
    </Page>
  );
}

/** In the place of a page whose one thing could not be loaded. */
export function UnavailablePage({ children, onRetry }: UnavailableProps) {
  return (
    <main className={styles.page}>
      <h1>{children}</h1>
      <TryAgain onRetry={onRetry} />
    </main>
  );
}

type NotFoundProps = {
  children: ReactNode;
  /** A link to where one might find it. */
  way?: ReactNode;
};

/** There is nothing at this link, said as the page's own heading. */
export function NotFound({ children, way }: NotFoundProps) {
  return (
    <main className={styles.page}>
      <h1>{children}</h1>
      {way}
    </main>
  );
}
