import type { ListedActivity } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import { caloriesRowed, type LateRower } from '@boathouse/row/crew';
import type { WorkoutPlan } from '@boathouse/row/plan';

/** What the lanes show of an activity. */
export type CrewActivity = Pick<
  ListedActivity,
  | '_id'
  | 'workoutItemIndex'
  | 'isCompleted'
  | 'elapsedTime'
  | 'distance'
  | 'currentPace'
  | 'averagePace'
  | 'strokeRate'
  | 'totalCalories'
  | 'isSimulated'
  | 'isPartial'
  | 'startOffset'
> & { user: Pick<ListedActivity['user'], '_id' | 'displayName'> };

/** What standings are computed from: the result, the newest sample, or before the first one the stored values. */
export function crewRowerOf(
  activity: CrewActivity,
  sample: LiveSample | undefined,
  plan: WorkoutPlan | null,
): LateRower {
  const { isCompleted } = activity;
  const live = isCompleted ? undefined : sample;
  const figures = live ?? activity;
  return {
    id: activity._id,
    elapsedSec: figures.elapsedTime,
    distanceM: figures.distance,
    calories: isCompleted ? activity.totalCalories : caloriesOf(live, plan),
    currentPaceSec: figures.currentPace,
    averagePaceSec: figures.averagePace,
    phase: isCompleted ? 'finished' : (live?.phase ?? null),
    isPartial: activity.isPartial,
    startOffsetSec: activity.startOffset ?? 0,
  };
}

function caloriesOf(sample: LiveSample | undefined, plan: WorkoutPlan | null): number | null {
  if (sample === undefined || plan === null) return null;
  const { interval = 1, left, phase } = sample;
  const isRest = phase === 'resting';
  if (!isRest && left?.kind !== 'calories') return null;
  return caloriesRowed(plan, interval, isRest ? 0 : (left?.value ?? 0));
}
