import { statisticsPeriods, type StatisticsPeriod } from '@boathouse/contract/statistics';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatWhole, viewerTimeZone } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import { Page, PageHeading } from '../../../ui/page.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { metersOf, overviewOf, paceTrendOf } from './api.ts';
import { MetersByStep, PaceByStep, useChartCode } from './charts.tsx';
import { filterOf, withFilter } from './distance-filter-address.ts';
import { DistanceFilterForm } from './distance-filter.tsx';
import { isWithoutMeters, OverviewCards } from './overview-cards.tsx';
import { metersSteps, paceSteps, periodLabels, periodOf, periodWords, stepNouns } from './periods.ts';
import { PersonalBestsPanel } from './personal-bests-panel.tsx';
import styles from './statistics-page.module.css';

type PartProps = { userId: string; period: StatisticsPeriod };

export function StatisticsPage() {
  useChartCode();
  const user = useCurrentUser();
  const [query] = useSearchParams();
  const period = periodOf(query.get('period'));
  const part = { userId: user._id, period };
  return (
    <Page>
      <PageHeading>
        <h1>Statistics</h1>
        <PeriodChoice query={query} period={period} />
      </PageHeading>
      <Overview {...part} />
      <div className={styles.charts}>
        <MetersPanel {...part} />
        <PacePanel {...part} query={query} />
      </div>
      <div className={styles.bests}>
        <PersonalBestsPanel userId={user._id} />
      </div>
    </Page>
  );
}

/** Links, so that reload and Back restore the period. */
function PeriodChoice({ query, period }: { query: URLSearchParams; period: StatisticsPeriod }) {
  return (
    <nav aria-label="Period" className={segmentsClass}>
      {statisticsPeriods.map((each) => {
        const next = new URLSearchParams(query);
        next.set('period', each);
        return (
          <Link
            key={each}
            to={{ search: `?${next}` }}
            preventScrollReset
            aria-current={each === period ? 'true' : undefined}
          >
            {periodLabels[each]}
          </Link>
        );
      })}
    </nav>
  );
}

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

function Overview({ userId, period }: PartProps) {
  const answer = useQuery(overviewOf(userId, viewerTimeZone()));
  return (
    <section aria-label={periodWords[period]} className={styles.overview}>
      <h2>{periodWords[period]}</h2>
      <QueryResult answer={answer} label="Loading the overview" lines={3}>
        {(overview) => (
          <>
            <OverviewCards overview={overview} period={period} />
            {isWithoutMeters(overview) && <FirstWorkout />}
          </>
        )}
      </QueryResult>
    </section>
  );
}

function FirstWorkout() {
  return (
    <div className={styles.first}>
      <p>Your first workout on an erg begins your statistics.</p>
      <Link to="/row" className={buttonClass('primary')}>
        Just row
      </Link>
    </div>
  );
}

function MetersPanel({ userId, period }: PartProps) {
  const answer = useQuery(metersOf(userId, viewerTimeZone()));
  return (
    <Panel title="Meters" aside={<span className={styles.unit}>per {stepNouns[period]}</span>}>
      <QueryResult answer={answer} label="Loading the meters" lines={5}>
        {(meters) => <MetersByStep steps={metersSteps(meters, period)} period={period} />}
      </QueryResult>
    </Panel>
  );
}

function PacePanel({ userId, period, query }: PartProps & { query: URLSearchParams }) {
  const navigate = useNavigate();
  const filter = filterOf(query);
  const answer = useQuery(paceTrendOf(userId, viewerTimeZone(), filter));
  return (
    <Panel title="Pace trend" aside={<span className={styles.unit}>per 500 m</span>}>
      <DistanceFilterForm
        filter={filter}
        onFilter={(next) =>
          void navigate({ search: `?${withFilter(query, next)}` }, { preventScrollReset: true })
        }
      />
      <div aria-busy={answer.isPlaceholderData}>
        <QueryResult answer={answer} label="Loading the pace trend" lines={5}>
          {(progress) => {
            const steps = paceSteps(progress, period);
            return steps.every((step) => step.paceSec === null) ? (
              <Empty>
                <p>
                  No activities {filter.comparator === 'less' ? 'up to' : 'from'}{' '}
                  {formatWhole(filter.distanceM)} m in the {periodWords[period].toLowerCase()}.
                </p>
              </Empty>
            ) : (
              <PaceByStep steps={steps} period={period} />
            );
          }}
        </QueryResult>
      </div>
    </Panel>
  );
}
