import { activities, type Activity } from '@boathouse/contract/activities';
import { history } from '@boathouse/contract/activities/history';
import { sessions } from '@boathouse/contract/sessions';
import type { Stroke } from '@boathouse/contract/strokes';
import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { allStrokes } from '../../../lib/all-strokes.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { isNotThere } from '../../../lib/api.ts';
import { pageQuery } from '../../../lib/paging.ts';

/** Fetches a user's newest completed activity; null without one. */
export function lastOf(userId: string) {
  return queryOptions({
    queryKey: ['activities', 'last', userId],
    ...apiQuery(
      history.search,
      { query: { user: userId, sortby: '-createdAt', sparse: '1', ...pageQuery(1, 1) } },
      ({ activities: [last = null] }) => last,
    ),
  });
}

/** How often the page of an activity in progress looks for its result. */
const inProgressPollMs = 10_000;

export function activityById(id: string) {
  return queryOptions({
    queryKey: ['activities', 'one', id],
    ...apiQuery(activities.byId, { params: { id } }),
    refetchInterval: ({ state: { data, error } }) =>
      data?.isCompleted === false && !isNotThere(error) ? inProgressPollMs : false,
  });
}

/** Removes a deleted activity, whose page the user is leaving, from the cache, and refetches totals and lists. */
export async function forgetActivity(client: QueryClient, id: string): Promise<void> {
  const isOfActivity = ({ queryKey }: Query) => queryKey.includes(id);
  client.removeQueries({ predicate: isOfActivity });
  await client.invalidateQueries({ predicate: (query) => !isOfActivity(query) });
}

/** Fetches the strokes of an activity, with force curves. They may still arrive for a while after its completion. */
export function strokesOf(activityId: string) {
  return queryOptions({
    queryKey: ['activities', 'strokes', activityId],
    queryFn: ({ signal }) => allStrokes(activityId, { withForceCurve: true, from: 0 }, { signal }),
  });
}

/** Fetches the strokes of a result, without force curves: for replays and ghosts. */
export function strokesWithoutCurves(activityId: string) {
  return queryOptions({
    queryKey: ['activities', 'strokes without curves', activityId],
    queryFn: ({ signal }) => allStrokes(activityId, { withForceCurve: false, from: 0 }, { signal }),
  });
}

const strokesPollMs = 5_000;

/** Follows the strokes of an activity in progress, with force curves: each fetch requests only new ones. */
export function strokesSoFar(activityId: string) {
  return queryOptions({
    queryKey: ['activities', 'strokes so far', activityId],
    queryFn: async ({ signal, client, queryKey }): Promise<Stroke[]> => {
      const known = client.getQueryData<Stroke[]>(queryKey) ?? [];
      const added = await allStrokes(activityId, { withForceCurve: true, from: known.length }, { signal });
      return added.length === 0 ? known : [...known, ...added];
    },
    refetchInterval: strokesPollMs,
  });
}

/** Fetches the completed activities of the same item of a session, with the same text; none without a session. */
export function resultsBeside({ session, workoutItemIndex, workout }: Activity) {
  const sessionId = session?._id ?? '';
  return queryOptions({
    queryKey: ['activities', 'item', sessionId, workoutItemIndex, workout],
    enabled: session !== null,
    ...apiQuery(sessions.activities, { params: { id: sessionId } }, (lists) =>
      (lists[workoutItemIndex ?? -1] ?? []).filter((each) => each.isCompleted && each.workout === workout),
    ),
  });
}
