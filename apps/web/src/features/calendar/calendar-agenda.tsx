import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatLongDay, formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './calendar-agenda.module.css';
import type { Entry } from './calendar-month.ts';

/** Returns the element id of a day (`2026-11-21`). */
export function idOfDay(day: string) {
  return `day-${day}`;
}

type CalendarAgendaProps = {
  ofDays: ReadonlyMap<string, Entry[]>;
  today: Temporal.PlainDate;
  onNew: (day: Temporal.PlainDate) => void;
};

/** Lists the days with entries on narrow screens. The current month begins at today; a button shows the days before. */
export function CalendarAgenda({ ofDays, today, onNew }: CalendarAgendaProps) {
  const { hash } = useLocation();
  const [isWhole, setIsWhole] = useState(false);
  const days = [...ofDays].map(([day, entries]) => ({ day: Temporal.PlainDate.from(day), entries }));
  const isPast = ({ day }: { day: Temporal.PlainDate }) => Temporal.PlainDate.compare(day, today) < 0;
  const past = days.filter(isPast);
  const isOtherMonth = !days.some(({ day }) => isInMonthOf(day, today));
  const isPastAsked = past.some(({ day }) => hash === `#${idOfDay(day.toString())}`);
  const isPastShown = isWhole || isOtherMonth || isPastAsked;
  const shown = isPastShown ? days : days.slice(past.length);

  return (
    <>
      {!isPastShown && past.length > 0 && (
        <div className={styles.earlier}>
          <Button look="quiet" onClick={() => setIsWhole(true)}>
            {past.length === 1 ? 'Show 1 earlier day' : `Show ${past.length} earlier days`}
          </Button>
        </div>
      )}
      {shown.length === 0 && past.length > 0 && <p>Nothing planned from today on</p>}
      <ol className={styles.days}>
        {shown.map(({ day, entries }) => (
          <li key={day.toString()} id={idOfDay(day.toString())} className={styles.day}>
            <div className={styles.head}>
              <h2 aria-current={day.equals(today) ? 'date' : undefined}>{formatLongDay(day)}</h2>
              {!isPast({ day }) && (
                <Button
                  look="quiet"
                  aria-label={`New session on ${formatLongDay(day)}`}
                  onClick={() => onNew(day)}
                >
                  New session
                </Button>
              )}
            </div>
            <ul>
              {entries.map(({ id, page, title, startAt }) => (
                <li key={id}>
                  <Link to={page} className={styles.session}>
                    <time dateTime={startAt}>{formatTime(startAt)}</time>
                    <span>{title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

const isInMonthOf = (day: Temporal.PlainDate, other: Temporal.PlainDate) =>
  day.toPlainYearMonth().equals(other.toPlainYearMonth());
