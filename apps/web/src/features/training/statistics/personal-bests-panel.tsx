import { formatPace } from '@boathouse/workout/pace';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dayOf, formatFullDay, viewerTimeZone } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { personalBestsOf } from './api.ts';
import styles from './personal-bests-panel.module.css';
import { figureOfBest, pieceNames } from './ranked-pieces.ts';

/** An athlete's best result over each ranked piece, each a link to its activity. */
export function PersonalBestsPanel({ userId }: { userId: string }) {
  const { data: bests, isError, refetch } = useQuery(personalBestsOf(userId));
  const timeZone = viewerTimeZone();
  return (
    <Panel title="Personal bests">
      {bests === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>The personal bests couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading the personal bests" lines={2} />
        )
      ) : bests.length === 0 ? (
        <Empty>
          <p>No personal bests yet. Whole pieces from 500 m to a marathon and from 1 to 60 min count.</p>
        </Empty>
      ) : (
        <ul className={styles.bests}>
          {bests.map((best) => {
            const figure = figureOfBest(best);
            const pace = formatPace(best.averagePace);
            return (
              <li key={best.piece}>
                <Link to={`/activities/${best.activity}`} className={styles.best}>
                  <span className={styles.piece}>{pieceNames[best.piece]}</span>
                  <strong className={styles.figure}>{figure}</strong>
                  {/* Over 500 m the pace is the time. */}
                  {pace !== figure && <span className={styles.detail}>{pace} /500 m</span>}
                  <time dateTime={best.createdAt} className={styles.detail}>
                    {formatFullDay(dayOf(best.createdAt, timeZone))}
                  </time>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
