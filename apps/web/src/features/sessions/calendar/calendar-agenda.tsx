import { Fragment, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatLongDay, formatShortDayOfYear, formatTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './calendar-agenda.module.css';
import { useFirstDay } from '../../people/auth/index.ts';
import { weekStartOf, type Entry, type WeekTotal } from './calendar-month.ts';
import { EntryMark } from './entry-mark.tsx';
import { WeekFigures } from './week-figures.tsx';

/** Returns the element id of a day (`2026-11-21`). */
export function idOfDay(day: string) {
  return `day-${day}`;
}

type CalendarAgendaProps = {
  ofDays: ReadonlyMap<string, Entry[]>;
  /** The viewer's totals by week, keyed by its first day; weeks without rows are absent. */
  totals: ReadonlyMap<string, WeekTotal>;
  today: Temporal.PlainDate;
  onNew: (day: Temporal.PlainDate) => void;
};

/** Lists the days with entries on narrow screens. The current month begins at today; a button shows the days before. */
export function CalendarAgenda({ ofDays, totals, today, onNew }: CalendarAgendaProps) {
  const { hash } = useLocation();
  const firstDay = useFirstDay();
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
      {[...Map.groupBy(shown, ({ day }) => weekStartOf(day, firstDay).toString())].map(([week, ofWeek]) => {
        const total = totals.get(week);
        return (
          <Fragment key={week}>
            <ol className={styles.days}>
              {ofWeek.map(({ day, entries }) => (
                <AgendaDay
                  key={day.toString()}
                  day={day}
                  entries={entries}
                  isToday={day.equals(today)}
                  onNew={isPast({ day }) ? null : onNew}
                />
              ))}
            </ol>
            {total && (
              <p className={styles.total}>
                You rowed in the week of {formatShortDayOfYear(Temporal.PlainDate.from(week))}:{' '}
                <WeekFigures total={total} />
              </p>
            )}
          </Fragment>
        );
      })}
    </>
  );
}

type AgendaDayProps = {
  day: Temporal.PlainDate;
  entries: readonly Entry[];
  isToday: boolean;
  /** Null on a past day. */
  onNew: CalendarAgendaProps['onNew'] | null;
};

function AgendaDay({ day, entries, isToday, onNew }: AgendaDayProps) {
  return (
    <li id={idOfDay(day.toString())} className={styles.day}>
      <div className={styles.head}>
        <h2 aria-current={isToday ? 'date' : undefined}>{formatLongDay(day)}</h2>
        {onNew && (
          <Button look="quiet" aria-label={`New session on ${formatLongDay(day)}`} onClick={() => onNew(day)}>
            New session
          </Button>
        )}
      </div>
      <ul>
        {entries.map(({ id, page, title, startAt, mark }) => (
          <li key={id}>
            <Link to={page} className={styles.session}>
              <EntryMark mark={mark} />
              <time dateTime={startAt}>{formatTime(startAt)}</time>
              <strong>{title}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

const isInMonthOf = (day: Temporal.PlainDate, other: Temporal.PlainDate) =>
  day.toPlainYearMonth().equals(other.toPlainYearMonth());
