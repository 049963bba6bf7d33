import type { ListedActivity } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import type { LateRower } from '@boathouse/row/crew';
import { lengthOf, type WorkoutPlan } from '@boathouse/row/plan';

/** What standings are computed from: the result, the newest sample, or before the first one the stored values. */
export function crewRowerOf(
  activity: ListedActivity,
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

/** The plan's calories up to the interval under way, less those that remain of it. */
function caloriesOf(sample: LiveSample | undefined, plan: WorkoutPlan | null): number | null {
  if (sample === undefined || plan === null) return null;
  const { interval = 1, left, phase } = sample;
  const isRest = phase === 'resting';
  if (!isRest && left?.kind !== 'calories') return null;
  let upTo = 0;
  for (const piece of plan.pieces.slice(0, interval)) upTo += lengthOf(piece);
  return Math.max(0, upTo - (isRest ? 0 : (left?.value ?? 0)));
}
