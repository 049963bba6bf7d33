import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import { useSyncExternalStore } from 'react';
import { useSimulatedStart, useOwnBests } from '../../../evening/starts/index.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { useErg } from '../../../rowing/erg/index.ts';
import {
  isInProgress,
  isNextPossible,
  useConnectErg,
  useWayToErg,
  type RowControl,
  type RowSnapshot,
} from '../../../rowing/rowing/index.ts';
import type { ErgSetup } from '../instructions/instructions.tsx';
import { useMonitorWorkout } from '../instructions/monitor-workout.ts';
import type { PushConsent } from '../instructions/push-consent.ts';
import { useStartRow } from '../instructions/start-row.ts';
import type { ItemStanding } from './workout-item-panel.tsx';

type OwnItem = {
  session: Pick<Session, '_id' | 'title' | 'isRace'>;
  index: number;
  workout: string;
  runner: RowControl;
  consent: PushConsent;
  /** The item's start, future or past; null without one. */
  commonStart: Start | null;
  /** Whether the server has a result of the viewer. */
  isDone: boolean;
  /** Whether the server has an activity of the viewer in progress. */
  isActive: boolean;
  /** Whether the next first stroke begins it. */
  isExpected: boolean;
};

/** Follows the viewer's own row of a workout item, and sets and starts the erg for it. */
export function useOwnItem(own: OwnItem) {
  const { session, index, workout, runner, consent, commonStart, isDone, isActive, isExpected } = own;
  const me = useCurrentUser();
  const erg = useErg();
  const connect = useConnectErg();
  const way = useWayToErg();
  const item = { sessionId: session._id, workoutItemIndex: index };
  const standing = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    if (isDone) return 'complete';
    // The server knows about the viewer's row before this page has loaded it.
    return row === null && isActive ? 'inProgress' : standingOf(item, row);
  });
  const isCompleting = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return isOf(item, row) && row?.stage === 'completing';
  });
  const isRowing = standing === 'starting' || standing === 'inProgress';
  const bests = useOwnBests(me._id, workout);
  const monitor = useMonitorWorkout(workout, {
    consent,
    isNext: isExpected && standing === 'notBegun',
    bests,
  });
  const simulated = useSimulatedStart(session, commonStart, isRowing);
  const { isBusy, start } = useStartRow(runner, monitor, () => simulated.atGo.run(monitor.startSimulated));
  const setup: ErgSetup = {
    isErgConnected: erg.state === 'connected' || erg.state === 'silent',
    isBusy: isBusy || isCompleting,
    push: monitor.push,
    notice: monitor.mismatch,
    isMonitorSet: monitor.isSetHere || erg.isSimulated,
    canBeSet: monitor.canBeSet,
    pushNeedsErg: monitor.pushNeedsErg,
    way,
    onConnect: way === 'simulated' ? connect.steadySimulated : connect.overBluetooth,
    onPush: monitor.onPush,
    onStart: () => start({ ...item, title: session.title, workout, bests }),
  };
  return { standing, isRowing, bests, simulated, setup };
}

type ItemPlace = Pick<RowSnapshot, 'sessionId' | 'workoutItemIndex'>;

function isOf(item: ItemPlace, row: RowSnapshot | null): boolean {
  return row?.sessionId === item.sessionId && row.workoutItemIndex === item.workoutItemIndex;
}

function standingOf(item: ItemPlace, row: RowSnapshot | null): ItemStanding {
  if (row === null) return 'notBegun';
  if (!isOf(item, row)) return isInProgress(row) && !isNextPossible(row) ? 'busyElsewhere' : 'notBegun';
  if (row.stage === 'completed') return 'complete';
  if (row.isEndedElsewhere) return 'complete';
  return row.stage === 'beginning' ? 'starting' : 'inProgress';
}
