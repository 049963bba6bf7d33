/**
 * Parses the workouts that coaches type ('4 x 500m / 1:00 rest', "3 x 20' UT2 r 3'") and formats them. Text that is only
 * partly understood gives no plan: a wrong target on a monitor is worse than none. `offers` reads such texts for a
 * coach to choose from.
 */
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { readPlan } from './read-plan.ts';

export { mostPieces } from './grammar.ts';

/**
 * Parses a text to a plan of at most 100 pieces. Null if it is not understood, if a coach could mean something else, or
 * if no monitor has such a piece (`programLimits`). No pieces: Just Row. Never throws, and takes linear time.
 *
 * Groups are joined by '+' or ','. A rest at the end applies to every earlier group without its own rest, unless it
 * belongs to a series after single pieces. A rest after a set replaces the rest of the set's last piece. If no other
 * piece of the set has that rest, the text has no plan.
 */
export function parseWorkoutText(text: string): WorkoutPlan | null {
  return readPlan(text).plan;
}

/** Returns a text that is the same for all texts of one workout. */
export function workoutKeyOf(text: string): string {
  const plan = parseWorkoutText(text);
  return plan === null ? text : JSON.stringify(plan);
}

/** Whether two texts mean the same: `2k` and `2000 m` do. A text that can't be read equals only itself. */
export function isSameWorkout(one: string, other: string): boolean {
  if (one === other) return true;
  const plan = parseWorkoutText(one);
  return plan !== null && JSON.stringify(plan) === JSON.stringify(parseWorkoutText(other));
}
