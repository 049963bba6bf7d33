/**
 * Parses the workouts that coaches type ('4 x 500m / 1:00 rest', "3 x 20' UT2 r 3'") and formats them. Text that is only
 * partly understood gives no plan: a wrong target on a monitor is worse than none. `text/offers` reads such texts for a
 * coach to choose from.
 */
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { readPlan } from './text/read-plan.ts';

export type { PlannedPiece } from '@boathouse/pm5/plan';
export { mostPieces } from './text/grammar.ts';

/**
 * Parses a text to a plan of at most 100 pieces; null when it is not understood, when a coach could mean something else,
 * or when no monitor has such a piece (`programLimits`). No pieces: Just Row. Never throws, and takes linear time.
 *
 * Groups are joined by '+' or ','. A rest at the end applies to every earlier group without a rest of its own, unless it
 * is that of a series behind single pieces. A rest behind a set replaces the rest of the set's last piece; where no
 * other piece of the set has that rest, the text has no plan.
 */
export function parseWorkoutText(text: string): WorkoutPlan | null {
  return readPlan(text).plan;
}

/** Whether two texts mean the same: `2k` and `2000 m` do. What is not read means only itself. */
export function isSameWorkout(one: string, other: string): boolean {
  if (one === other) return true;
  const plan = parseWorkoutText(one);
  return plan !== null && JSON.stringify(plan) === JSON.stringify(parseWorkoutText(other));
}
