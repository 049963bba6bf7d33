import { weekdaysFrom } from '@boathouse/contract/week';
import { Fragment, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatLongDay, formatMonth, formatTime } from '../../../lib/format.ts';
import { useFirstDay } from '../../people/auth/index.ts';
import { idOfDay } from './calendar-agenda.tsx';
import styles from './calendar-grid.module.css';
import { countInWords, weeksOf, weekStartOf, type Entry, type WeekTotal } from './calendar-month.ts';
import { EntryMark } from './entry-mark.tsx';
import { WeekFigures } from './week-figures.tsx';

/** A day shows at most this many entries; a button shows the rest. */
const shownMax = 3;

type OfDays = ReadonlyMap<string, Entry[]>;

type CalendarGridProps = {
  month: Temporal.PlainYearMonth;
  today: Temporal.PlainDate;
  /** The sessions and rows of each day that has any. */
  ofDays: OfDays;
  /** The viewer's totals by week, keyed by its first day; weeks without rows are absent. */
  totals: ReadonlyMap<string, WeekTotal>;
  /** Each day shows only the number of its entries, with a link to its entry in the agenda. */
  isCompact: boolean;
  isLoading: boolean;
  /** Schedules a session on a day; only today's and later ones. */
  onNew: (day: Temporal.PlainDate) => void;
};

export function CalendarGrid({ month, isCompact, isLoading, totals, ...days }: CalendarGridProps) {
  const firstDay = useFirstDay();
  return (
    <table className={styles.grid} aria-busy={isLoading} data-compact={isCompact}>
      <caption className="visually-hidden">{formatMonth(month)}</caption>
      <thead>
        <tr>
          {weekdaysFrom(firstDay).map((name) => (
            <th key={name} scope="col" abbr={name}>
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="visually-hidden">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, firstDay).map((week) => {
          const some = week.find((day) => day !== null);
          const total = some && totals.get(weekStartOf(some, firstDay).toString());
          return (
            <Fragment key={some?.toString()}>
              <Week week={week} isCompact={isCompact} {...days} />
              {total && !isCompact && (
                <tr className={styles.total}>
                  <td colSpan={7}>
                    <span className="visually-hidden">You rowed in this week: </span>
                    <WeekFigures total={total} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

type WeekProps = Pick<CalendarGridProps, 'today' | 'ofDays' | 'isCompact' | 'onNew'> & {
  /** Null for a day of another month. */
  week: readonly (Temporal.PlainDate | null)[];
};

function Week({ week, today, ofDays, isCompact, onNew }: WeekProps) {
  const DayOfSize = isCompact ? CompactDay : Day;
  return (
    <tr>
      {week.map((day, weekday) =>
        day === null ? (
          <td key={weekday} />
        ) : (
          <td key={weekday} className={styles.day} aria-current={day.equals(today) ? 'date' : undefined}>
            <DayOfSize
              day={day}
              entries={ofDays.get(day.toString()) ?? []}
              onNew={Temporal.PlainDate.compare(day, today) < 0 ? null : onNew}
            />
          </td>
        ),
      )}
    </tr>
  );
}

type DayProps = {
  day: Temporal.PlainDate;
  /** Null on a past day. */
  onNew: CalendarGridProps['onNew'] | null;
};

/** The number of a day; a press on it, or on the free part of the day, schedules a session. */
function DayNumber({ day, onNew }: DayProps) {
  const number = (
    <time dateTime={day.toString()} className={styles.number}>
      {day.day}
    </time>
  );
  if (onNew === null) return number;
  return (
    <button
      type="button"
      className={styles.new}
      title="New session"
      aria-label={`New session on ${formatLongDay(day)}`}
      onClick={() => onNew(day)}
    >
      {number}
    </button>
  );
}

function Day({ day, entries, onNew }: DayProps & { entries: readonly Entry[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const more = entries.length - shownMax;
  return (
    <>
      <DayNumber day={day} onNew={onNew} />
      {entries.length > 0 && (
        <ul>
          {(isOpen ? entries : entries.slice(0, shownMax)).map(({ id, page, title, startAt, mark }) => (
            <li key={id}>
              <Link to={page} className={styles.session} title={title}>
                <EntryMark mark={mark} />
                <time dateTime={startAt}>{formatTime(startAt)}</time> <strong>{title}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `${more} more`}
        </button>
      )}
    </>
  );
}

function CompactDay({ day, entries, onNew }: DayProps & { entries: readonly Entry[] }) {
  const { search } = useLocation();
  if (entries.length === 0) return <DayNumber day={day} onNew={onNew} />;
  return (
    <Link to={{ search, hash: idOfDay(day.toString()) }} replace className={styles.toAgenda}>
      <DayNumber day={day} onNew={null} />
      <span className="visually-hidden">, {countInWords(entries)}</span>
      <span className={styles.dots} aria-hidden="true">
        {entries.slice(0, shownMax).map(({ id, mark }) => (
          <span key={id} data-mark={mark} />
        ))}
      </span>
    </Link>
  );
}
