import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { stageOf, programmedOf, type GeneralStatus } from './records.ts';
import type { MonitorSetup, RowProgress } from './state.ts';

export type { MonitorSetup } from './state.ts';

/** In the monitor's menus, and above any number that the definition names. */
const firstUnknownType = 13;

/** Returns the workout of a status before or during the work; null in the monitor's menus. */
function setupOf(record: GeneralStatus, isBegun: boolean): MonitorSetup | null {
  const { workoutType } = record;
  return workoutType >= firstUnknownType ? null : { workoutType, work: programmedOf(record), isBegun };
}

/** Returns the waiting monitor's workout from a status; null in its menus, and while the workout is rowed. */
export function waitingSetupOf(record: GeneralStatus): MonitorSetup | null {
  return stageOf(record.workoutState) === 'idle' ? setupOf(record, false) : null;
}

/** Whether two setups are equal, for a store that notifies only of changes. */
export function isSameSetup(one: MonitorSetup | null, other: MonitorSetup | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Notes the monitor's workout from a status that `progress` already has. Later intervals of a workout change nothing:
 * the monitor reports only the current interval, and in a rest only the rest.
 */
export function noteSetup(progress: RowProgress, record: GeneralStatus): RowProgress {
  const { phase, track } = progress;
  const stage = stageOf(record.workoutState);
  if (phase === 'waiting') {
    if (track.work.isAbandoned || stage !== 'idle') return progress;
    return { ...progress, setup: setupOf(record, false) };
  }
  const { interval, isAbandoned, uncertainFrom } = track.work;
  const isOver = phase === 'ending' || phase === 'finished' || isAbandoned;
  if (isOver || stage !== 'work' || interval === null) return progress;
  const isFirst = interval.number === 1 && uncertainFrom === null && !interval.isEnded;
  if (isIntervalWorkout(record.workoutType) && !isFirst) return progress;
  return { ...progress, setup: setupOf(record, true) };
}
