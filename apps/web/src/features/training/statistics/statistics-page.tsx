import type { StatisticsPeriod } from '@boathouse/contract/statistics';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatFullDay, formatWhole, viewerTimeZone } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-now.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LaneField } from '../../../ui/lane-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { Page, PageHeading } from '../../../ui/page.tsx';
import { useCurrentUser, useFirstDay } from '../../people/auth/index.ts';
import { metersOf, overviewOf, paceOfSpan, paceTrendOf, totalsOfSpan, type DistanceFilter } from './api.ts';
import { MetersByStep, PaceByStep, useChartCode } from './charts.tsx';
import { filterOf, withFilter } from './distance-filter-address.ts';
import { DistanceFilterForm } from './distance-filter.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { PeriodChoice, PeriodStepper } from './period-choice.tsx';
import {
  metersSteps,
  overviewOfPeriod,
  paceSteps,
  periodWords,
  rollingNames,
  wordsOfBefore,
  type PaceStep,
  type StepNames,
} from './periods.ts';
import { PersonalBestsPanel } from './personal-bests-panel.tsx';
import {
  daysOf,
  isRolling,
  metersOfSpan,
  overviewOfSpan,
  pacesOfSpan,
  spanOf,
  viewOf,
  type Span,
  isComparable,
  isRollingComparable,
  type Days,
} from './spans.ts';
import { WorkoutTrendPanel } from './trend/workout-trend-panel.tsx';
import styles from './statistics-page.module.css';

/** The period that the page shows: one that ends today, or a span of the calendar. */
type Shown = { period: StatisticsPeriod; span: null } | { period: null; span: Span };
type PartProps = { userId: string; shown: Shown };

const namesOf = ({ period, span }: Shown): StepNames => (span === null ? rollingNames[period] : span.names);

export function StatisticsPage() {
  useChartCode();
  const user = useCurrentUser();
  const [query] = useSearchParams();
  const timeZone = viewerTimeZone();
  const general = useQuery(overviewOf(user._id, timeZone));
  const since = general.data?.since ?? null;
  const days = {
    today: useToday(timeZone),
    firstDay: useFirstDay(),
    since: since === null ? null : Temporal.PlainDate.from(since),
  };
  const view = viewOf(query, days);
  const shown: Shown = isRolling(view)
    ? { period: view.kind, span: null }
    : { period: null, span: spanOf(view, days) };
  const title = shown.span === null ? periodWords[shown.period] : shown.span.title;
  // All time begins with the first activity, which the overview provides.
  const isKnown = view.kind !== 'all' || general.data !== undefined;
  const part = { userId: user._id, shown };
  if (general.data?.since === null) return <FirstWorkout />;
  return (
    <Page>
      <PageHeading>
        <h1>Statistics</h1>
        <PeriodChoice query={query} view={view} />
      </PageHeading>
      <section aria-label={title} className={styles.overview}>
        <div className={styles.period}>
          <PeriodStepper query={query} view={view} days={days} title={title} />
          {shown.span !== null && <p className={styles.unit}>{daysInWords(shown.span)}</p>}
        </div>
        <QueryResult answer={general} label="Loading the overview" lines={3}>
          {(overview) =>
            shown.span === null ? (
              <OverviewCards
                figures={overviewOfPeriod(overview, shown.period)}
                before={isRollingComparable(shown.period, days) ? wordsOfBefore[shown.period] : null}
              />
            ) : (
              <SpanOverview userId={user._id} span={shown.span} days={days} />
            )
          }
        </QueryResult>
      </section>
      {isKnown && (
        <div className={styles.charts}>
          <MetersPanel {...part} />
          <PacePanel {...part} query={query} />
        </div>
      )}
      <div className={styles.trend}>
        <WorkoutTrendPanel
          userId={user._id}
          period={view.kind === 'all' ? null : { ...daysOf(view, days), title }}
        />
      </div>
      <div className={styles.bests}>
        <PersonalBestsPanel userId={user._id} />
      </div>
    </Page>
  );
}

const daysInWords = ({ from, to }: Span) => `${formatFullDay(from)} to ${formatFullDay(to)}`;

/** Renders loading, failed or loaded data of a query. */
function QueryResult<Data>(props: {
  answer: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  label: string;
  lines: number;
  children: (data: Data) => ReactNode;
}) {
  const { answer, label, lines, children } = props;
  if (answer.data !== undefined) return children(answer.data);
  if (!answer.isError) return <Loading label={label} lines={lines} />;
  return <Unavailable onRetry={() => void answer.refetch()}>Your statistics couldn't be loaded.</Unavailable>;
}

function SpanOverview({ userId, span, days }: { userId: string; span: Span; days: Days }) {
  const totals = useQuery(totalsOfSpan(userId, { ...span, step: span.names.noun }));
  const isCompared = span.before !== null && isComparable(span.before, days);
  // The days before are one sum: the steps do not matter.
  const before = useQuery({
    ...totalsOfSpan(userId, { ...(span.before ?? span), step: 'year' }),
    enabled: isCompared,
  });
  return (
    <div aria-busy={totals.isPlaceholderData}>
      <QueryResult answer={totals} label="Loading the overview" lines={3}>
        {(loaded) => (
          <OverviewCards
            figures={overviewOfSpan(loaded, isCompared ? (before.data ?? []) : [])}
            before={
              isCompared && !before.isPlaceholderData && (before.data ?? []).length > 0
                ? (span.before?.words ?? null)
                : null
            }
          />
        )}
      </QueryResult>
    </div>
  );
}

/** The page of an account without a counted activity: figures, charts and bests would all be empty. */
function FirstWorkout() {
  return (
    <Page>
      <PageHeading>
        <h1>Statistics</h1>
      </PageHeading>
      <section aria-label="Your first workout" className={styles.first}>
        <div className={styles.water}>
          <LaneField seed="first workout" />
        </div>
        <p>Your first workout on an erg begins your statistics.</p>
        <Link to="/row" className={buttonClass('primary')}>
          Just row
        </Link>
      </section>
    </Page>
  );
}

function MetersPanel({ userId, shown }: PartProps) {
  return (
    <Panel title="Meters" aside={<span className={styles.unit}>per {namesOf(shown).noun}</span>}>
      {shown.span === null ? (
        <RollingMeters userId={userId} period={shown.period} />
      ) : (
        <SpanMeters userId={userId} span={shown.span} />
      )}
    </Panel>
  );
}

function RollingMeters({ userId, period }: { userId: string; period: StatisticsPeriod }) {
  const answer = useQuery(metersOf(userId, viewerTimeZone()));
  return (
    <QueryResult answer={answer} label="Loading the meters" lines={5}>
      {(meters) => <MetersByStep steps={metersSteps(meters, period)} names={rollingNames[period]} />}
    </QueryResult>
  );
}

/** Returns the span whose data is on the page: the previous one while the data of the next loads. */
function useLoadedSpan(span: Span, isLoading: boolean): Span {
  const [loaded, setLoaded] = useState(span);
  if (!isLoading && loaded.title !== span.title) setLoaded(span);
  return isLoading ? loaded : span;
}

function SpanMeters({ userId, span }: { userId: string; span: Span }) {
  const answer = useQuery(totalsOfSpan(userId, { ...span, step: span.names.noun }));
  const loaded = useLoadedSpan(span, answer.isPlaceholderData);
  return (
    <div aria-busy={answer.isPlaceholderData}>
      <QueryResult answer={answer} label="Loading the meters" lines={5}>
        {(totals) => <MetersByStep steps={metersOfSpan(loaded, totals)} names={loaded.names} />}
      </QueryResult>
    </div>
  );
}

function PacePanel({ userId, shown, query }: PartProps & { query: URLSearchParams }) {
  const navigate = useNavigate();
  const filter = filterOf(query);
  return (
    <Panel title="Pace trend" aside={<span className={styles.unit}>per 500 m</span>}>
      <DistanceFilterForm
        filter={filter}
        onFilter={(next) =>
          void navigate({ search: `?${withFilter(query, next)}` }, { preventScrollReset: true })
        }
      />
      {shown.span === null ? (
        <RollingPace userId={userId} period={shown.period} filter={filter} />
      ) : (
        <SpanPace userId={userId} span={shown.span} filter={filter} />
      )}
    </Panel>
  );
}

type PaceProps = { userId: string; filter: DistanceFilter };

function Paces({ steps, names, filter }: { steps: PaceStep[]; names: StepNames; filter: DistanceFilter }) {
  if (steps.some((step) => step.paceSec !== null)) return <PaceByStep steps={steps} names={names} />;
  return (
    <Empty>
      <p>
        No activities {filter.comparator === 'less' ? 'up to' : 'from'} {formatWhole(filter.distanceM)} m{' '}
        {names.within}.
      </p>
    </Empty>
  );
}

function RollingPace({ userId, period, filter }: PaceProps & { period: StatisticsPeriod }) {
  const answer = useQuery(paceTrendOf(userId, viewerTimeZone(), filter));
  return (
    <div aria-busy={answer.isPlaceholderData}>
      <QueryResult answer={answer} label="Loading the pace trend" lines={5}>
        {(progress) => (
          <Paces steps={paceSteps(progress, period)} names={rollingNames[period]} filter={filter} />
        )}
      </QueryResult>
    </div>
  );
}

function SpanPace({ userId, span, filter }: PaceProps & { span: Span }) {
  const answer = useQuery(paceOfSpan(userId, { ...span, step: span.names.noun }, filter));
  const loaded = useLoadedSpan(span, answer.isPlaceholderData);
  return (
    <div aria-busy={answer.isPlaceholderData}>
      <QueryResult answer={answer} label="Loading the pace trend" lines={5}>
        {(paces) => <Paces steps={pacesOfSpan(loaded, paces)} names={loaded.names} filter={filter} />}
      </QueryResult>
    </div>
  );
}
