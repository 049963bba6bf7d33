import type { SparseSession } from '@boathouse/contract/sessions';
import { Link } from 'react-router';
import { formatLongDay, formatTime } from '../../lib/format.ts';
import styles from './calendar-agenda.module.css';

/** Returns the element id of a day (`2026-11-21`). */
export function idOfDay(day: string) {
  return `day-${day}`;
}

type CalendarAgendaProps = {
  ofDays: ReadonlyMap<string, SparseSession[]>;
  today: Temporal.PlainDate;
};

/** Lists the days with sessions on narrow screens. */
export function CalendarAgenda({ ofDays, today }: CalendarAgendaProps) {
  return (
    <ol className={styles.days}>
      {[...ofDays].map(([day, sessions]) => {
        const date = Temporal.PlainDate.from(day);
        return (
          <li key={day} id={idOfDay(day)} className={styles.day}>
            <h2 aria-current={date.equals(today) ? 'date' : undefined}>{formatLongDay(date)}</h2>
            <ul>
              {sessions.map(({ _id, title, startAt }) => (
                <li key={_id}>
                  <Link to={`/sessions/${_id}`} className={styles.session}>
                    <time dateTime={startAt}>{formatTime(startAt)}</time>
                    <span>{title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
