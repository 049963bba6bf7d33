import { ownPlanOf } from '@boathouse/workout-text/bests';
import { shownMachineOf } from '@boathouse/row/reduce/machine';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { useMemo } from 'react';
import type { RowSnapshot } from '../run/row-snapshot.ts';

/** The plan of a row with its athlete's own figures; null for a text without a plan. */
export function useOwnPlan({
  workout,
  bests,
  progress,
}: Pick<RowSnapshot, 'workout' | 'bests' | 'progress'>): WorkoutPlan | null {
  const machine = shownMachineOf(progress);
  return useMemo(() => ownPlanOf({ workout, bests }, machine), [workout, bests, machine]);
}
