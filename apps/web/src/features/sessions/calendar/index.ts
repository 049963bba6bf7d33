export { TodaysWorkouts } from './todays-workouts.tsx';
