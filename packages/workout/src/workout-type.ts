/** The monitor's numbers of workout types. Source: Concept2 PM CSAFE Definition 0.25, `WorkoutType` in packages/pm5. */
export const fixedTimeInterval = 6;
export const fixedDistanceInterval = 7;
export const variableInterval = 8;
export const variableUndefinedRest = 9;
const fixedCaloriesInterval = 12;

/** The types whose elapsed time, distance and stroke count restart at each interval. */
export const intervalTypes: readonly number[] = [
  fixedTimeInterval,
  fixedDistanceInterval,
  variableInterval,
  variableUndefinedRest,
  fixedCaloriesInterval,
];

/** Workouts in which elapsed time, distance and stroke count restart at each interval; false for an unknown type. */
export function isIntervalWorkout(workoutType: number | null): boolean {
  return workoutType !== null && intervalTypes.includes(workoutType);
}
