import type { RowPlace } from '@boathouse/row/life/life';
import { useState } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { closeErrors, showErrorToast } from '../../../../ui/toast-store.ts';
import { connectAction, useErg } from '../../../rowing/erg/index.ts';
import type { RowControl } from '../../../rowing/rowing/index.ts';
import type { useMonitorWorkout } from './monitor-workout.ts';

/** Returns a press handler that acts only with a connected erg, and shows a message without one. */
export function withErg(isConnected: boolean, act: () => void): () => void {
  return () => {
    if (isConnected) act();
    else showErrorToast('Connect your ergometer before starting a workout.', { action: connectAction });
  };
}

type Monitor = Pick<ReturnType<typeof useMonitorWorkout>, 'setSimulated' | 'startSimulated'>;

/**
 * Begins a row at a place, and shows the server's refusal. A simulated erg is set to the workout first, and
 * `startSimulated` starts it, by default at once; the rower starts a monitor.
 */
export function useStartRow(runner: RowControl, monitor: Monitor, startSimulated = monitor.startSimulated) {
  const { isSimulated } = useErg();
  const [isBusy, setIsBusy] = useState(false);

  async function begin(place: RowPlace): Promise<void> {
    const action = `begin ${place.sessionId} ${place.workoutItemIndex}`;
    setIsBusy(true);
    try {
      if (isSimulated) await monitor.setSimulated();
      await runner.begin(place, isSimulated);
      closeErrors(action);
      if (isSimulated) startSimulated();
      // Scroll to the cockpit: an athlete can't scroll while rowing.
      scrollTo({ top: 0 });
    } catch (error) {
      showErrorToast(messageOf(error), { action });
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, start: (place: RowPlace) => void begin(place) };
}
