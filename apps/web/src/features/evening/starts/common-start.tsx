import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { readinessOf, useRooms, type LiveRoom } from '../../rowing/room/index.ts';
import { adviceOf, type Part } from './advice.ts';
import { useCancelStart } from './api.ts';
import { useAtGo, type AtGo } from './at-go.ts';
import styles from './common-start.module.css';
import { SetMonitors } from './monitors/lazy-monitors.tsx';
import { ReadyLine } from './ready-line.tsx';
import { useCount } from './use-count.ts';
import { useIsRowing } from './use-is-rowing.ts';

const StartDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./start-dialog.tsx'))).StartDialog,
});

const loadCountdown = () => loadChunk(() => import('./countdown.tsx'));
const Countdown = lazyPart({ name: 'The countdown', load: async () => (await loadCountdown()).Countdown });

type CommonStartProps = {
  session: Session;
  /** Index of the workout item. */
  item: number;
  room: LiveRoom;
  /** The item's start, future or past; null without one. */
  start: Start | null;
  /** Whether the viewer may start the session together. */
  mayManage: boolean;
  /** Ids of the athletes who have a result of the item. */
  doneBy: readonly string[];
  /**
   * The viewer's part in it, and their erg. `onStart` begins the item; called only with a connected erg.
   */
  own: {
    part: Part;
    setup: { isErgConnected: boolean; isBusy?: boolean; onStart: () => void };
    simulated: SimulatedStart;
  };
};

/**
 * A simulated athlete hears ROW before the first stroke, so that a clock that is slightly ahead makes no false start.
 */
const reactionMs = 300;

type SimulatedStart = { atGo: AtGo; isWaiting: boolean };

/**
 * Returns what makes a simulated erg row at GO, and not when its athlete begins the item. In a race it also waits for a
 * start that is not set yet.
 */
export function useSimulatedStart(
  { _id: sessionId, isRace: ofRace }: Pick<Session, '_id' | 'isRace'>,
  start: Start | null,
  isBegun: boolean,
): SimulatedStart {
  const clock = useRooms().clockOf(sessionId);
  const isRace = ofRace === true;
  const startAtMs = start === null ? null : Date.parse(start.startAt) + (isRace ? reactionMs : 0);
  const { atGo, isWaiting } = useAtGo(clock, startAtMs, isRace);
  useEffect(() => {
    // The row was discarded, or ended.
    if (!isBegun) atGo.drop();
  }, [atGo, isBegun]);
  return { atGo, isWaiting };
}

/** Starting a workout item together: who is ready, the host's countdown, and the countdown on every page. */
export function CommonStart(props: CommonStartProps) {
  const { session, item, room, start } = props;
  // Only the race control starts a race. Its pages announce the commands, but never when ROW comes.
  const isRace = session.isRace === true;
  const mayManage = props.mayManage && !isRace;
  const { part, setup, simulated } = props.own;
  const me = useCurrentUser();
  const [isChoosing, setIsChoosing] = useState(false);
  const clock = useRooms().clockOf(session._id);
  const count = useCount(clock, start === null ? null : Date.parse(start.startAt));
  const isRowing = useIsRowing();
  const hasCrew = useSyncExternalStore(room.subscribe, () => room.getMembers().length > 1);
  // A start may be 10 s away when it is set.
  useEffect(() => {
    if (hasCrew) loadCountdown().catch(() => undefined);
  }, [hasCrew]);
  const readiness = useSyncExternalStore(room.memberStates.subscribe, () =>
    readinessOf(room.memberStates.getOwn() ?? undefined, item),
  );
  const workout = session.workoutItems[item] ?? '';
  const coachIds = [session.hostUser._id, me._id];
  const isToCome = count !== null && count !== 0;
  const ready = <ReadyLine room={room} item={item} hostId={session.hostUser._id} doneBy={props.doneBy} />;
  const choose = (
    <Button size="touch" onClick={() => setIsChoosing(true)}>
      Start together
    </Button>
  );
  const cancel = mayManage && isToCome ? <CancelStart sessionId={session._id} item={item} /> : null;
  return (
    <>
      <div className={styles.row}>
        {ready}
        {props.mayManage && !isToCome && hasCrew && (
          <SetMonitors {...{ room, item, workout, coachIds }} doneBy={props.doneBy} />
        )}
        {mayManage && !isToCome && choose}
        {cancel}
      </div>
      {part === 'begun' && !isRowing && (
        <Waiting simulated={simulated} isRace={isRace}>
          {mayManage && hasCrew && !isToCome && choose}
        </Waiting>
      )}
      {isChoosing && (
        <StartDialog
          sessionId={session._id}
          item={item}
          workout={workout}
          onClose={() => setIsChoosing(false)}
        >
          {ready}
        </StartDialog>
      )}
      {start !== null && !isRace && (
        <Countdown
          clock={clock}
          start={start}
          workout={workout}
          isBegun={part === 'begun'}
          advice={adviceOf({ part, readiness, isHost: session.hostUser._id === me._id, workout })}
          actions={
            <>
              {part === 'mayBegin' && setup.isErgConnected && (
                <Button size="touch" look="primary" isBusy={setup.isBusy === true} onClick={setup.onStart}>
                  Start Workout
                </Button>
              )}
              {cancel}
            </>
          }
        >
          {ready}
        </Countdown>
      )}
    </>
  );
}

/** The controls of an athlete who has begun, before the first stroke, while the page shows only their erg. */
function Waiting({
  simulated,
  isRace,
  children,
}: {
  simulated: SimulatedStart;
  isRace: boolean;
  children: ReactNode;
}) {
  // Its race announces that the start is next.
  const isWaiting = simulated.isWaiting && !isRace;
  if (!isWaiting && !children) return null;
  return createPortal(
    <section aria-label="Start together" className={styles.waiting}>
      {isWaiting && (
        <>
          <p role="status">The start was canceled. Your simulated erg waits for the next one.</p>
          <Button size="touch" onClick={simulated.atGo.release}>
            Row now
          </Button>
        </>
      )}
      {children}
    </section>,
    document.body,
  );
}

function CancelStart({ sessionId, item }: { sessionId: string; item: number }) {
  const cancel = useCancelStart(sessionId, item);
  return (
    <Button size="touch" look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel start
    </Button>
  );
}
