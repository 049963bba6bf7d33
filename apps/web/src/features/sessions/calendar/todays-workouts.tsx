import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatTime, viewerTimeZone } from '../../../lib/format.ts';
import { useAtNow, useToday } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { figureCell, Table } from '../../../ui/table.tsx';
import { nextSessionOf, sessionsOfDay } from '../sessions/index.ts';
import { dayRowsMax, nearestOf, shownOf } from './day-plan.ts';
import { NextUp } from './next-up.tsx';
import styles from './todays-workouts.module.css';

/** The viewer's workouts today: the next start, which may be on a later day, and a table of all. */
export function TodaysWorkouts({ userId }: { userId: string }) {
  const timeZone = viewerTimeZone();
  const today = useToday(timeZone);
  const { data, isError, refetch } = useQuery(sessionsOfDay(userId, today, timeZone));
  const { data: later } = useQuery(nextSessionOf(userId));

  return (
    <Panel
      title="Today's Workouts"
      aside={
        <Link to="/row" className={buttonClass('primary')}>
          Row
        </Link>
      }
    >
      {data === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>Today's workouts couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading today's workouts" />
        )
      ) : (
        <Day sessions={data} later={later ?? null} timeZone={timeZone} />
      )}
    </Panel>
  );
}

type DayProps = {
  sessions: readonly Session[];
  /** The next session, on any day. */
  later: Session | null;
  timeZone: string;
};

function Day({ sessions, later, timeZone }: DayProps) {
  const nearestId = useAtNow((nowMs) => nearestOf(sessions, nowMs)?._id ?? null);
  const [isWhole, setIsWhole] = useState(false);
  const next = sessions.find(({ _id }) => _id === nearestId) ?? later;
  const shown = isWhole ? sessions : shownOf(sessions, nearestId);

  return (
    <>
      {next && <NextUp key={next._id} next={next} />}
      {sessions.length === 0 && (
        <Empty>
          <p>Nothing planned today. Create a session and it appears here.</p>
        </Empty>
      )}
      {sessions.length > 0 && <DayTable shown={shown} timeZone={timeZone} />}
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

function DayTable({ shown, timeZone }: { shown: readonly Session[]; timeZone: string }) {
  return (
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
                <span className={styles.name} title={hostUser.displayName} dir="auto">
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
  );
}
