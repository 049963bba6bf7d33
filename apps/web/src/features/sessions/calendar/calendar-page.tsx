import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { activities } from '@boathouse/contract/activities';
import { statistics, weeksOfMonth } from '@boathouse/contract/statistics';
import { formatMonth, viewerTimeZone } from '../../../lib/format.ts';
import { useNowMs, useToday } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Unavailable } from '../../../ui/states.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Page, PageHeading } from '../../../ui/page.tsx';
import { useCurrentUser, useFirstDay } from '../../people/auth/index.ts';
import { CreateWorkout, sessionsOfMonth } from '../sessions/index.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import {
  countInWords,
  entriesByDay,
  monthBeside,
  monthOf,
  totalsByWeek,
  usualTimeOf,
} from './calendar-month.ts';
import { MarkLegend } from './entry-mark.tsx';
import { SubscribeButton } from './subscription/subscribe-button.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import styles from './calendar-page.module.css';
import { apiQuery } from '../../../lib/api-query.ts';

/** An ended session gets its new mark after this time. */
const marksStepMs = 60_000;

/**
 * Shows a month of the signed-in user's sessions and of their rows without one, on their start days in the viewer's
 * time zone.
 */
export function CalendarPage() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const timeZone = viewerTimeZone();
  const today = useToday(timeZone);
  const month = monthOf(query.get('month'), today);
  const sessions = useQuery(sessionsOfMonth(user._id, month, timeZone));
  const { data, isError } = sessions;
  const rows = useQuery(rowsOfMonth(user._id, month, timeZone));
  const isCompact = useMediaQuery('(max-width: 48rem)');
  const [newDay, setNewDay] = useState<Temporal.PlainDate | null>(null);
  const rowed = useQuery(rowedInWeeksOf(user._id, month));
  const nowMs = useNowMs(marksStepMs);
  const ofDays = entriesByDay(data ?? [], rows.data ?? [], { timeZone, nowMs });
  const totals = totalsByWeek(rowed.data ?? [], useFirstDay());

  const missing = [
    { of: sessions, words: "The sessions of this month couldn't be loaded." },
    { of: rowed, words: "What you rowed in each week couldn't be loaded." },
    { of: rows, words: "Your activities without a session couldn't be loaded." },
  ].filter(({ of }) => of.isError && of.data === undefined);

  function show(next: Temporal.PlainYearMonth | null) {
    if (next !== null && !next.equals(month))
      void navigate({ search: `?month=${next.toString()}` }, { preventScrollReset: true });
  }

  return (
    <Page>
      <PageHeading>
        <h1 data-title="Calendar" aria-live="polite">
          {formatMonth(month)}
        </h1>
        <div className={styles.months}>
          <Stepper
            previousLabel="Previous month"
            nextLabel="Next month"
            hasPrevious={monthBeside(month, -1) !== null}
            hasNext={monthBeside(month, 1) !== null}
            onStep={(step) => show(monthBeside(month, step))}
          >
            <Button look="quiet" onClick={() => show(today.toPlainYearMonth())}>
              Today
            </Button>
          </Stepper>
          <SubscribeButton userId={user._id} />
        </div>
      </PageHeading>
      <section aria-label={`Sessions in ${formatMonth(month)}`} className={styles.panel}>
        {(data !== undefined || !isError) && (
          <p role="status" className={styles.count}>
            {data && countInWords([...ofDays.values()].flat())}
          </p>
        )}
        {missing.length > 0 && (
          <Unavailable onRetry={() => missing.forEach(({ of }) => void of.refetch())}>
            {missing.map(({ words }) => words).join(' ')}
          </Unavailable>
        )}
        <CalendarGrid
          // Resets the expanded days when the month changes.
          key={month.toString()}
          month={month}
          today={today}
          ofDays={ofDays}
          totals={totals}
          isCompact={isCompact}
          isLoading={data === undefined && !isError}
          onNew={setNewDay}
        />
        {isCompact && (
          <CalendarAgenda
            key={`agenda ${month.toString()}`}
            ofDays={ofDays}
            totals={totals}
            today={today}
            onNew={setNewDay}
          />
        )}
        {ofDays.size > 0 && <MarkLegend />}
      </section>
      {newDay && (
        <CreateWorkout
          userId={user._id}
          preset={{ day: newDay, time: usualTimeOf(data ?? [], newDay, timeZone) }}
          onCreated={() => setNewDay(null)}
          onClose={() => setNewDay(null)}
        />
      )}
    </Page>
  );
}

/** Queries a user's activities without a session that began in one calendar month of `timeZone` (IANA). */
function rowsOfMonth(userId: string, month: Temporal.PlainYearMonth, timeZone: string) {
  return queryOptions({
    queryKey: ['activities', 'month', userId, month.toString(), timeZone],
    ...apiQuery(activities.withoutSession, {
      params: { id: userId },
      query: { year: `${month.year}`, month: `${month.month}`, timeZone },
    }),
  });
}

/**
 * Queries the figures that a user rowed on the days in the weeks of one calendar month, including those of the
 * neighboring months.
 */
function rowedInWeeksOf(userId: string, month: Temporal.PlainYearMonth) {
  return queryOptions({
    queryKey: ['statistics', 'rowed days', userId, month.toString()],
    ...apiQuery(statistics.rowedDays, { params: { id: userId }, query: weeksOfMonth(month) }),
  });
}
