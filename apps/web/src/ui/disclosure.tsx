import { useId, type ReactNode } from 'react';
import styles from './disclosure.module.css';

type DisclosureProps = {
  /** Also the target of links to it. */
  id: string;
  title: string;
  /** A short summary of the content, shown while it is closed. */
  summary: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** A region that opens and closes below its heading. Keeps typed input while it is closed. */
export function Disclosure({ id, title, summary, isOpen, onToggle, children }: DisclosureProps) {
  const headingId = useId();
  const contentId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={styles.disclosure}>
      <div className={styles.heading}>
        <h2 id={headingId}>
          <button type="button" aria-expanded={isOpen} aria-controls={contentId} onClick={onToggle}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path
                d="m6 3 5 5-5 5"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            </svg>
            {title}
          </button>
        </h2>
        <div hidden={isOpen} className={styles.summary}>
          {summary}
        </div>
      </div>
      <div id={contentId} hidden={!isOpen} className={styles.content}>
        {children}
      </div>
    </section>
  );
}
