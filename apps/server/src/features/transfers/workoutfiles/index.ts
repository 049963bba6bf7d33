export { fileWorkoutOf, problemOfTimes, type ReadWorkout } from './rules.ts';
export { WorkoutFiles } from './service.ts';
