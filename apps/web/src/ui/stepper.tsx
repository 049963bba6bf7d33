import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './stepper.module.css';

type StepperProps = {
  /** The current position. */
  children: ReactNode;
  previousLabel: string;
  nextLabel: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onStep: (step: 1 | -1) => void;
};

/** Previous and next buttons. A button without a step stays in the page, because removing it would lose the focus. */
export function Stepper({ children, previousLabel, nextLabel, hasPrevious, hasNext, onStep }: StepperProps) {
  return (
    <div className={styles.stepper}>
      <Button
        look="quiet"
        aria-label={previousLabel}
        aria-disabled={!hasPrevious}
        onClick={() => hasPrevious && onStep(-1)}
      >
        <Chevron path="m10 3-5 5 5 5" />
      </Button>
      <div className={styles.current}>{children}</div>
      <Button
        look="quiet"
        aria-label={nextLabel}
        aria-disabled={!hasNext}
        onClick={() => hasNext && onStep(1)}
      >
        <Chevron path="m6 3 5 5-5 5" />
      </Button>
    </div>
  );
}

function Chevron({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
