import { statisticsPeriods, type StatisticsPeriod } from '@boathouse/contract/statistics';
import type { UserRef } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount, viewerTimeZone } from '../../../lib/format.ts';
import { useAfterPress } from '../../../lib/timing/press-shown.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { metersOf } from './api.ts';
import { MetersByStep, useChartCode } from './charts.tsx';
import styles from './meters-card.module.css';
import { metersSteps, rollingLabels, rollingNames } from './periods.ts';

type MetersCardProps = { userId: string; partner: UserRef | null };

/** The dashboard card of the viewer's meters, compared with the training partner if there is one. */
export function MetersCard({ userId, partner }: MetersCardProps) {
  useChartCode();
  const timeZone = viewerTimeZone();
  const [period, setPeriod] = useState<StatisticsPeriod>('week');
  // The press is answered before its bars are drawn.
  const drawn = useAfterPress(period);
  const own = useQuery(metersOf(userId, timeZone));
  const theirs = useQuery({
    ...metersOf(partner?._id ?? '', timeZone),
    enabled: partner !== null,
  });
  const isCompared = partner !== null && theirs.data !== undefined;
  return (
    <Panel title="Meters" aside={<Link to={`/training/statistics?period=${period}`}>Statistics</Link>}>
      {own.data === undefined ? (
        own.isError ? (
          <Unavailable onRetry={() => void own.refetch()}>Your meters couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading your meters" lines={4} />
        )
      ) : (
        <>
          <div role="group" aria-label="Period" className={styles.periods}>
            {statisticsPeriods.map((each) => (
              <button key={each} type="button" aria-pressed={each === period} onClick={() => setPeriod(each)}>
                <strong>
                  {formatCount(Math.round(own.data.aggregate[`${each}Meters`]))}
                  <span> m</span>
                </strong>
                {rollingLabels[each]}
              </button>
            ))}
          </div>
          <MetersByStep
            size="small"
            names={rollingNames[drawn]}
            steps={metersSteps(own.data, drawn, isCompared ? theirs.data : undefined)}
            {...(isCompared && { partnerName: partner.displayName })}
          />
        </>
      )}
    </Panel>
  );
}
