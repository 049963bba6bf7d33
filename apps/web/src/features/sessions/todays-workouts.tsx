import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDistanceToNow, formatTime, timeParts, todayIn, viewerTimeZone } from '../../lib/format.ts';
import { useNowMs } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Readout } from '../../ui/readout.tsx';
import { Empty, Loading, Unavailable } from '../../ui/states.tsx';
import { figureCell, Table } from '../../ui/table.tsx';
import { sessionsOfDay } from './api.ts';
import styles from './todays-workouts.module.css';

/** A group is usually still rowing this long after the start. */
const underWayMs = 60 * 60_000;

/** The viewer's workouts today: the next start, and a table of all. */
export function TodaysWorkouts({ userId }: { userId: string }) {
  const nowMs = useNowMs();
  const timeZone = viewerTimeZone();
  const today = todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(nowMs));
  const { data, isError, refetch } = useQuery(sessionsOfDay(userId, today, timeZone));

  return (
    <Panel title="Today's Workouts">
      {data === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>
            Today's workouts are not available right now.
          </Unavailable>
        ) : (
          <Loading label="Loading today's workouts" />
        )
      ) : data.length === 0 ? (
        <Empty>
          <p>Nothing planned today. Create a workout and it appears here.</p>
        </Empty>
      ) : (
        <>
          <NextUp sessions={data} nowMs={nowMs} />
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
              {data.map((session) => (
                <tr key={session._id} className={styles.row}>
                  <td>
                    <span className={styles.host}>
                      <Avatar name={session.hostUser.displayName} imageURL={session.hostUser.iconURL} />
                      {session.hostUser.displayName}
                    </span>
                  </td>
                  <th scope="row">
                    <Link to={`/sessions/${session._id}`} className={styles.link}>
                      {session.title}
                    </Link>
                    <span className={styles.items}>{session.workoutItems.join(', ')}</span>
                  </th>
                  <td className={figureCell}>
                    <time dateTime={session.startAt}>{formatTime(session.startAt, timeZone)}</time>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </Panel>
  );
}

function NextUp({ sessions, nowMs }: { sessions: readonly Session[]; nowMs: number }) {
  const next = sessions.find((session) => Date.parse(session.startAt) > nowMs - underWayMs);
  if (next === undefined) return null;
  const { clock, period } = timeParts(next.startAt);
  return (
    <div className={styles.next}>
      <dl>
        <Readout size="large" label={formatDistanceToNow(next.startAt, nowMs)} value={clock} unit={period} />
      </dl>
      <div className={styles.about}>
        <p className={styles.title}>{next.title}</p>
        <p>
          with {next.hostUser.displayName}
          {next.club && `, ${next.club.name}`}
        </p>
      </div>
      <Link to={`/sessions/${next._id}`} className={buttonClass('primary')}>
        Take your seat
      </Link>
    </div>
  );
}
