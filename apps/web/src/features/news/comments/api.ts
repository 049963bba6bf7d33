import { comments, likes, type Comment, type Likes } from '@boathouse/contract/comments';
import { limits } from '@boathouse/contract/limits';
import type { FeedActivity } from '@boathouse/contract/feed';
import {
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { setUnlessNewer } from '../../../lib/change-cached.ts';
import { callOrKeep, notSentWords } from '../../../lib/outbox/call-or-keep.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { countComments } from './count-comments.ts';

/** Fetches the comments on an activity with their replies, oldest first. */
export function commentsOn(activityId: string) {
  return queryOptions({
    queryKey: ['comments', activityId],
    queryFn: async ({ client, signal }) => {
      const found = await allComments(activityId, signal);
      client.setQueryData(commentCountOf(activityId).queryKey, countComments(found));
      return found;
    },
  });
}

/** Any number of responses. */
async function allComments(activityId: string, signal: AbortSignal): Promise<Comment[]> {
  const read: Comment[] = [];
  for (let after: string | undefined; ; after = read.at(-1)?._id) {
    const args = { params: { parentId: activityId }, query: { after } };
    const page: Comment[] = await callApi(comments.ofParent, args, { signal });
    read.push(...page);
    if (page.length < limits.listedMax) return read;
  }
}

/** How many comments an activity has, from the feed or from the comments loaded last. */
export function commentCountOf(activityId: string) {
  return queryOptions<number>({
    queryKey: ['comment-count', activityId],
    queryFn: skipToken,
    staleTime: Infinity,
  });
}

/**
 * Keeps the counts of a feed that was requested at `askedAtMs`, so that its cards need no calls of their own. Keeps
 * counts that have changed since then.
 */
export function keepCounts(
  client: QueryClient,
  viewerId: string,
  activity: FeedActivity,
  askedAtMs: number,
): void {
  const { _id, likeCount: count, didLike, likers, commentCount } = activity;
  setUnlessNewer(client, commentCountOf(_id).queryKey, commentCount, askedAtMs);
  if (client.isMutating({ mutationKey: savingLike(_id) }) > 0) return;
  setUnlessNewer(client, likesOf(_id, viewerId).queryKey, { count, didLike, likers }, askedAtMs);
}

const savingLike = (activityId: string) => ['likes', 'save', activityId];

export function likesOf(activityId: string, viewerId: string) {
  return queryOptions({
    queryKey: ['likes', activityId, viewerId],
    ...apiQuery(likes.ofParent, { params: { parentId: activityId }, query: { user: viewerId } }),
    // The feed brings newer counts.
    staleTime: Infinity,
  });
}

/**
 * Returns the function that likes or unlikes an activity. Shows each press at once, and the server's confirmed state
 * after a refusal. Presses are sent one after the other, only the last of several, and only if it changes anything.
 */
export function useToggleLike(
  activityId: string,
  viewerId: string,
): { toggle: () => void; isSaving: boolean } {
  const client = useQueryClient();
  const { queryKey } = likesOf(activityId, viewerId);
  const mutationKey = savingLike(activityId);
  const action = mutationKey.join();
  const confirmed = useRef<Likes | undefined>(undefined);
  /** The newest press: the page renders it only later. */
  const wanted = useRef<boolean | null>(null);
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const { mutate, isPending } = useMutation({
    mutationKey,
    scope: { id: action },
    onMutate: async (isLiked: boolean) => {
      // A response to an earlier request would restore the old count.
      await client.cancelQueries({ queryKey });
      const shown = client.getQueryData(queryKey);
      confirmed.current ??= shown;
      if (!shown) return;
      const change = Number(isLiked) - Number(shown.didLike);
      // The response includes the viewer's own face.
      const likers = shown.likers?.filter(({ _id }) => _id !== viewerId);
      client.setQueryData(queryKey, { count: shown.count + change, didLike: isLiked, likers });
    },
    mutationFn: async (isLiked: boolean): Promise<(Likes & { isKept?: true }) | null> => {
      if (!isLast() || confirmed.current?.didLike === isLiked) return null;
      const like = { user: viewerId, parent: activityId };
      const kept = { key: `like ${activityId}`, words: isLiked ? 'Your like' : 'Taking back your like' };
      const answer = isLiked
        ? await callOrKeep(likes.create, { body: like }, kept)
        : await callOrKeep(likes.remove, { query: like }, kept);
      if (answer !== null) return answer;
      showToast(notSentWords, action);
      // Until it is sent, the page shows the user's choice.
      const shown: Likes | undefined = client.getQueryData(queryKey);
      return { count: 0, ...shown, didLike: isLiked, isKept: true };
    },
    onSuccess: (answer, isLiked) => {
      if (answer === null) return;
      confirmed.current = answer;
      if (answer.isKept) return;
      showToast(isLiked ? 'Like submitted' : 'Unlike submitted', action);
    },
    onError: (error) => showErrorToast(`Error submitting like/unlike. ${messageOf(error)}`, { action }),
    onSettled: () => {
      if (!isLast()) return;
      client.setQueryData(queryKey, confirmed.current);
      confirmed.current = undefined;
      wanted.current = null;
    },
  });
  return {
    isSaving: isPending,
    toggle: () => {
      const isLiked = wanted.current ?? client.getQueryData(queryKey)?.didLike ?? false;
      wanted.current = !isLiked;
      mutate(!isLiked);
    },
  };
}
