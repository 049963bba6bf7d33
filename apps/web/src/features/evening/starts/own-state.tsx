import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { stateOfErg } from '@boathouse/contract/live';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useErg } from '../../rowing/erg/index.ts';
import type { LiveRoom } from '../../rowing/room/index.ts';
import { isInProgress, useRowRunner, type RowSnapshot } from '../../rowing/rowing/index.ts';
import { itemsSetOn } from './set-items.ts';

type OwnStateProps = { sessionId: string; workoutItems: readonly string[]; room: LiveRoom };

/** Sends to the room whether this page is ready to start. Draws nothing. */
export function OwnState({ sessionId, workoutItems, room }: OwnStateProps) {
  const { state, setup, confirmed, isSimulated, machine, silentSinceMs, information, batteryPercent } =
    useErg();
  const serial = information?.serialNumber ?? null;
  const isOtherRower = machine === 'otherrower';
  const erg = state === 'connected' ? 'sending' : silentSinceMs === null ? 'none' : 'silent';
  const runner = useRowRunner();
  const plans = useMemo<Array<WorkoutPlan | null>>(() => workoutItems.map(parseWorkoutText), [workoutItems]);
  const isInFront = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
  // A number and a boolean, so that a record of the monitor that changes neither renders nothing.
  const item = useSyncExternalStore(runner.subscribe, () => itemUnderWay(sessionId, runner.getSnapshot()));
  const isRowing = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return itemUnderWay(sessionId, row) !== null && row !== null && row.progress.pieceNumber > 0;
  });
  const isElsewhere = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return isInProgress(row) && row.lostTo === null && row.sessionId !== sessionId;
  });
  useEffect(() => {
    // Start Workout sets the simulated erg, and a rower of another maker has nothing to set.
    const needsNoSetting = isOtherRower || (isSimulated && item === null);
    const set = needsNoSetting ? plans.map((_, index) => index) : itemsSetOn(setup, confirmed, plans);
    // The erg is busy with a workout of another session. A row on another device is not rowed on this erg.
    const setItems = isElsewhere ? [] : set;
    const isKnown = erg === 'sending' && (serial !== null || batteryPercent !== null);
    const monitor = isKnown ? { monitor: { serial, batteryPercent } } : {};
    room.memberStates.setOwn({ ...stateOfErg(erg, setItems), isInFront, item, isRowing, ...monitor });
  }, [
    room,
    erg,
    setup,
    confirmed,
    isSimulated,
    isOtherRower,
    plans,
    isInFront,
    isElsewhere,
    item,
    isRowing,
    serial,
    batteryPercent,
  ]);
  useEffect(() => () => room.memberStates.closeOwn(), [room]);
  return null;
}

function itemUnderWay(sessionId: string, row: RowSnapshot | null): number | null {
  if (row === null || row.sessionId !== sessionId || row.lostTo !== null || row.isEndedElsewhere) return null;
  return row.stage === 'beginning' || row.stage === 'rowing' ? row.workoutItemIndex : null;
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
