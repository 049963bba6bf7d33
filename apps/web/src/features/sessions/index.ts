export { NewWorkoutForm } from './new-workout-form.tsx';
export { RowingProvider } from './rowing-provider.tsx';
export { TodaysWorkouts } from './todays-workouts.tsx';
