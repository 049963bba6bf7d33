export { attendanceInWords, useAttendance } from './attendance/use-attendance.ts';
export { nextSessionOf, sessionById, sessionsOfDay, sessionsOfMonth } from './api.ts';
export { sessionStateOf, wordsOfState } from './head/session-state.ts';
export { InvitedSession } from './lazy-invited-session.tsx';
export { CreateWorkout } from './new-workout/create-workout.tsx';
export { NewWorkoutForm } from './new-workout/new-workout-form.tsx';
