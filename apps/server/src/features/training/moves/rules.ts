import type { WorkoutSummary } from '@boathouse/contract/activities';
import type { Fit, Place } from '@boathouse/contract/activities/moves';
import { isOtherWorkout } from '@boathouse/workout-text/past-end';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { HttpError } from '../../../http/errors.ts';
import { isPartialResult } from '../activities/index.ts';

/** The fields of a row that decide whether it is the workout of an item. Units: meters, seconds. */
type Rowed = {
  /** The monitor's code; null if unknown. */
  workoutType: number | null;
  distance: number;
  elapsedTime: number;
  totalCalories: number | null;
  summary: Pick<WorkoutSummary, 'splits'> | null;
};

/**
 * Returns how a completed row fits a plan. A row that continued after the plan's end, or has other pieces, is another
 * workout: its time can't be compared with the plan's.
 */
export function fitOf(plan: WorkoutPlan | null, rowed: Rowed): Fit {
  if (plan === null || plan.pieces.length === 0) return 'whole';
  if (isOtherWorkout(plan, { ...rowed, intervals: rowed.summary?.splits ?? [] })) return 'other';
  return isPartialResult(plan, rowed) ? 'part' : 'whole';
}

const likeliest = { whole: 0, part: 1, other: 2 } as const satisfies Record<Fit, number>;

/**
 * Orders the items of a session for a row: open ones before items that the athlete has rowed, then by how well the row
 * fits.
 */
export function byFit(one: Place['items'][number], other: Place['items'][number]): number {
  return (
    Number(one.isTaken) - Number(other.isTaken) ||
    likeliest[one.fit] - likeliest[other.fit] ||
    one.index - other.index
  );
}

export function stillInProgress(): HttpError {
  return new HttpError(409, 'activity_in_progress', 'Finish this workout first, then move it');
}

export function inASession(): HttpError {
  return new HttpError(
    409,
    'already_exists',
    'This workout is in a session already. Take it out of that first.',
  );
}

export function notRowedHere(): HttpError {
  return new HttpError(
    409,
    'activity_completed',
    'Only what was rowed on an erg with this app can be moved into a session',
  );
}

export function itemIsTaken(isOwn: boolean): HttpError {
  const who = isOwn ? 'You have' : 'The athlete has';
  return new HttpError(409, 'activity_completed', `${who} already rowed this workout item`);
}

export function notMoved(): HttpError {
  return new HttpError(409, 'activity_completed', 'This workout was begun in its session, and stays there');
}

export function notTheirs(): HttpError {
  return new HttpError(
    403,
    'forbidden',
    'Only its athlete and the hosts of the session on whose page it was rowed may move this workout',
  );
}
