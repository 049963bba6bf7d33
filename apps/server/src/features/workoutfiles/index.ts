export { fileWorkoutOf, problemOfTimes, singlePlanOf, type ReadWorkout } from './rules.ts';
export { WorkoutFiles } from './service.ts';
