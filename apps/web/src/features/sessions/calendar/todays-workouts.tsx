import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDistanceToNow, formatTime, formatWorkout, viewerTimeZone } from '../../../lib/format.ts';
import { useAtNow, useToday } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { figureCell, Table } from '../../../ui/table.tsx';
import { nextSessionOf, sessionsOfDay } from '../sessions/index.ts';
import { dayRowsMax, nearestOf, shownOf } from './day-plan.ts';
import { NextActions, NextUp } from './next-up.tsx';
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
        <span className={styles.now}>
          <Link to="/row" className={buttonClass('primary')}>
            Row
          </Link>
        </span>
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
  const shown = isWhole ? sessions : shownOf(sessions, nearestId);

  return (
    <>
      {nearestId === null && later && <NextUp key={later._id} next={later} />}
      {sessions.length === 0 && (
        <Empty>
          <p>Nothing planned today. Create a session and it appears here.</p>
        </Empty>
      )}
      {sessions.length > 0 && <DayTable shown={shown} nearestId={nearestId} timeZone={timeZone} />}
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

type DayTableProps = { shown: readonly Session[]; nearestId: string | null; timeZone: string };

function DayTable({ shown, nearestId, timeZone }: DayTableProps) {
  return (
    <Table caption="Today's Workouts">
      <thead>
        <tr>
          <th scope="col">Host</th>
          <th scope="col">Title</th>
          <th scope="col" className={`${figureCell} ${styles.start}`}>
            <span className={styles.heading}>Start Time</span>
          </th>
        </tr>
      </thead>
      {shown.map((session) => (
        <DayRow key={session._id} session={session} isNext={session._id === nearestId} timeZone={timeZone} />
      ))}
    </Table>
  );
}

/** The row of a session; the next one is larger, with the viewer's actions. */
function DayRow({ session, isNext, timeZone }: { session: Session; isNext: boolean; timeZone: string }) {
  const { _id, title, hostUser, workoutItems, startAt } = session;
  const items = formatWorkout(workoutItems.join(', '));
  return (
    <tbody className={styles.session} data-next={isNext}>
      <tr className={styles.row}>
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
          <span className={styles.items} title={items}>
            {items}
          </span>
        </th>
        <td className={`${figureCell} ${styles.start}`}>
          <time dateTime={startAt}>{formatTime(startAt, timeZone)}</time>
          {isNext && <Distance startAt={startAt} />}
        </td>
      </tr>
      {isNext && (
        <tr>
          <td colSpan={3}>
            <NextActions next={session} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** `in 25 min` */
function Distance({ startAt }: { startAt: string }) {
  return <span className={styles.when}>{useAtNow((nowMs) => formatDistanceToNow(startAt, nowMs))}</span>;
}
