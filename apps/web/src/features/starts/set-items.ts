import type { WorkoutPlan } from '@boathouse/row/plan';
import { mismatchOf } from '@boathouse/row/program';
import type { MonitorSetup } from '@boathouse/row/setup';

/**
 * Returns the items that a waiting monitor is set to; null while that is not known, as in its menu. An item whose text is
 * no plan can't be compared, and counts as set.
 */
export function itemsSetOn(
  setup: MonitorSetup | null,
  plans: ReadonlyArray<WorkoutPlan | null>,
): number[] | null {
  const isUnset = setup === null || setup.work === null;
  const items = plans.flatMap((plan, index) => {
    if (plan === null) return [index];
    const isJustRow = plan.pieces.length === 0 && setup !== null;
    if (isUnset && !isJustRow) return [];
    return mismatchOf(plan, setup) === null ? [index] : [];
  });
  return isUnset && items.length === 0 ? null : items;
}
