import type { Session } from '@boathouse/contract/sessions';
import { Link } from 'react-router';
import {
  dayOf,
  formatDistanceToNow,
  formatShortDayOfYear,
  formatWeekday,
  timeParts,
  todayIn,
  viewerTimeZone,
} from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Readout } from '../../../ui/readout.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { attendanceInWords, useAttendance } from '../sessions/index.ts';
import styles from './next-up.module.css';

/** The next session on a later day, in large type. */
export function NextUp({ next }: { next: Session }) {
  const { _id: viewerId } = useCurrentUser();
  const when = useAtNow((nowMs) => formatDistanceToNow(next.startAt, nowMs));
  const day = useAtNow((nowMs) => dayInWords(next.startAt, nowMs));
  const { clock, period } = timeParts(next.startAt);
  return (
    <div className={styles.next}>
      <dl>
        <Readout size="large" label={day === '' ? when : `${day}, ${when}`} value={clock} unit={period} />
      </dl>
      <div className={styles.about}>
        <p className={styles.title} title={next.title}>
          {next.title}
        </p>
        <p>
          with {next.hostUser._id === viewerId ? 'you as host' : <bdi>{next.hostUser.displayName}</bdi>}
          {next.club && (
            <>
              , <bdi>{next.club.name}</bdi>
            </>
          )}
        </p>
      </div>
      <NextActions next={next} />
    </div>
  );
}

/** Opens the next session; until it starts, also shows who will attend, and the viewer's own answer. */
export function NextActions({ next }: { next: Session }) {
  const { _id: viewerId } = useCurrentUser();
  const isJoint = next.club !== null || next.isAccessibleByLink;
  const isAhead = useAtNow((nowMs) => Date.parse(next.startAt) > nowMs);
  return (
    <div className={styles.actions}>
      {isJoint && isAhead && <Attendance sessionId={next._id} viewerId={viewerId} />}
      <Link to={`/sessions/${next._id}`} className={buttonClass('primary')}>
        Open session
      </Link>
    </div>
  );
}

/** Returns the weekday within a week and then the date; empty today. */
function dayInWords(startAt: string, nowMs: number): string {
  const timeZone = viewerTimeZone();
  const day = dayOf(startAt, timeZone);
  const days = todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(nowMs)).until(day).days;
  if (days === 0) return '';
  return Math.abs(days) < 7 ? formatWeekday(day) : formatShortDayOfYear(day);
}

function Attendance({ sessionId, viewerId }: { sessionId: string; viewerId: string }) {
  const { people, isError, isComing, isChanging, toggle } = useAttendance(sessionId, viewerId);
  return (
    <>
      <p aria-live="polite">
        {people === undefined
          ? isError && "Who will be there couldn't be loaded."
          : attendanceInWords(people, viewerId)}
      </p>
      <Button aria-pressed={isComing} isBusy={isChanging} onClick={toggle}>
        I'll be there
      </Button>
    </>
  );
}
