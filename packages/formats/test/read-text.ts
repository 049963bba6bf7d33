import { checkWorkout, cleanWorkout } from '../src/check-workout.ts';
import { readWorkouts } from '../src/read.ts';
import type { ReadResult, Workout } from '../src/workout.ts';

/** The clock of tests: dates after it are in the future. */
export const testNowMs = Date.UTC(2026, 10, 1);

/** Reads a made file; the content shows its kind, so the name does not matter. */
export function readText(text: string): ReadResult {
  return readWorkouts(new TextEncoder().encode(text), 'file', testNowMs);
}

/** Reads the only workout of a made file that has no problem. */
export function onlyWorkout(text: string): Workout {
  const { workouts, problems } = readText(text);
  const [workout] = workouts;
  if (workout === undefined || workouts.length > 1 || problems.length > 0)
    throw new Error(JSON.stringify(problems));
  return workout;
}

/** Whether a generated workout would be read, and completely. */
export function isPossible(workout: Workout): boolean {
  return checkWorkout(workout, testNowMs) === null && cleanWorkout(workout, testNowMs).leftOut.length === 0;
}
