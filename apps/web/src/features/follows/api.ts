import { follows } from '@boathouse/contract/follows';
import { users, type UserRef } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../lib/api.ts';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';

/** Here and not in users, whose page of an athlete shows parts of this noun: the two may not import each other. */
export const athleteById = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'id', userId],
    queryFn: ({ signal }) => callApi(users.byId, { params: { id: userId } }, { signal }),
  });

/** How many a user follows, and how many follow the user. */
export const followSummary = (userId: string) =>
  queryOptions({
    queryKey: ['follows', 'summary', userId],
    queryFn: ({ signal }) => callApi(follows.summary, { params: { id: userId } }, { signal }),
  });

/** Whether the signed-in person follows somebody. */
export const doesFollow = (followerId: string, followeeId: string) =>
  queryOptions({
    queryKey: ['follows', 'doesFollow', followerId, followeeId],
    queryFn: async ({ signal }) => {
      const query = { follower: followerId, followee: followeeId };
      return (await callApi(follows.doesFollow, { query }, { signal })).doesFollow;
    },
  });

/** The two sides of following, as the address of the page and the API call them. */
export const sides = ['followees', 'followers'] as const;
export type Side = (typeof sides)[number];

/** Whom a user follows or who follows the user, by name. */
export const peopleOnSide = (userId: string, side: Side) =>
  queryOptions({
    queryKey: ['follows', side, userId],
    queryFn: async ({ signal }): Promise<UserRef[]> => {
      const found = await callApi(follows[side], { params: { id: userId } }, { signal });
      return found.map(({ follower, followee }) => (side === 'followees' ? followee : follower));
    },
  });

/**
 * Begins (true) or ends (false) following somebody, and says what came of it. Every count and list of follows is
 * fetched again, and so is what the dashboard shows of the people one follows.
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
