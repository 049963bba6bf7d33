import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDistanceToNow, formatTime, timeParts, viewerTimeZone } from '../../lib/format.ts';
import { useAtNow, useToday } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Readout } from '../../ui/readout.tsx';
import { Empty, Loading, Unavailable } from '../../ui/states.tsx';
import { figureCell, Table } from '../../ui/table.tsx';
import { sessionsOfDay } from '../sessions/index.ts';
import { dayRowsMax, nearestOf, shownOf } from './day-plan.ts';
import styles from './todays-workouts.module.css';

/** The viewer's workouts today: the next start, and a table of all. */
export function TodaysWorkouts({ userId }: { userId: string }) {
  const timeZone = viewerTimeZone();
  const today = useToday(timeZone);
  const { data, isError, refetch } = useQuery(sessionsOfDay(userId, today, timeZone));

  return (
    <Panel title="Today's Workouts">
      {data === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>Today's workouts couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading today's workouts" />
        )
      ) : data.length === 0 ? (
        <Empty>
          <p>Nothing planned today. Create a session and it appears here.</p>
        </Empty>
      ) : (
        <Day sessions={data} timeZone={timeZone} />
      )}
    </Panel>
  );
}

type DayProps = { sessions: readonly Session[]; timeZone: string };

function Day({ sessions, timeZone }: DayProps) {
  const nearestId = useAtNow((nowMs) => nearestOf(sessions, nowMs)?._id ?? null);
  const [isWhole, setIsWhole] = useState(false);
  const next = sessions.find(({ _id }) => _id === nearestId);
  const shown = isWhole ? sessions : shownOf(sessions, nearestId);

  return (
    <>
      {next && <NextUp next={next} />}
      <Table caption="Today's Workouts">
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col">Title</th>
            <th scope="col" className={figureCell}>
              Start Time
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ _id, title, hostUser, workoutItems, startAt }) => (
            <tr key={_id} className={styles.row}>
              <td className={styles.hostCell}>
                <span className={styles.host}>
                  <Avatar name={hostUser.displayName} imageURL={hostUser.iconURL} />
                  <span className={styles.name} title={hostUser.displayName}>
                    {hostUser.displayName}
                  </span>
                </span>
              </td>
              <th scope="row">
                <Link to={`/sessions/${_id}`} title={title} className={styles.link}>
                  {title}
                </Link>
                <span className={styles.items} title={workoutItems.join(', ')}>
                  {workoutItems.join(', ')}
                </span>
              </th>
              <td className={figureCell}>
                <time dateTime={startAt}>{formatTime(startAt, timeZone)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {sessions.length > dayRowsMax && (
        <div className={styles.more}>
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${sessions.length - dayRowsMax} more`}
          </Button>
        </div>
      )}
    </>
  );
}

function NextUp({ next }: { next: Session }) {
  const when = useAtNow((nowMs) => formatDistanceToNow(next.startAt, nowMs));
  const { clock, period } = timeParts(next.startAt);
  return (
    <div className={styles.next}>
      <dl>
        <Readout size="large" label={when} value={clock} unit={period} />
      </dl>
      <div className={styles.about}>
        <p className={styles.title} title={next.title}>
          {next.title}
        </p>
        <p>
          with {next.hostUser.displayName}
          {next.club && `, ${next.club.name}`}
        </p>
      </div>
      <Link to={`/sessions/${next._id}`} className={buttonClass('primary')}>
        Open session
      </Link>
    </div>
  );
}
