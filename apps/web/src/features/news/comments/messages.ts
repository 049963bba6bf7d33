import { comments, type Comment, type Reply } from '@boathouse/contract/comments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api.ts';
import { changeCached } from '../../../lib/change-cached.ts';
import { callOrKeep, newId } from '../../../lib/outbox/call-or-keep.ts';
import { commentCountOf, commentsOn } from './api.ts';
import { countComments } from './count-comments.ts';

/** Returns a function that applies a change to the cached comments and their count; it fetches them if not loaded. */
function useUpdateComments(activityId: string): (change: (shown: Comment[]) => Comment[]) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = commentsOn(activityId);
  return async (change) => {
    const shown = await changeCached(client, queryKey, change);
    if (shown) client.setQueryData(commentCountOf(activityId).queryKey, countComments(shown));
    else void client.invalidateQueries({ queryKey });
  };
}

const shownMax = 40;

/** With its own id: stored once, even if it is sent repeatedly. */
async function newMessage(kind: 'comment' | 'reply', parent: string, user: string, message: string) {
  const _id = await newId();
  const text = message.length > shownMax ? `${message.slice(0, shownMax)}…` : message;
  return { body: { parent, user, message, _id }, kept: { key: _id, words: `Your ${kind} “${text}”` } };
}

export function useComment(activityId: string, viewerId: string) {
  const update = useUpdateComments(activityId);
  return useMutation({
    mutationFn: async (message: string) => {
      const { body, kept } = await newMessage('comment', activityId, viewerId, message);
      return callOrKeep(comments.create, { body }, kept);
    },
    onSuccess: (made) => (made === null ? undefined : update((shown) => [...shown, made])),
  });
}

const withReplies = (shown: Comment[], commentId: string, change: (replies: Reply[]) => Reply[]) =>
  shown.map((each) => (each._id === commentId ? { ...each, replies: change(each.replies) } : each));

export function useReply(activityId: string, commentId: string, viewerId: string) {
  const update = useUpdateComments(activityId);
  return useMutation({
    mutationFn: async (message: string) => {
      const { body, kept } = await newMessage('reply', commentId, viewerId, message);
      return callOrKeep(comments.reply, { body }, kept);
    },
    onSuccess: (made) =>
      made === null
        ? undefined
        : update((shown) => withReplies(shown, commentId, (replies) => [...replies, made])),
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
