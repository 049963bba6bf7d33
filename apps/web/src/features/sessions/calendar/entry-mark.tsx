import type { Mark } from './calendar-month.ts';
import styles from './entry-mark.module.css';

const words = { done: 'Done', planned: 'Planned', missed: 'Missed' } as const satisfies Record<Mark, string>;

/** The mark before an entry. A planned entry needs no word; screen readers read the others before the time. */
export function EntryMark({ mark }: { mark: Mark | null }) {
  if (mark === null) return null;
  return (
    <span className={styles.place}>
      <Shape mark={mark} />
      {mark !== 'planned' && <span className="visually-hidden">{words[mark]}, </span>}
    </span>
  );
}

function Shape({ mark }: { mark: Mark }) {
  return (
    <span className={styles.mark} data-mark={mark} aria-hidden="true">
      {mark === 'done' && (
        <svg viewBox="0 0 12 12">
          <path d="m3 6.2 2.1 2.1L9 4.2" fill="none" stroke="currentColor" strokeWidth="1.75" />
        </svg>
      )}
    </span>
  );
}

/** The meaning of the calendar's marks. */
export function MarkLegend() {
  return (
    <ul className={styles.legend} aria-label="Marks">
      {(['done', 'planned', 'missed'] as const).map((mark) => (
        <li key={mark}>
          <Shape mark={mark} />
          {words[mark]}
          {mark === 'missed' && ': you said you would be there, or no one else could row it'}
        </li>
      ))}
    </ul>
  );
}
