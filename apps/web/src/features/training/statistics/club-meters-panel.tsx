import type { ClubRef } from '@boathouse/contract/clubs';
import { clubPeriods, type ClubPeriod } from '@boathouse/contract/statistics';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatFullDay, formatWhole, viewerTimeZone } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import { clubMetersOf } from './api.ts';
import styles from './club-meters-panel.module.css';
import { periodWords, rollingLabels } from './periods.ts';

const labels: Record<ClubPeriod, string> = {
  week: rollingLabels.week,
  month: rollingLabels.month,
  season: 'Season',
};

/** The span in the words of a sentence. */
function spanInWords(period: ClubPeriod, from: string): string {
  return period === 'season'
    ? `season since ${formatFullDay(Temporal.PlainDate.from(from))}`
    : periodWords[period].toLowerCase();
}

/** Members shown at once; a button shows the others. */
const shownMax = 10;

/** The members of a club by their meters in the last 7 or 30 days or the season. */
export function ClubMetersPanel({ club }: { club: Pick<ClubRef, '_id' | 'name'> }) {
  const [period, setPeriod] = useState<ClubPeriod>('week');
  const [isWhole, setIsWhole] = useState(false);
  const { data, isError, isPlaceholderData, refetch } = useQuery(
    clubMetersOf(club._id, period, viewerTimeZone()),
  );
  return (
    <Panel title="Meters">
      <div role="group" aria-label="Period" className={`${segmentsClass} ${styles.periods}`}>
        {clubPeriods.map((each) => (
          <button key={each} type="button" aria-pressed={each === period} onClick={() => setPeriod(each)}>
            {labels[each]}
          </button>
        ))}
      </div>
      {data === undefined && isError && (
        <Unavailable onRetry={() => void refetch()}>
          The meters of {club.name} couldn't be loaded.
        </Unavailable>
      )}
      {data === undefined && !isError && <Loading label={`Loading the meters of ${club.name}`} />}
      {data !== undefined && data.rows.length === 0 && !isPlaceholderData && (
        <Empty>
          <p>No meters in the {spanInWords(period, data.from)}.</p>
        </Empty>
      )}
      {data !== undefined && data.rows.length > 0 && period === 'season' && !isPlaceholderData && (
        <p className={styles.since}>Since {formatFullDay(Temporal.PlainDate.from(data.from))}</p>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <ol className={styles.rows} aria-busy={isPlaceholderData}>
          {(isWhole ? data.rows : data.rows.slice(0, shownMax)).map(({ rank, user, meters }) => (
            <li key={user._id}>
              <span className={styles.rank}>
                <span className="visually-hidden">Rank </span>
                {rank}
              </span>
              <Avatar name={user.displayName} imageURL={user.iconURL} size={32} />
              <Link to={`/athletes/${user._id}`}>{user.displayName}</Link>
              <span className={styles.meters}>{formatWhole(meters)} m</span>
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && data.rows.length > shownMax && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${data.rows.length}`}
        </Button>
      )}
    </Panel>
  );
}
