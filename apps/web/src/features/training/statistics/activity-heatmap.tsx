/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/no-noninteractive-element-interactions --
   A grid of days with one tab stop, as the ARIA practices describe it: the arrow keys move the focus. */
import type { Heatmap } from '@boathouse/contract/statistics';
import { weekdaysFrom } from '@boathouse/contract/week';
import { useQuery } from '@tanstack/react-query';
import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  formatDayOfYear,
  formatFullDay,
  formatShortMonth,
  todayIn,
  viewerTimeZone,
} from '../../../lib/format.ts';
import { useAfterPress } from '../../../lib/timing/press-shown.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { useFirstDay } from '../../people/auth/index.ts';
import {
  bucketLabels,
  bucketOf,
  dateOf,
  dayInWords,
  daysIn,
  layOutYear,
  yearInWords,
} from './activity-heatmap-year.ts';
import styles from './activity-heatmap.module.css';
import { heatmapOf } from './api.ts';

/** The earliest year that the server accepts. */
const yearsBack = 100;

/** Number of activities that an athlete completed in a year and on each day of it. */
export function ActivityHeatmap({ userId, name }: { userId: string; name: string }) {
  const today = todayIn(viewerTimeZone());
  const [yearOffset, setYearOffset] = useState(0);
  // The year in the title renders first, because its days are hundreds of cells.
  const drawnOffset = useAfterPress(yearOffset);
  const { data, isError, isPlaceholderData, refetch } = useQuery(heatmapOf(userId, today.year, drawnOffset));
  return (
    <Panel
      title="Activity"
      aside={
        <Stepper
          previousLabel="Previous year"
          nextLabel="Next year"
          hasPrevious={yearOffset > -yearsBack}
          hasNext={yearOffset < 0}
          onStep={(step) => setYearOffset((offset) => offset + step)}
        >
          {today.year + yearOffset}
        </Stepper>
      }
    >
      <div className={styles.heatmap} aria-busy={isPlaceholderData || drawnOffset !== yearOffset}>
        {data ? (
          <>
            <Sentence heatmap={data} name={name} thisYear={today.year} />
            <Year
              key={data.year}
              heatmap={data}
              lastDay={data.year === today.year ? today.dayOfYear : daysIn(data.year)}
            />
          </>
        ) : isError ? (
          <Unavailable onRetry={() => void refetch()}>This year couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading the year" lines={4} />
        )}
      </div>
    </Panel>
  );
}

type SentenceProps = { heatmap: Heatmap; name: string; thisYear: number };

function Sentence({ heatmap: { year, count }, name, thisYear }: SentenceProps) {
  const words = yearInWords(name, count, year, thisYear);
  return (
    <p className={styles.sentence} aria-live="polite">
      {words.before}
      <strong>{words.count}</strong>
      {words.after}
    </p>
  );
}

/** Days after `lastDay` are paler, because they are in the future. */
type YearProps = { heatmap: Heatmap; lastDay: number };

const Year = memo(function Year({ heatmap: { year, days }, lastDay }: YearProps) {
  const [day, setDay] = useState<number | null>(null);
  const countOn = (dayOfYear: number) => days[`${dayOfYear}`] ?? 0;
  return (
    <>
      <Days year={year} countOn={countOn} lastDay={lastDay} day={day} onDay={setDay} />
      <div className={styles.foot}>
        <p className={styles.day} aria-hidden="true">
          {day !== null && dayInWords(formatFullDay(dateOf(year, day)), countOn(day))}
        </p>
        <ul className={styles.legend} aria-label="Activities in a day">
          {bucketLabels.map((label, bucket) => (
            <li key={label}>
              <span className={styles.mark} data-bucket={bucket} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
});

type DaysProps = {
  year: number;
  countOn: (dayOfYear: number) => number;
  /** Returns the last day of the year that can have activities. */
  lastDay: number;
  day: number | null;
  onDay: (dayOfYear: number) => void;
};

const stepOfKey: Partial<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -7,
  ArrowRight: 7,
};

const dayOfElement = (target: EventTarget): number | null => {
  const given = target instanceof Element ? target.closest('[data-day]')?.getAttribute('data-day') : null;
  return given ? Number(given) : null;
};

/** The table's `border-spacing`. */
const daysGapPx = 2;

/** A grid with one tab stop; the arrow keys move between days. */
function Days({ year, countOn, lastDay, day, onDay }: DaysProps) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const firstDay = useFirstDay();
  const { weekdays, weeksOfMonths } = layOutYear(year, firstDay);
  const weekdayNames = weekdaysFrom(firstDay);
  const elementOf = (dayOfYear: number) =>
    scrollerRef.current?.querySelector<HTMLElement>(`[data-day="${dayOfYear}"]`);

  // Scrolls to the newest days when the year is wider than the screen.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const newest = scroller?.querySelector<HTMLElement>(`[data-day="${lastDay}"]`);
    if (!scroller || !newest) return;
    scroller.scrollLeft = newest.offsetLeft + 2 * newest.offsetWidth - scroller.clientWidth;
    // The first visible month begins where the names of the weekdays end.
    const namesEnd = scroller.querySelector('tbody th')?.getBoundingClientRect().right ?? 0;
    const starts = [...scroller.querySelectorAll('thead th')].map(
      (month) => month.getBoundingClientRect().left - namesEnd - daysGapPx,
    );
    scroller.scrollLeft += starts.find((start) => start >= 0) ?? 0;
  }, [lastDay]);

  function goTo(event: KeyboardEvent) {
    const from = dayOfElement(event.target);
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOfKey[event.key];
    const to = event.key === 'Home' ? 1 : event.key === 'End' ? daysIn(year) : step && from + step;
    if (to === undefined) return;
    event.preventDefault();
    elementOf(to)?.focus();
  }

  const select = (event: { target: EventTarget }) => {
    const over = dayOfElement(event.target);
    if (over !== null) onDay(over);
  };

  return (
    <div ref={scrollerRef} className={styles.scroller}>
      <table
        role="grid"
        aria-label={`Activities on each day of ${year}`}
        aria-readonly="true"
        className={styles.days}
      >
        <thead>
          <tr>
            <td />
            {weeksOfMonths.map((weeks, index) => (
              <th key={index} scope="col" colSpan={weeks}>
                <span>{formatShortMonth(Temporal.PlainDate.from({ year, month: index + 1, day: 1 }))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerOver={select} onFocus={select} onKeyDown={goTo}>
          {weekdays.map((daysOfRow, weekday) => (
            <tr key={weekday}>
              <th scope="row">{weekdayNames[weekday]?.slice(0, 3)}</th>
              {daysOfRow.map((dayOfYear, week) =>
                dayOfYear === null ? (
                  <td key={week} />
                ) : (
                  <td
                    key={week}
                    role="gridcell"
                    data-day={dayOfYear}
                    tabIndex={dayOfYear === (day ?? lastDay) ? 0 : -1}
                    aria-label={dayInWords(formatDayOfYear(dateOf(year, dayOfYear)), countOn(dayOfYear))}
                  >
                    <span
                      className={styles.mark}
                      data-bucket={bucketOf(countOn(dayOfYear))}
                      data-to-come={dayOfYear > lastDay}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
