import { trends } from '@boathouse/contract/statistics/trends';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';

/** Fetches the workouts that the user has results of, the most frequent first. */
export function workoutsOf(userId: string) {
  return queryOptions({
    queryKey: ['statistics', 'workouts', userId],
    ...apiQuery(trends.workouts, { params: { id: userId } }),
  });
}

/** Fetches the user's results of a workout, oldest first. */
export function trendOf(userId: string, workout: string) {
  return queryOptions({
    queryKey: ['statistics', 'trend', userId, workout],
    ...apiQuery(trends.ofWorkout, { params: { id: userId }, query: { workout } }),
  });
}
