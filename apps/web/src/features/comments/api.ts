import { comments, likes, type Comment, type Likes, type Reply } from '@boathouse/contract/comments';
import type { FeedActivity } from '@boathouse/contract/feed';
import {
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { countComments } from './count-comments.ts';

/** Fetches the comments on an activity with their replies, oldest first. */
export function commentsOn(activityId: string) {
  return queryOptions({
    queryKey: ['comments', activityId],
    queryFn: async ({ client, signal }) => {
      const found = await callApi(comments.ofParent, { params: { parentId: activityId } }, { signal });
      client.setQueryData(commentCountOf(activityId).queryKey, countComments(found));
      return found;
    },
  });
}

/** How many comments an activity has, from the feed or from the comments loaded last. */
export function commentCountOf(activityId: string) {
  return queryOptions<number>({
    queryKey: ['comment-count', activityId],
    queryFn: skipToken,
    staleTime: Infinity,
  });
}

/** Keeps the counts of a feed, so that its cards need no calls of their own. */
export function keepCounts(client: QueryClient, viewerId: string, activity: FeedActivity): void {
  const { _id, likeCount: count, didLike, commentCount } = activity;
  client.setQueryData(likesOf(_id, viewerId).queryKey, { count, didLike });
  client.setQueryData(commentCountOf(_id).queryKey, commentCount);
}

export function likesOf(activityId: string, viewerId: string) {
  return queryOptions({
    queryKey: ['likes', activityId, viewerId],
    queryFn: ({ signal }) =>
      callApi(likes.ofParent, { params: { parentId: activityId }, query: { user: viewerId } }, { signal }),
    // The feed brings newer counts.
    staleTime: Infinity,
  });
}

/** Likes (true) or unlikes (false) an activity. */
export function useSaveLike(activityId: string, viewerId: string) {
  const client = useQueryClient();
  const { queryKey } = likesOf(activityId, viewerId);
  return useMutation({
    mutationFn: (isLiked: boolean): Promise<Likes> => {
      const like = { user: viewerId, parent: activityId };
      return isLiked ? callApi(likes.create, { body: like }) : callApi(likes.remove, { query: like });
    },
    onMutate: async (isLiked) => {
      // A response to an earlier request would restore the old count.
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) {
        client.setQueryData(queryKey, { count: before.count + (isLiked ? 1 : -1), didLike: isLiked });
      }
      return before;
    },
    onError: (_error, _isLiked, before) => void client.setQueryData(queryKey, before),
    onSuccess: (answer) => void client.setQueryData(queryKey, answer),
  });
}

/** Returns a function that applies a change to the cached comments at once, and then refetches them. */
function useUpdateComments(activityId: string): (change: (shown: Comment[]) => Comment[]) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = commentsOn(activityId);
  return async (change) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (shown) => shown && change(shown));
    void client.invalidateQueries({ queryKey });
  };
}

export function useComment(activityId: string, viewerId: string) {
  const update = useUpdateComments(activityId);
  return useMutation({
    mutationFn: (message: string) =>
      callApi(comments.create, { body: { parent: activityId, user: viewerId, message } }),
    onSuccess: (made) => update((shown) => [...shown, made]),
  });
}

const withReplies = (shown: Comment[], commentId: string, change: (replies: Reply[]) => Reply[]) =>
  shown.map((each) => (each._id === commentId ? { ...each, replies: change(each.replies) } : each));

export function useReply(activityId: string, commentId: string, viewerId: string) {
  const update = useUpdateComments(activityId);
  return useMutation({
    mutationFn: (message: string) =>
      callApi(comments.reply, { body: { parent: commentId, user: viewerId, message } }),
    onSuccess: (made) => update((shown) => withReplies(shown, commentId, (replies) => [...replies, made])),
  });
}

export function useRemoveComment(activityId: string, viewerId: string) {
  const update = useUpdateComments(activityId);
  return useMutation({
    mutationFn: ({ _id }: Comment) => callApi(comments.remove, { query: { comment: _id, user: viewerId } }),
    onSuccess: (removed) =>
      update((shown) => shown.map((each) => (each._id === removed._id ? removed : each))),
  });
}

export function useRemoveReply(activityId: string, viewerId: string) {
  const update = useUpdateComments(activityId);
  return useMutation({
    mutationFn: ({ _id, parent }: Reply) =>
      callApi(comments.removeReply, { query: { reply: _id, parent, user: viewerId } }),
    onSuccess: (removed) =>
      update((shown) =>
        withReplies(shown, removed.parent, (replies) =>
          replies.map((each) => (each._id === removed._id ? removed : each)),
        ),
      ),
  });
}
