import { activities } from '@boathouse/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';

/** Queries the user's activity in progress, in any session, or null. */
export function activityInProgress(userId: string) {
  return queryOptions({
    queryKey: ['activities', 'inProgress', userId],
    queryFn: ({ signal }) => callApi(activities.inProgress, { params: { id: userId } }, { signal }),
  });
}
