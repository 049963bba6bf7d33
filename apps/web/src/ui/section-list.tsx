import { Fragment, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import styles from './section-list.module.css';

export type Section<Name extends string> = {
  /** It is also the id that links point to. */
  name: Name;
  title: string;
  /** A short summary of the content, shown while it is closed; not in a list with an open section beside it. */
  summary: string;
  content: ReactNode;
};

type SectionListProps<Name extends string> = {
  sections: readonly Section<Name>[];
  open: Name | null;
  /** Called with the section to open; null closes the open one. */
  onToggle: (open: Name | null) => void;
  /** Whether the page has room for the open section beside the list; otherwise it is below its heading. */
  isWide: boolean;
};

/**
 * Headings that open one section each. A section is rendered when it is first opened, and keeps typed input while it is
 * closed.
 */
export function SectionList<Name extends string>(props: SectionListProps<Name>) {
  const { sections, open, onToggle, isWide } = props;
  const id = useId();
  const [opened, setOpened] = useState<readonly Name[]>([]);
  if (open !== null && !opened.includes(open)) setOpened([...opened, open]);
  const headingRef = useHeadingInView(open, isWide);
  return (
    <div
      className={styles.list}
      data-beside={isWide && open !== null}
      style={{ gridTemplateRows: `repeat(${sections.length}, auto) 1fr` }}
    >
      {sections.map(({ name, title, summary, content }) => {
        const [titleId, summaryId] = [`${id}-${name}`, `${id}-${name}-summary`];
        const isOpen = name === open;
        return (
          <Fragment key={name}>
            <div ref={isOpen ? headingRef : null} className={styles.heading}>
              <h2 id={titleId}>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={name}
                  aria-describedby={summaryId}
                  onClick={() => onToggle(isOpen ? null : name)}
                >
                  {title}
                </button>
              </h2>
              <p id={summaryId} className={styles.summary} hidden={isOpen}>
                {summary}
              </p>
              <Chevron />
            </div>
            <section id={name} aria-labelledby={titleId} hidden={!isOpen} className={styles.content}>
              {opened.includes(name) && content}
            </section>
          </Fragment>
        );
      })}
    </div>
  );
}

/** On a narrow page, scrolls a heading that has just opened to the top: the section above it may have closed. */
function useHeadingInView(open: string | null, isWide: boolean) {
  const headingRef = useRef<HTMLDivElement>(null);
  const shownRef = useRef(open);
  useEffect(() => {
    if (shownRef.current === open) return;
    shownRef.current = open;
    if (!isWide) headingRef.current?.scrollIntoView();
  }, [open, isWide]);
  return headingRef;
}

function Chevron() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="m6 3 5 5-5 5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
