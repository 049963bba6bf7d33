import type { Activity } from '@boathouse/contract/activities';
import { results } from '@boathouse/contract/activities/results';
import { sessions } from '@boathouse/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';

/** Fetches the athlete's last and best other results of the same workout. */
export function standingOf(activityId: string) {
  return queryOptions({
    queryKey: ['activities', 'standing', activityId],
    ...apiQuery(results.standing, { params: { id: activityId } }),
  });
}

/** Fetches the viewer's note on their activity; empty for none. */
export function noteOf(activityId: string) {
  return queryOptions({
    queryKey: ['activities', 'note', activityId],
    ...apiQuery(results.note, { params: { id: activityId } }, ({ note }) => note),
  });
}

/** Fetches the name of the session's club; null for a session without one, and for one that can no longer be read. */
export function clubOf({ session }: Pick<Activity, 'session'>) {
  const id = session?._id ?? '';
  return queryOptions({
    queryKey: ['activities', 'club', id],
    enabled: session !== null && session.isDeleted !== true,
    ...apiQuery(sessions.byId, { params: { id } }, ({ club }) => club?.name ?? null),
  });
}
