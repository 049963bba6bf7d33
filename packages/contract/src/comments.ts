import { visible } from './text.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdSchema, NewIdSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { restOf } from './paging.ts';
import { UserRefSchema } from './users.ts';

const commentFields = {
  _id: IdSchema,
  /** The activity of a comment; the comment of a reply. */
  parent: IdSchema,
  user: UserRefSchema,
  /** Empty once removed: the server deletes the text. */
  message: z.string(),
  removed: z.boolean(),
  createdAt: TimeSchema,
};

const ReplySchema = z.object(commentFields);
export type Reply = z.infer<typeof ReplySchema>;

const CommentSchema = z.object({ ...commentFields, replies: z.array(ReplySchema) });
export type Comment = z.infer<typeof CommentSchema>;

export const CommentMessageSchema = z
  .string()
  .check(
    z.trim(),
    visible('A message is required'),
    z.maxLength(limits.commentMax, `At most ${limits.commentMax} characters`),
  );

const LikesSchema = z.object({
  count: z.int(),
  didLike: z.boolean(),
  /**
   * Users whom the caller may see, up to `limits.likersMax`, the latest first. Servers of an earlier version omit them.
   */
  likers: z.optional(z.array(UserRefSchema)),
});
export type Likes = z.infer<typeof LikesSchema>;

const NewCommentSchema = z.strictObject({
  parent: IdSchema,
  user: IdSchema,
  message: CommentMessageSchema,
  /** An id made by the caller, so that a repeated call stores the comment once. */
  _id: z.optional(NewIdSchema),
});
const ParentParamsSchema = z.strictObject({ parentId: IdSchema });

/** Comments on an activity, open to every user who may read its session. */
export const comments = {
  ofParent: endpoint({
    method: 'GET',
    path: '/comments/parent/:parentId',
    summary: `Comments on an activity with their replies, oldest first: the first ${limits.listedMax}, or those after a comment`,
    auth: 'user',
    cost: 'list',
    params: ParentParamsSchema,
    query: z.strictObject(restOf),
    response: z.array(CommentSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/comments',
    summary: 'Comment on an activity. Idempotent with an `_id`.',
    auth: 'user',
    quota: 'comments',
    caller: ['body.user'],
    body: NewCommentSchema,
    response: CommentSchema,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/comments/reply',
    summary: 'Reply to a comment; `parent` is the comment. Idempotent with an `_id`.',
    auth: 'user',
    quota: 'comments',
    caller: ['body.user'],
    body: NewCommentSchema,
    response: ReplySchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/comments',
    summary: "Remove the caller's comment; it is shown as removed, and its replies stay",
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ comment: IdSchema, user: IdSchema }),
    response: CommentSchema,
  }),
  removeReply: endpoint({
    method: 'DELETE',
    path: '/comments/reply',
    summary: "Remove the caller's reply; it is shown as removed",
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ reply: IdSchema, parent: IdSchema, user: IdSchema }),
    response: ReplySchema,
  }),
};

export const likes = {
  ofParent: endpoint({
    method: 'GET',
    path: '/likes/parent/:parentId',
    summary: 'Number of likes of an activity, and whether the caller likes it',
    auth: 'user',
    caller: ['query.user'],
    params: ParentParamsSchema,
    query: z.strictObject({ user: IdSchema }),
    response: LikesSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/likes',
    summary: 'Like an activity. Idempotent.',
    auth: 'user',
    quota: 'likes',
    caller: ['body.user'],
    body: z.strictObject({ user: IdSchema, parent: IdSchema }),
    response: LikesSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/likes',
    summary: 'Remove a like. Idempotent.',
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ user: IdSchema, parent: IdSchema }),
    response: LikesSchema,
  }),
};
