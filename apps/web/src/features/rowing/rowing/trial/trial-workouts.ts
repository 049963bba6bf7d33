/** Short workouts, as a coach writes them. */
export const trialWorkouts = ['100 m', '250 m', '2 x 100 m / 0:10 rest'] as const;
export type TrialWorkout = (typeof trialWorkouts)[number];
