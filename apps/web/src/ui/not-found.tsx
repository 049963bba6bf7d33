import { useEffect, useRef, type ReactNode } from 'react';
import styles from './not-found.module.css';
import { LaneField } from './lane-field.tsx';
import stateStyles from './states.module.css';

type NotFoundProps = {
  /** The heading. */
  children: ReactNode;
  /** The possible reason, and the next step. */
  reason: string;
  links: ReactNode;
};

/** A not-found message instead of a page, with the focus on its heading. */
export function NotFound({ children, reason, links }: NotFoundProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), []);
  return (
    <main className={stateStyles.page}>
      <div className={styles.water}>
        <LaneField seed="not found" />
      </div>
      <h1 ref={headingRef} tabIndex={-1}>
        {children}
      </h1>
      <p>{reason}</p>
      <div className={styles.actions}>{links}</div>
    </main>
  );
}
