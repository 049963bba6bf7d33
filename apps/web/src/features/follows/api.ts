import { follows } from '@boathouse/contract/follows';
import { users, type UserRef } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../lib/api.ts';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';

/** In this feature, not in users: the athlete page imports from here, and features must not import each other. */
export function athleteById(userId: string) {
  return queryOptions({
    queryKey: ['users', 'id', userId],
    queryFn: ({ signal }) => callApi(users.byId, { params: { id: userId } }, { signal }),
  });
}

/** Fetches the number of followees and followers of a user. */
export function followSummary(userId: string) {
  return queryOptions({
    queryKey: ['follows', 'summary', userId],
    queryFn: ({ signal }) => callApi(follows.summary, { params: { id: userId } }, { signal }),
  });
}

/** Fetches whether the viewer follows a user. */
export function doesFollow(followerId: string, followeeId: string) {
  return queryOptions({
    queryKey: ['follows', 'doesFollow', followerId, followeeId],
    queryFn: async ({ signal }) => {
      const query = { follower: followerId, followee: followeeId };
      return (await callApi(follows.doesFollow, { query }, { signal })).doesFollow;
    },
  });
}

/** The two lists, with their names in the URL and the API. */
export const sides = ['followees', 'followers'] as const;
export type Side = (typeof sides)[number];

/** Fetches a user's followees or followers, sorted by name. */
export function peopleOnSide(userId: string, side: Side) {
  return queryOptions({
    queryKey: ['follows', side, userId],
    queryFn: async ({ signal }): Promise<UserRef[]> => {
      const found = await callApi(follows[side], { params: { id: userId } }, { signal });
      return found.map(({ follower, followee }) => (side === 'followees' ? followee : follower));
    },
  });
}

/**
 * Follows (true) or unfollows (false) a user, and shows the result as a toast. Refetches all counts and lists of follows
 * and the dashboard feed.
 */
export function useSetFollow(followerId: string, followee: Pick<UserRef, '_id' | 'displayName'>) {
  const client = useQueryClient();
  const { _id: followeeId, displayName: name } = followee;
  return useMutation({
    mutationFn: async (isToFollow: boolean) => {
      const pair = { follower: followerId, followee: followeeId };
      if (isToFollow) await callApi(follows.create, { body: pair });
      else await callApi(follows.remove, { query: pair });
    },
    onSuccess: (_, isToFollow) => {
      client.setQueryData(doesFollow(followerId, followeeId).queryKey, isToFollow);
      showToast(isToFollow ? `You are now following ${name}` : `You unfollowed ${name}`);
    },
    onError: (error, isToFollow) =>
      showErrorToast(`Error ${isToFollow ? 'following' : 'unfollowing'} ${name}. ${messageOf(error)}`),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['follows'] });
      void client.invalidateQueries({ queryKey: ['feed', 'dashboard'] });
    },
  });
}
