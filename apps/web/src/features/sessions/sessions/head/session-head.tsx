import type { Session } from '@boathouse/contract/sessions';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDayAndTime } from '../../../../lib/format.ts';
import { useAtNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { visibilityWords } from '../visibility-words.ts';
import { headPart } from './head-part.ts';
import type { HostAction } from '../session-phase.ts';
import { HostActions } from './host-actions.tsx';
import styles from './session-head.module.css';
import { sessionStateOf, wordsOfState } from './session-state.ts';
import { AthleteLink } from '../../../people/users/index.ts';

const ShareDialog = headPart('The dialog', (parts) => parts.ShareDialog);

type SessionHeadProps = {
  session: Session;
  /** Whether the viewer is the host, or an admin of the session's club. */
  mayManage: boolean;
  /** The managers' next action. */
  nextAction: HostAction;
  /** How many athletes row with a signal, over all workout items, and how many in progress have none. */
  rowing: number;
  noSignal: number;
  /** Items with activities. */
  begunItems: readonly number[];
  /** How many athletes row each item now, by its index. */
  rowedItems?: readonly number[];
  /** How many users have the page open; 0 while unknown. */
  present: number;
};

const stateEveryMs = 10_000;

/** Title and facts of a session, above everything else on every width. */
export function SessionHead({
  session,
  mayManage,
  nextAction,
  rowing,
  noSignal,
  begunItems,
  rowedItems = [],
  present,
}: SessionHeadProps) {
  const stateAt = (nowMs: number) =>
    sessionStateOf(session.startAt, { rowing, noSignal, hasBegun: begunItems.length > 0 }, nowMs);
  const kind = useAtNow((nowMs) => stateAt(nowMs).kind, stateEveryMs);
  const words = useAtNow((nowMs) => wordsOfState(stateAt(nowMs)), stateEveryMs);
  const [isSharing, setIsSharing] = useState(false);
  const isShareable = session.club !== null || session.isAccessibleByLink;
  const { hostUser, club, squad } = session;
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{session.title}</h1>
        <ul aria-label="Session facts" className={styles.facts}>
          <li className={styles.state} data-state={kind}>
            {words}
          </li>
          <li>
            <time dateTime={session.startAt}>{formatDayAndTime(session.startAt)}</time>
          </li>
          <li>
            Hosted by <AthleteLink athlete={hostUser} />
          </li>
          <li>
            {club === null ? (
              visibilityWords(session)
            ) : (
              <Link to={`/clubs/${club.customURL}/general`}>{club.name}</Link>
            )}
          </li>
          {club !== null && squad != null && (
            <li>
              For <Link to={`/clubs/${club.customURL}/squads`}>{squad.name}</Link>
            </li>
          )}
          {/* Its place is reserved until the connection reports who is here: on a phone it may take a line. */}
          <li className={present === 0 ? styles.unknown : undefined} aria-hidden={present === 0}>
            {Math.max(present, 1)} here now
          </li>
        </ul>
      </div>
      <div className={styles.actions}>
        {isShareable && <Button onClick={() => setIsSharing(true)}>Share</Button>}
        {mayManage && <HostActions {...{ session, begunItems, rowedItems }} next={nextAction} />}
      </div>
      {isSharing && <ShareDialog session={session} onClose={() => setIsSharing(false)} />}
    </header>
  );
}
