import { follows, type AthleteFacts, type Follow } from '@boathouse/contract/follows';
import type { UserRef } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { viewerTimeZone } from '../../../lib/format.ts';
import { changeCached, setUnlessNewer } from '../../../lib/change-cached.ts';
import { withEntry } from '../../../lib/rest-of-list.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';

/** Fetches the number of followees and followers of a user. */
export function followSummary(userId: string) {
  return queryOptions({
    queryKey: ['follows', 'summary', userId],
    ...apiQuery(follows.summary, { params: { id: userId } }),
  });
}

/** Fetches whether the viewer follows a user. */
export function doesFollow(followerId: string, followeeId: string) {
  return queryOptions({
    queryKey: ['follows', 'doesFollow', followerId, followeeId],
    ...apiQuery(
      follows.doesFollow,
      { query: { follower: followerId, followee: followeeId } },
      (answer) => answer.doesFollow,
    ),
  });
}

/**
 * Fetches the facts that a list shows with its athletes, in one call, and stores whom the viewer follows for the follow
 * buttons. At most `limits.pageSizeMax` athletes.
 */
export function factsOf(viewerId: string, athleteIds: readonly string[]) {
  return queryOptions({
    queryKey: ['follows', 'facts', viewerId, athleteIds],
    queryFn: async ({ signal, client }): Promise<ReadonlyMap<string, AthleteFacts>> => {
      const query = { follower: viewerId, athletes: athleteIds.join(), timeZone: viewerTimeZone() };
      const askedAtMs = Date.now();
      const found = await callApi(follows.facts, { query }, { signal });
      for (const facts of found) {
        setUnlessNewer(client, doesFollow(viewerId, facts.athlete).queryKey, facts.doesFollow, askedAtMs);
      }
      return new Map(found.map((facts) => [facts.athlete, facts]));
    },
  });
}

/** The two lists, with their names in the URL and the API. */
export const sides = ['followees', 'followers'] as const;
export type Side = (typeof sides)[number];

/** Fetches a user's followees or followers, the first of many, sorted by name. */
export function peopleOnSide(userId: string, side: Side) {
  return queryOptions({
    queryKey: ['follows', side, userId],
    ...apiQuery(follows[side], { params: { id: userId } }, (found): UserRef[] =>
      found.map((follow) => onSide(follow, side)),
    ),
  });
}

export async function fetchPeopleAfter(userId: string, side: Side, last: UserRef): Promise<UserRef[]> {
  const found = await callApi(follows[side], { params: { id: userId }, query: { after: last._id } });
  return found.map((follow) => onSide(follow, side));
}

const onSide = ({ follower, followee }: Follow, side: Side) => (side === 'followees' ? followee : follower);

/**
 * Follows (true) or unfollows a user, and shows the result as a toast. Changes the cached counts and lists by one
 * entry; the dashboard feed gains or loses many entries, and is fetched again when it is shown.
 */
export function useSetFollow(followerId: string, followee: Pick<UserRef, '_id' | 'displayName'>) {
  const client = useQueryClient();
  const { _id: followeeId, displayName: name } = followee;
  const action = `follow ${followeeId}`;
  return useMutation({
    mutationFn: async (isToFollow: boolean): Promise<Follow | null> => {
      const pair = { follower: followerId, followee: followeeId };
      if (isToFollow) return callApi(follows.create, { body: pair });
      await callApi(follows.remove, { query: pair });
      return null;
    },
    onSuccess: async (follow, isToFollow) => {
      showToast(isToFollow ? `You are now following ${name}` : `You unfollowed ${name}`, action);
      const { queryKey } = doesFollow(followerId, followeeId);
      // A response to an earlier request would restore the old state.
      await client.cancelQueries({ queryKey });
      const wasFollowing = client.getQueryData(queryKey);
      client.setQueryData(queryKey, isToFollow);
      void client.invalidateQueries({ queryKey: ['feed', 'dashboard'] });
      const change = wasFollowing === isToFollow ? 0 : isToFollow ? 1 : -1;
      await Promise.all([
        changeCached(client, followSummary(followerId).queryKey, (shown) => ({
          ...shown,
          followees: shown.followees + change,
        })),
        changeCached(client, followSummary(followeeId).queryKey, (shown) => ({
          ...shown,
          followers: shown.followers + change,
        })),
        changeCached(client, peopleOnSide(followerId, 'followees').queryKey, (shown) =>
          withPerson(shown, followeeId, follow?.followee),
        ),
        changeCached(client, peopleOnSide(followeeId, 'followers').queryKey, (shown) =>
          withPerson(shown, followerId, follow?.follower),
        ),
      ]);
    },
    onError: (error, isToFollow) => {
      const doing = isToFollow ? 'following' : 'unfollowing';
      showErrorToast(`Error ${doing} ${name}. ${messageOf(error)}`, { action });
      // The page is out of date.
      void client.invalidateQueries({ queryKey: ['follows'] });
    },
  });
}

const collator = new Intl.Collator('en');

/** Returns the list by name with a person, or without one if `person` is undefined. */
function withPerson(shown: UserRef[], id: string, person: UserRef | undefined): UserRef[] {
  const others = shown.filter(({ _id }) => _id !== id);
  if (person === undefined) return others;
  return withEntry(others, person, (one, other) => collator.compare(one.displayName, other.displayName));
}
