import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { mismatchOf, programKeyOf } from '@boathouse/row/plan/program';
import type { MonitorSetup } from '@boathouse/row/reduce/setup';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';

/**
 * Returns the items that a waiting monitor is set to; null while unknown, as in its menu. An item whose text is not a
 * plan can't be compared, and counts as set. Intervals that begin with the same piece look the same on the monitor:
 * only the sent ones count as set (`confirmed`), and none while unknown.
 */
export function itemsSetOn(
  setup: MonitorSetup | null,
  confirmed: string | null,
  plans: ReadonlyArray<WorkoutPlan | null>,
): number[] | null {
  const isUnset = setup === null || setup.work === null;
  const keyOf = (plan: WorkoutPlan | null) =>
    plan === null || mismatchOf(plan, setup) !== null ? [] : programKeyOf(plan);
  const [only, ...others] = new Set(plans.flatMap(keyOf));
  const isAlike = setup !== null && isIntervalWorkout(setup.workoutType);
  const sent = confirmed ?? (others.length === 0 ? only : undefined);
  const items = plans.flatMap((plan, index) => {
    if (plan === null) return [index];
    const isJustRow = plan.pieces.length === 0 && setup !== null;
    if (isUnset && !isJustRow) return [];
    return keyOf(plan).length > 0 && (!isAlike || keyOf(plan) === sent) ? [index] : [];
  });
  return isUnset && items.length === 0 ? null : items;
}
