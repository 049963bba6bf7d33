export { sessionStateOf, wordsOfState } from './head/session-state.ts';
export { InvitedSession } from './invited-session.tsx';
export { useJustRow } from './just-row.ts';
export { NewWorkoutForm } from './new-workout/new-workout-form.tsx';
export { TodaysWorkouts } from './todays-workouts.tsx';
